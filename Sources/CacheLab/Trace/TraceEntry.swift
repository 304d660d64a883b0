/// One entry of a trace's timeline.
public struct TraceEntry: Hashable, Sendable {
  /// What an entry is; it says what `value` means.
  public enum Kind: Hashable, Sendable {
    /// The content offset is `value`, thousandths of a point.
    case sample
    /// An event; for a layout, or a change of what the grid shows, `value` is the number of the layout.
    case event(TraceCode)
  }

  /// Nanoseconds since the start of the trace.
  public var time: Int64
  /// Thousandths of a point, the number of a layout, or 0: see `kind`.
  public var value: Int64
  /// Sample or event.
  public var kind: Kind

  /// The number of the layout that comes into force; nil for all else.
  public var layout: Int? {
    switch kind {
    case .event(.layout), .event(.insert), .event(.remove), .event(.access): Int(value)
    default: nil
    }
  }
}
