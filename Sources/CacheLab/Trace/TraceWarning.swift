import LabBase

/// What is odd about a trace that was read all the same.
public struct TraceWarning: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// What is odd, without the line.
  public let text: String

  public var description: String { "line \(line): \(text.visible)" }
}
