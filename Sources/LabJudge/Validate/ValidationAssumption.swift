/// Something that virtual time takes for granted, and what the wall clock made of it.
public struct ValidationAssumption: Sendable {
  public let statement: String
  /// What was measured, beside its limit, in words.
  public let finding: String
  public let holds: Bool

  init(_ statement: String, _ finding: String, holds: Bool) {
    self.statement = statement
    self.finding = finding
    self.holds = holds
  }
}
