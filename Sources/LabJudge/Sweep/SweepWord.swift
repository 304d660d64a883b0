/// A word that somebody wrote, and where: what an error about it names.
public struct SweepWord: Hashable, Sendable {
  public var text: String
  /// `my.sweep:12`, or `--vary`.
  public var place: String

  public init(_ text: String, at place: String) {
    self.text = text
    self.place = place
  }

  func error(_ problem: String) -> SweepError { SweepError(place, problem) }
}
