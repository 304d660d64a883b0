/// A recorded scroll: content offsets over time, and the layouts they were seen in.
public struct Trace: Sendable {
  /// The most lines of a trace.
  public static let linesMax = 10_000_000
  /// The most bytes of a line, without the newline.
  public static let lineBytesMax = 1_048_576
  /// The most bytes of a file.
  public static let fileBytesMax = 1 << 30
  /// The most layout events: each is kept, and a replay holds costs for each target size.
  public static let layoutsMax = 10_000
  /// The most runs of photos after all changes of the content together.
  public static let contentRangesMax = 1_000_000
  /// The most sections of all layouts together.
  public static let sectionsMax = 1_000_000
  /// The most warnings that are kept; all are counted.
  public static let warningsMax = 100

  public internal(set) var header = TraceHeader()
  /// The header's layout and those of `layout` events, in order.
  public internal(set) var layouts: [GridLayout] = []
  /// The photos that the grid shows, by layout; nil if these are the library's first ones.
  public internal(set) var contents: [GridContent?] = []
  /// The width and height of the content in the file, by layout.
  var contentSizes: [(width: MilliPoints, height: MilliPoints)] = []
  /// The entries by time; at one time events in the order of the file, then the sample.
  public internal(set) var entries: ContiguousArray<TraceEntry> = []
  /// The end of the clock: the time of `end`, or of the last line.
  public internal(set) var end = Nanoseconds.zero
  /// The first `warningsMax` warnings, by line.
  public internal(set) var warnings: [TraceWarning] = []
  /// The number of all warnings, kept or not, by kind.
  public internal(set) var warningCounts: [String: Int] = [:]
  /// The SHA-256 of the file's bytes.
  public internal(set) var sha256 = ""
  /// The session of an app's driver, if one recorded the trace.
  public internal(set) var session: TraceSession?
  /// The number of frames that a change of screen moved to an end of the grid.
  public internal(set) var clampedFrames = 0
  /// True if a library had fewer photos than a grid of the trace.
  public internal(set) var lacksPhotos = false

  /// The number of all warnings, kept or not.
  public var warningCount: Int { warningCounts.values.reduce(0, +) }

  /// True if photos come or go, or the grid shows a choice of them.
  public var hasChangingContent: Bool { contents.contains { $0 != nil } }

  /// The number of frames: the samples, and one for each layout without a sample at its time.
  ///
  /// - Complexity: O(entries).
  public var sampleCount: Int { entries.reduce(0) { $0 + ($1.kind == .sample ? 1 : 0) } }

  /// Reads a trace from bytes.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - sha256: Its identity; that of its bytes by default.
  public static func parse(
    _ bytes: [UInt8], name: String, sha256: String? = nil, linesMax: Int = linesMax
  ) throws(InputError) -> Trace {
    var parser = TraceParser(reader: JSONReader(bytes, isLenient: true), file: name)
    parser.linesMax = linesMax
    return try parser.run(sha256: sha256)
  }

  /// Returns the session of an app's driver.
  ///
  /// - Throws: `InputError` if no driver recorded the trace, or one of a later version.
  public func recordedSession(name: String) throws(InputError) -> TraceSession {
    if let session { return session }
    guard let version = header.sessionVersion else {
      throw InputError(
        name, line: 1, "no session: the header has no \"session\"",
        cure: "record one in an app, with GridSession beside its GridDriver (see docs/trace-format.md)")
    }
    throw InputError(name, line: 1, "version \(version) of sessions is newer than this lab", cure: "update it")
  }
}

/// The first line of a trace.
public struct TraceHeader: Sendable {
  /// The origin of a trace, for people; nothing depends on it.
  public struct Source: Hashable, Sendable {
    /// `recorded`, `physics`, `converted` or `synthetic`.
    public var kind: String?
    public var by: String?
    public var model: String?
    public var fingers: String?
    public var seed: Int64?
  }

  public var title: String?
  /// The pixels a point, in thousandths.
  public var scaleThousandths: Int64 = 1000
  public var refreshHz: Int64?
  public var device: String?
  public var source = Source()
  /// The version of the session; nil for a plain trace.
  public var sessionVersion: Int64?
}

/// An oddity of a trace that was read all the same.
public struct TraceWarning: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// The oddity, without the line.
  public let text: String

  public var description: String { "line \(line): \(text.visible)" }
}

/// An entry of a trace's timeline.
public struct TraceEntry: Hashable, Sendable {
  /// The kind of an entry, which decides the meaning of `value`.
  public enum Kind: Hashable, Sendable {
    /// The content offset is `value`, thousandths of a point.
    case sample
    /// An event; `value` is the number of the layout for a layout or a change of photos, the offset at which the scroll
    /// will stop, or `unknown`, for `up` and `bounce`, and 1 for the begin of a `scrub`.
    case event(TraceCode)
    /// A phase that a driver told its strategy; `value` is the offset at which the scroll will stop, or `unknown`.
    case signal(ScrollPhase)
  }

  static let unknown = Int64.min

  /// In nanoseconds since the start of the trace.
  public var time: Int64
  /// Thousandths of a point, the number of a layout, or 0: see `kind`.
  public var value: Int64
  public var kind: Kind

