/// What a line of a trace other than a sample says.
public enum TraceCode: String, CaseIterable, Sendable {
  case down, drag, up, decel, bounce, idle, jump, top, scrub, layout, insert, remove, access
  case memoryWarning = "memory-warning"
  case background, foreground, mark, end
}

/// One entry of a trace's timeline.
public struct TraceEntry: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The content offset is `value`, thousandths of a point.
    case sample
    /// An event; for a layout, `value` is the number of the layout.
    case event(TraceCode)
  }

  /// Nanoseconds since the start of the trace.
  public var time: Int64
  public var value: Int64
  public var kind: Kind
}

/// What is odd about a trace that was read all the same.
public struct TraceWarning: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  public let text: String

  public var description: String { "line \(line): \(text)" }
}
