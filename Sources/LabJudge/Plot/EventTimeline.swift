/// A replay as pictures need it: a fixed number of parts, however long it is.
public struct EventTimeline: Sendable {
  /// The mean bytes of the ledger over a part of the time, the most at once, and the offset at its end in viewport heights.
  struct Part: Equatable {
    let displayed, kept, inFlight: Double
    let most: Int64
    var offset = 0.0
  }

  static let parts = 480

  /// The configuration of the run.
  public let configuration: RunConfiguration
  public var strategy: String { configuration.shortStrategy ?? "?" }
  /// The name of its trace among others; see `distinct`.
  public var trace: String
  let end: Int64
  let parts: [Part]
  /// The first time at which most was held, in nanoseconds, and the bytes then.
  let peak: (time: Int64, live: Int64)
  /// The waits of all requests in nanoseconds, ascending; 0 for a hit.
  let waits: [Int64]
  /// The times until each cell of the first screen showed its image, and until it showed anything, in nanoseconds,
  /// ascending.
  let firstScreen: (sharp: [Int64], filled: [Int64])

  static func border(_ part: Int, end: Int64) -> Int64 { Int64(Int128(end) * Int128(part) / Int128(parts)) }
}

extension EventTimeline {
  /// Replays a strategy, twice: the end must be known before the time can be cut into parts.
  public init(_ replay: Replay, _ strategy: StrategySpec, configuration: JSON) {
    let end = replay.run(strategy, observer: LastEvent()).observer.time
    let reduction = TimelineReduction(configuration.visible, end: end)
    self = replay.run(strategy, observer: reduction).observer.finished()
  }

  private struct LastEvent: ReplayObserver {
    var time: Int64 = 0
    mutating func take(_ event: ReplayEvent, at time: Int64) { self.time = time }
  }

  /// Returns the replays with different names for traces of one name and different content.
  public static func distinct(_ replays: [EventTimeline]) -> [EventTimeline] {
    var replays = replays
    let names = TraceNames.shown(replays.map { (name: $0.trace, identity: $0.configuration.traceSHA256 ?? $0.trace) })
    for (index, name) in names.enumerated() { replays[index].trace = name }
    return replays
  }

  /// Reads an event file of any length, twice.
  ///
  /// - Throws: `ResultError` with the first line that does not belong in an event file.
  public init(_ reader: @autoclosure () throws(ResultError) -> EventReader) throws(ResultError) {
    var last = LastEvent()
    var first = try reader()
    try first.feed(&last)
    var second = try reader()
    var reduction = TimelineReduction(second.header, end: last.time)
    try second.feed(&reduction)
    self = reduction.finished()
  }

  /// The length of a time axis, at least a thousandth of a second, because gnuplot draws none of length 0.
  var seconds: Double { max(0.001, Double(end) / 1e9) }

  /// The settings beside strategy and trace that decide its numbers.
  public var runSetting: SettingValues { SettingValues(configuration.json) }

  /// The line below a title: screen, device, and settings that are not at their default.
  var setting: String {
    "\(configuration.screen?.words ?? "? pt @0x"), \(runSetting.caption(withScreen: false))"
  }
}

struct TimelineReduction: ReplayObserver {
  let end: Int64

  private let header: JSON
  private let viewportHeight: Double
  private(set) var follower: ReplayFollower
  private var parts = [Part](repeating: Part(), count: EventTimeline.parts)
  private var part = 0
  private var heldUntil: Int64 = 0
  private var peak: (time: Int64, live: Int64) = (0, 0)
  private var waits: [Int64] = []
  /// The time since which each cell waits for its image.
  private var waiting: [Int32: Int64] = [:]
  private var firstScreen: (sharp: [Int64], filled: [Int64]) = ([], [])
  /// Cells of the first screen that have shown nothing yet; nil before there is a frame with cells.
  private var empty: Set<Int32>?
  private var unsharp: Set<Int32> = []
  private var began: Int64 = 0

  /// The sums of bytes over the nanoseconds of a part, and the most at once.
  private struct Part {
    var (displayed, inFlight, live): (Int128, Int128, Int128) = (0, 0, 0)
    var most: Int64 = 0
    var offset: Int64 = 0
  }

  init(_ header: JSON, end: Int64) {
    (self.header, self.end) = (header, end)
    viewportHeight = max(0.001, RunConfiguration(header).screen?.height ?? 1) * 1000
    follower = ReplayFollower(header: header)
  }

  /// - Precondition: Events come in order of time, none after `end`.
  mutating func take(_ event: ReplayEvent, at time: Int64) {
    hold(until: time)
    switch event {
    case .request(let item, _, let outcome): request(item, outcome, at: time)
    case .end(let key, kept: true):
      if follower.canShow(key) { show(key, at: time) }
      if follower.isAwaiting(key) { endWait(key.item, at: time) }
    default: break
    }
    follower.take(event, at: time)
    switch event {
    case .live(let bytes):
      if bytes > peak.live { peak = (time, bytes) }
      parts[part].most = max(parts[part].most, bytes)
    case .frame(let offset, _): parts[part].offset = offset
    case .release(let item):
      unsharp.remove(item)
      empty?.remove(item)
      endWait(item, at: time)
    default: break
    }
  }

  /// Adds the bytes held since the last event to each part that they were held in.
  private mutating func hold(until time: Int64) {
    while true {
      let border = EventTimeline.border(part + 1, end: end)
      let stop = min(time, border)
      let length = Int128(stop - heldUntil)
      parts[part].displayed += Int128(follower.displayed) * length
      parts[part].inFlight += Int128(follower.inFlight) * length
      parts[part].live += Int128(follower.live) * length
      heldUntil = stop
      guard time >= border, part + 1 < EventTimeline.parts else { return }
      part += 1
      (parts[part].most, parts[part].offset) = (follower.live, follower.offset)
    }
  }

  private mutating func show(_ key: BitmapKey, at time: Int64) {
    if empty?.remove(key.item) != nil { firstScreen.filled.append(time - began) }
    if key.tier == .full && unsharp.remove(key.item) != nil { firstScreen.sharp.append(time - began) }
  }

  private mutating func request(_ item: Int32, _ outcome: RequestOutcome, at time: Int64) {
    if empty == nil { (empty, began) = ([], time) }
    if time == began && outcome != .hit {
      unsharp.insert(item)
      if outcome != .thumbnail { empty?.insert(item) }
    }
    if outcome == .hit { waits.append(0) } else { waiting[item] = time }
  }

  private mutating func endWait(_ item: Int32, at time: Int64) {
    if let since = waiting.removeValue(forKey: item) { waits.append(time - since) }
  }

  consuming func finished() -> EventTimeline {
    hold(until: end)
    let parts = parts.enumerated().map { [end, viewportHeight] number, part in
      let length = EventTimeline.border(number + 1, end: end) - EventTimeline.border(number, end: end)
      func mean(_ sum: Int128) -> Double { length > 0 ? Double(sum) / Double(length) : 0 }
      return EventTimeline.Part(
        displayed: mean(part.displayed), kept: mean(max(0, part.live - part.displayed - part.inFlight)),
        inFlight: mean(part.inFlight), most: part.most, offset: Double(part.offset) / viewportHeight)
    }
    let configuration = RunConfiguration(header)
    return EventTimeline(
      configuration: configuration, trace: configuration.traceName ?? "?", end: end, parts: parts, peak: peak,
      // Cells that still wait at the end have waited until then.
      waits: (waits + waiting.values.map { [end] in end - $0 }).sorted(),
      firstScreen: (firstScreen.sharp.sorted(), firstScreen.filled.sorted()))
  }
}
