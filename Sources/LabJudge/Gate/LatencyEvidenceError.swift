import LabBase

/// Why a text is not the evidence of a latency gate.
public struct LatencyEvidenceError: Error, CustomStringConvertible, Hashable, Sendable {
  /// The key that is missing or wrong.
  public let key: String
  /// What stands there; nil when nothing does.
  public var value: String?

  public var description: String {
    let found = value.map { ": \($0) stands there" } ?? ""
    return "the evidence has no usable '\(key)'\(found); take a file that \(ToolName.current) gate wrote, unchanged"
  }
}
