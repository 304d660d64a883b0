public import CacheLab
public import LabBase
public import LabRecords
public import StrategyKit

/// A replay as its event file tells it, in the form that pictures need: a fixed number of moments, however long it is.
public struct EventTimeline: Sendable {
  /// The ledger over a part of the time, bytes.
  struct Part: Hashable, Sendable {
    /// Means.
    var (displayed, kept, inFlight) = (0.0, 0.0, 0.0)
    /// The most that was held at a moment.
    var most: Int64 = 0
    /// At its end, in viewport heights.
    var offset = 0.0
  }

  /// Parts that the time is cut into.
  static let parts = 480

  /// What was replayed, as the first line of the file says it.
  public let configuration: RunConfiguration
  public var strategy: String { configuration.shortStrategy ?? "?" }
  /// What its trace is called where it stands among others; see `distinct`.
  public var trace: String
  /// What tells its trace from all others.
  public var traceIdentity: String { configuration.traceSHA256 ?? trace }
  /// The last event, nanoseconds.
  let end: Int64
  let parts: [Part]
  /// The first moment at which most was held, nanoseconds, and how much it was, bytes.
  let peak: (time: Int64, live: Int64)
  /// Waits of all requests, nanoseconds, ascending; a hit's is 0.
  let waits: [Int64]
  /// Of the cells of the first screen, nanoseconds, ascending: until each showed its image, and until it showed anything.
  let firstScreen: (sharp: [Int64], filled: [Int64])

  /// What a replay shows, as its event file would tell it.
  ///
  /// It is replayed twice, because pictures cut the time into parts: when it ends must be known before it begins.
  ///
  /// - Parameter configuration: That of the run.
  public init(_ replay: Replay, _ strategy: StrategySpec, configuration: JSON) {
    let end = replay.run(strategy, observer: LastEvent()).observer.time
    let reduction = TimelineReduction(EventText.header(configuration), end: end)
    self = replay.run(strategy, observer: reduction).observer.finished()
  }

  private struct LastEvent: ReplayObserver {
    var time: Int64 = 0
    mutating func take(_ event: ReplayEvent, at time: Int64) { self.time = time }
  }

  /// The replays, with traces of one name and other content told apart, as `RunRecord.distinct` does with records.
  public static func distinct(_ replays: [EventTimeline]) -> [EventTimeline] {
    let names = TraceNames(replays.map { (name: $0.trace, identity: $0.traceIdentity) })
    return zip(replays, names.shown).map { replay, name in
      var replay = replay
      replay.trace = name
      return replay
    }
  }

  /// Reads an event file of any length.
  ///
  /// - Throws: `ResultError` with the line that is none of an event file.
  public init(_ reader: consuming EventReader) throws(ResultError) {
    var reader = reader
    // Of a last line that is no event the reader says so, once it comes to it.
    var reduction = TimelineReduction(reader.header, end: try reader.lastTime() ?? .max / 2)
    while let next = try reader.next() {
      guard next.time <= reduction.end else {
        throw reader.problem("is not in the order of time: it is later than the last line")
      }
      reduction.take(next.event, at: next.time)
    }
    self = reduction.finished()
  }

  /// - Parameter waits: Ascending, as those of the first screen.
  init(
    _ header: JSON, end: Int64, parts: [Part], peak: (time: Int64, live: Int64), waits: [Int64],
    firstScreen: (sharp: [Int64], filled: [Int64])
  ) {
    configuration = RunConfiguration(header)
    trace = configuration.traceName ?? "?"
    (self.end, self.parts, self.peak, self.waits, self.firstScreen) = (end, parts, peak, waits, firstScreen)
  }

  /// Where a part of the time begins, nanoseconds.
  static func border(_ part: Int, end: Int64) -> Int64 { Int64(Int128(end) * Int128(part) / Int128(parts)) }

  func border(_ part: Int) -> Int64 { EventTimeline.border(part, end: end) }
}

extension EventTimeline {
  /// The length of a time axis: at least a thousandth of a second, for an axis of no length cannot be drawn.
  var seconds: Double { max(0.001, Double(end) / 1e9) }

  /// All that decides its numbers beside strategy and trace.
  public var runSetting: SettingValues { SettingValues(configuration.json) }

  /// What was replayed, in a line below a title: screen, device, and what is not as it is by default.
  var setting: String {
    "\(configuration.screen?.words ?? "? pt @0x"), \(runSetting.caption(withScreen: false))"
  }
}
