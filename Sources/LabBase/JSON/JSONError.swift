/// Why a text is not read as JSON: the line, and what stands there.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  public let problem: String

  public var description: String { "line \(line): \(problem)" }
}
