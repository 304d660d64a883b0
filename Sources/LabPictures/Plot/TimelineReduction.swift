import CacheLab
import LabBase
import LabRecords
import StrategyKit

/// Takes a replay's events one by one and keeps what pictures need of them.
struct TimelineReduction: ReplayObserver {
  private(set) var timeline: EventTimeline

  private let viewportHeight: Double
  private var held = EventTimeline.Memory()
  private var follower: ReplayFollower
  /// Since when each cell waits for its image, and how its request ended.
  private var waiting: [Int32: Int64] = [:]
  /// Cells of the first screen that have shown nothing yet; nil before there is a frame with cells.
  private var empty: Set<Int32>?
  /// Those that have not shown their image, and since when there is the screen.
  private var unsharp: Set<Int32> = []
  private var began: Int64 = 0

  init(_ header: JSON, end: Int64) {
    timeline = EventTimeline(header, end: end)
    viewportHeight = max(0.001, timeline.configuration.screen?.height ?? 1) * 1000
    follower = ReplayFollower(header: header, followsJobs: false)
  }

  /// - Precondition: events come in order of time, none after `end`.
  mutating func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .request(let item, _, let outcome): request(item, outcome, at: time)
    case .end(let key, kept: true):
      if follower.wouldShow(key) { show(key, at: time) }
      if follower.awaits(key) { endWait(key.item, at: time) }
    default: break
    }
    follower.take(event, at: time)
    switch event {
    case .live(let bytes): keep(bytes, at: time)
    // The bytes stay, and are in flight no more.
    case .end(_, kept: true): keep(held.live, at: time)
    case .frame(let offset, _):
      // Cells that got or left their image changed what bytes are for, and no byte.
      keep(held.live, at: time)
      timeline.offsets[part(time)] = Double(offset) / viewportHeight
    case .release(let item):
      unsharp.remove(item)
      empty?.remove(item)
      endWait(item, at: time)
    default: break
    }
  }

  /// Displayed bytes, bytes in flight and blank cells, as they stand.
  var books: (displayed: Int64, inFlight: Int64, blank: Int) {
    (follower.displayed, follower.inFlight, follower.blankCount)
  }

  private func part(_ time: Int64) -> Int { Int(Int128(time) * Int128(EventTimeline.parts) / Int128(timeline.end + 1)) }

  /// A cell of the first screen shows something.
  private mutating func show(_ key: BitmapKey, at time: Int64) {
    if empty?.remove(key.item) != nil { timeline.firstScreen.filled.append(time - began) }
    if key.tier == .full && unsharp.remove(key.item) != nil { timeline.firstScreen.sharp.append(time - began) }
  }

  private mutating func request(_ item: Int32, _ outcome: RequestOutcome, at time: Int64) {
    if empty == nil { (empty, began) = ([], time) }
    if time == began && outcome != .hit {
      unsharp.insert(item)
      if outcome != .coarse { empty?.insert(item) }
    }
    if outcome == .hit { timeline.waits.append(0) } else { waiting[item] = time }
  }

  private mutating func endWait(_ item: Int32, at time: Int64) {
    if let since = waiting.removeValue(forKey: item) { timeline.waits.append(time - since) }
  }

  /// What is held from now on.
  private mutating func keep(_ bytes: Int64, at time: Int64) {
    let (part, displayed, inFlight) = (part(time), follower.displayed, follower.inFlight)
    begin(part)
    held = EventTimeline.Memory(
      time: time, displayed: displayed, kept: max(0, bytes - displayed - inFlight), inFlight: inFlight)
    if held.live > timeline.peak.live { timeline.peak = held }
    if held.live > timeline.memory[part].live { timeline.memory[part] = held }
  }

  /// Begins all parts up to this one: what was held as a part began counts in it, and the scroll goes on where it was.
  private mutating func begin(_ part: Int) {
    while timeline.memory.count <= part {
      timeline.memory.append(held)
      timeline.offsets.append(timeline.offsets.last ?? 0)
    }
  }

  /// The whole, once the last event was taken.
  consuming func finished() -> EventTimeline {
    // Cells that still wait at the end have waited until then.
    timeline.waits += waiting.values.map { [end = timeline.end] in end - $0 }
    timeline.waits.sort()
    timeline.firstScreen.sharp.sort()
    timeline.firstScreen.filled.sort()
    begin(EventTimeline.parts - 1)
    return timeline
  }
}
