public import StrategyKit

/// One entry of a trace's timeline.
public struct TraceEntry: Hashable, Sendable {
  /// What an entry is; it says what `value` means.
  public enum Kind: Hashable, Sendable {
    /// The content offset is `value`, thousandths of a point.
    case sample
    /// An event; for a layout, or a change of what the grid shows, `value` is the number of the layout, for `up` and
    /// `bounce` the offset at which the scroll will stop, or `unknown`, for `scrub` 1 where it begins.
    case event(TraceCode)
    /// What a driver told its strategy of the finger; `value` is the offset at which the scroll will stop, or `unknown`.
    case signal(ScrollPhase)
  }

  /// No offset of any trace.
  static let unknown = Int64.min

  /// Nanoseconds since the start of the trace.
  public var time: Int64
  /// Thousandths of a point, the number of a layout, or 0: see `kind`.
  public var value: Int64
  /// Sample or event.
  public var kind: Kind

  /// Where the scroll will stop, as far as the entry says.
  var target: Int64? {
    switch kind {
    case .event(.up), .event(.bounce), .signal: value == TraceEntry.unknown ? nil : value
    default: nil
    }
  }

  /// True for what tells of a finger, or of a way that the system goes.
  var isOfFinger: Bool {
    switch kind {
    case .event(.down), .event(.drag), .event(.up), .event(.decel), .event(.top), .event(.scrub),
      .signal:
      true
    default: false
    }
  }

  /// The number of the layout that comes into force; nil for all else.
  public var layout: Int? {
    switch kind {
    case .event(.layout), .event(.insert), .event(.remove), .event(.access): Int(value)
    default: nil
    }
  }
}

/// What a line of a trace other than a sample says.
public enum TraceCode: String, CaseIterable, Sendable {
  case down, drag, up, decel, bounce, idle, jump, top, scrub, layout, insert, remove, access
  case memoryWarning = "memory-warning"
  case background, foreground, mark, end

  private static let quoted = allCases.map { code in (code: code, bytes: Array("\"\(code.rawValue)\"".utf8)) }

  /// The code that stands in quotes.
  init?(quoted bytes: ArraySlice<UInt8>) {
    guard let found = TraceCode.quoted.first(where: { bytes.elementsEqual($0.bytes) }) else { return nil }
    self = found.code
  }
}
