public import CacheLab
public import LabBase
public import LabRecords
public import StrategyKit

/// A replay as its event file tells it, in the form that pictures need: a fixed number of moments, however long it is.
public struct EventTimeline: Sendable {
  /// The ledger at a moment, bytes.
  struct Memory: Hashable, Sendable {
    /// Nanoseconds.
    var time: Int64 = 0
    var displayed: Int64 = 0
    var kept: Int64 = 0
    var inFlight: Int64 = 0
    var live: Int64 { displayed + kept + inFlight }
  }

  /// Parts that the time is cut into for memory and offset.
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
  /// Of each part of the time the moment at which most was held.
  var memory: [Memory] = []
  /// The first moment at which most was held.
  var peak = Memory()
  /// Offset at the end of each part, in viewport heights.
  var offsets: [Double] = []
  /// Waits of all requests, nanoseconds, ascending; a hit's is 0.
  var waits: [Int64] = []
  /// Of the cells of the first screen, nanoseconds, ascending: until each showed its image, and until it showed anything.
  var firstScreen: (sharp: [Int64], filled: [Int64]) = ([], [])

  /// What a replay shows, as its event file would tell it.
  ///
  /// It is replayed twice, because pictures cut the time into parts: when it ends must be known before it begins.
  ///
  /// - Parameter configuration: That of the run.
  public init(_ replay: Replay, _ strategy: StrategySpec, configuration: JSON) {
    let end = replay.runOnce(strategy, observer: LastEvent()).observer.time
    let reduction = TimelineReduction(EventText.header(configuration), end: end)
    self = replay.runOnce(strategy, observer: reduction).observer.finished()
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
      guard next.time <= reduction.timeline.end else {
        throw reader.problem("is not in the order of time: it is later than the last line")
      }
      reduction.take(next.event, at: next.time)
    }
    self = reduction.finished()
  }

  /// One of which nothing is known yet but the first line of the file, and when it ends.
  init(_ header: JSON, end: Int64) {
    configuration = RunConfiguration(header)
    trace = configuration.traceName ?? "?"
    self.end = end
  }
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
