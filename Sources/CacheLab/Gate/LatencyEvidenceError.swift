/// Why a text is not the evidence of a latency gate.
public struct LatencyEvidenceError: Error, CustomStringConvertible, Hashable, Sendable {
  /// The key that is missing or wrong.
  public let key: String

  public init(key: String) { self.key = key }

  public var description: String {
    "the evidence has no usable '\(key)': take a file that \(ToolName.current) gate wrote, unchanged"
  }
}