  var target: Int64? {
    switch kind {
    case .event(.up), .event(.bounce), .signal: value == TraceEntry.unknown ? nil : value
    default: nil
    }
  }

  /// True if it tells of a finger, or of a scroll by the system.
  var isOfFinger: Bool {
    switch kind {
    case .event(.down), .event(.drag), .event(.up), .event(.decel), .event(.top), .event(.scrub),
      .signal:
      true
    default: false
    }
  }

  /// The number of the layout that comes into force, if any.
  public var layout: Int? {
    switch kind {
    case .event(.layout), .event(.insert), .event(.remove), .event(.access): Int(value)
    default: nil
    }
  }
}

/// The code of a line that is not a sample.
public enum TraceCode: String, CaseIterable, Sendable {
  case down, drag, up, decel, bounce, idle, jump, top, scrub, layout, insert, remove, access
  case memoryWarning = "memory-warning"
  case background, foreground, mark, end
}

extension ReplayScript {
  /// Creates the script of a trace for replays.
  public init(_ trace: Trace) {
    var steps: ContiguousArray<Step> = []
    steps.reserveCapacity(trace.entries.count)
    for entry in trace.entries {
      let kind: Step.Kind
      switch entry.kind {
      case .sample: kind = .frame
      case .event(.layout): kind = .layout
      case .event(.insert), .event(.remove), .event(.access): kind = .content
      case .event(.memoryWarning): kind = .memoryWarning
      case .event(.background): kind = .background
      case .event(.foreground): kind = .foreground
      case .event, .signal: continue
      }
      steps.append(Step(time: Nanoseconds(rawValue: entry.time), value: entry.value, kind: kind))
    }
    self.init(
      steps: steps, layouts: trace.layouts, contents: trace.contents, signals: SignalWalk.signals(of: trace),
      end: trace.end)
  }
}

/// Goes through a trace's entries and notes what a phone would know of the scroll at each time.
///
/// A touch, a drag, a lift, the way to the top and a dragged scroll indicator change the phase from their line on. The
/// offset at which a fling will stop (`up` with `target`, `bounce` with `to`, 0 for `top`) is told with the first frame
/// after that line. A layout, or another content, ends what is known of it. Rest is an `idle` line, or an offset that has
/// not changed for 100 ms while it coasts. A trace without a line of the finger tells nothing. Where a driver has written
/// what it told (`phase`), that alone is told.
private struct SignalWalk {
  private static let restAfter: Int64 = 100_000_000

  let layouts: [GridLayout]
  var layout: GridLayout
  var signals: ContiguousArray<ReplayScript.Signal> = []
  var phase = ScrollPhase.still
  var target: MilliPoints?
  var offset: Int64?
  /// True if a driver wrote its signals, so that nothing is derived.
  var hasRecordedSignals = false
  var changedAt: Int64 = 0

  static func signals(of trace: Trace) -> ContiguousArray<ReplayScript.Signal> {
    guard trace.entries.contains(where: { $0.isOfFinger }) else { return [] }
    var walk = SignalWalk(layouts: trace.layouts, layout: trace.layouts[0])
    walk.tell(at: 0)
    for entry in trace.entries { walk.take(entry) }
    return walk.signals
  }

  private mutating func take(_ entry: TraceEntry) {
    let time = entry.time
    switch entry.kind {
    case .sample: sample(entry.value, at: time)
    case .event(.down): become(.tracking, at: time)
    case .event(.drag): become(.dragging, at: time)
    case .event(.up): become(.decelerating, to: entry.target, at: time)
    case .event(.decel): if phase != .decelerating { become(.decelerating, at: time) }
    case .event(.bounce): if let edge = entry.target { become(.decelerating, to: edge, at: time) }
    case .event(.idle): become(.still, at: time)
    case .event(.top): become(.animated, to: 0, at: time)
    case .event(.scrub): become(entry.value == 0 ? .still : .scrubbing, at: time)
    case .signal(let phase):
      (hasRecordedSignals, self.phase, target) = (true, phase, entry.target.map { MilliPoints(rawValue: $0) })
      tell(at: time)
    case .event:
      guard let number = entry.layout else { return }
      layout = layouts[number]
      if target != nil && !hasRecordedSignals { become(phase, at: time) }
    }
  }

  private mutating func sample(_ value: Int64, at time: Int64) {
    if value != offset {
      offset = value
      changedAt = time
    } else if !hasRecordedSignals && (phase == .decelerating || phase == .animated)
      && time - changedAt >= SignalWalk.restAfter
    {
      become(.still, at: time)
    }
  }

  private mutating func become(_ next: ScrollPhase, to offset: Int64? = nil, at time: Int64) {
    (phase, target, changedAt) = (next, nil, time)
    tell(at: time)
    guard let offset else { return }
    target = MilliPoints(rawValue: min(max(offset, 0), layout.lastOffset.rawValue))
    tell(at: time + 1)
  }

  private mutating func tell(at time: Int64) {
    // A signal that is overtaken before its time was never told.
    while let last = signals.last, last.time >= time { signals.removeLast() }
    signals.append(ReplayScript.Signal(time: Nanoseconds(rawValue: time), phase: phase, target: target))
  }
}
