public import CacheLab
public import LabRecords

/// A replay as pictures need it: a fixed number of parts, however long it is.
public struct EventTimeline: Sendable {
  /// The bytes of the ledger over a part of the time.
  struct Part: Hashable, Sendable {
    /// The means.
    var (displayed, kept, inFlight) = (0.0, 0.0, 0.0)
    /// The most that was held at once.
    var most: Int64 = 0
    /// The offset at its end, in viewport heights.
    var offset = 0.0
  }

  /// The number of parts.
  static let parts = 480

  /// The configuration of the run.
  public let configuration: RunConfiguration
  public var strategy: String { configuration.shortStrategy ?? "?" }
  /// The name of its trace among others; see `distinct`.
  public var trace: String
  /// The identity of its trace.
  public var traceIdentity: String { configuration.traceSHA256 ?? trace }
  /// The time of the last event in nanoseconds.
  let end: Int64
  let parts: [Part]
  /// The first time at which most was held, in nanoseconds, and the bytes then.
  let peak: (time: Int64, live: Int64)
  /// The waits of all requests in nanoseconds, ascending; 0 for a hit.
  let waits: [Int64]
  /// The times until each cell of the first screen showed its image, and until it showed anything, in nanoseconds,
  /// ascending.
  let firstScreen: (sharp: [Int64], filled: [Int64])

  /// Replays a strategy, twice: the end must be known before the time can be cut into parts.
  public init(_ replay: Replay, _ strategy: StrategySpec, configuration: JSON) {
    let end = replay.run(strategy, observer: LastEvent()).observer.time
    let reduction = TimelineReduction(EventText.header(configuration), end: end)
    self = replay.run(strategy, observer: reduction).observer.finished()
  }

  private struct LastEvent: ReplayObserver {
    var time: Int64 = 0
    mutating func take(_ event: ReplayEvent, at time: Int64) { self.time = time }
  }

  /// Returns the replays with different names for traces of one name and different content.
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
  /// - Throws: `ResultError` with the first line that does not belong in an event file.
  public init(_ reader: consuming EventReader) throws(ResultError) {
    var reader = reader
    // The reader reports a last line that is not an event once it gets there.
    var reduction = TimelineReduction(reader.header, end: try reader.lastTime() ?? .max / 2)
    while let next = try reader.next() {
      guard next.time <= reduction.end else {
        throw reader.problem("is not in the order of time: it is later than the last line")
      }
      reduction.take(next.event, at: next.time)
    }
    self = reduction.finished()
  }

  init(
    _ header: JSON, end: Int64, parts: [Part], peak: (time: Int64, live: Int64), waits: [Int64],
    firstScreen: (sharp: [Int64], filled: [Int64])
  ) {
    configuration = RunConfiguration(header)
    trace = configuration.traceName ?? "?"
    (self.end, self.parts, self.peak, self.waits, self.firstScreen) = (end, parts, peak, waits, firstScreen)
  }

  /// Returns the beginning of a part in nanoseconds.
  static func border(_ part: Int, end: Int64) -> Int64 { Int64(Int128(end) * Int128(part) / Int128(parts)) }

  func border(_ part: Int) -> Int64 { EventTimeline.border(part, end: end) }
}

extension EventTimeline {
  /// The length of a time axis, at least a thousandth of a second, because gnuplot draws none of length 0.
  var seconds: Double { max(0.001, Double(end) / 1e9) }

  /// The settings beside strategy and trace that decide its numbers.
  public var runSetting: SettingValues { SettingValues(configuration.json) }

  /// The line below a title: screen, device, and settings that are not at their default.
  var setting: String {
    "\(configuration.screen?.words ?? "? pt @0x"), \(runSetting.caption(withScreen: false))"
  }
}
