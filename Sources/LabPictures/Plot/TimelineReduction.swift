import CacheLab
import LabBase
import LabRecords
import StrategyKit

/// Takes a replay's events one by one and keeps what pictures need of them.
struct TimelineReduction {
  let configuration: JSON
  let end: Int64
  private(set) var now: Int64 = 0
  private(set) var peak = EventTimeline.Memory()
  private(set) var requests = [EventTimeline.Requests](repeating: .init(), count: EventTimeline.parts)
  private(set) var total = EventTimeline.Requests()
  private(set) var frameCount: Int64 = 0
  private(set) var screen: ScreenHistory
  private(set) var waits: [Int64] = []

  private let viewportHeight: Double
  private var memory = [EventTimeline.Memory?](repeating: nil, count: EventTimeline.parts)
  private var offsets = [Double?](repeating: nil, count: EventTimeline.parts)
  /// What was held as each part ended.
  private var after = [EventTimeline.Memory?](repeating: nil, count: EventTimeline.parts)
  private var held = EventTimeline.Memory()

  private var cells = FollowedCells()
  /// Since when each cell waits for its image, and how its request ended.
  private var waiting: [Int32: Int64] = [:]
  private var outcomes: [Int32: RequestOutcome] = [:]
  private var visible: (lower: Int64, upper: Int64) = (0, 0)
  private var photos = PhotoPlaces()
  /// Until when `screen` is filled.
  private var seenUntil: Int64 = 0

  init(_ configuration: JSON, end: Int64) {
    self.configuration = configuration
    self.end = end
    let height = configuration["screen"]?["viewport-pt"]?.array?.last?.string.flatMap { Double($0) } ?? 1
    viewportHeight = max(0.001, height) * 1000
    screen = ScreenHistory(end: end)
    let target = configuration["screen"]?["target-px"]?.array?.compactMap { $0.integer.flatMap { Int32(exactly: $0) } }
    if let target, target.count == 2 { cells.know(PixelSize(width: target[0], height: target[1])) }
  }

  /// - Precondition: events come in order of time, none after `end`.
  mutating func take(_ event: PlotEvent) {
    now = event.time
    switch event.kind {
    case .live: keep(live: event.bytes)
    case .frame: frame(event)
    case .request: if let key = event.key { request(key, event.outcome) }
    case .release: release(event.item)
    case .begin: if let key = event.key { cells.begin(key, bytes: event.bytes) }
    case .end: if let key = event.key { end(key, isKept: event.isKept) }
    case .drop: if let key = event.key { cells.drop(key) }
    case .layout: if let size = event.size { cells.know(size) }
    case .content:
      look()
      visible = (0, 0)
      photos = PhotoPlaces(event.photos)
    case .other: break
    }
  }

  /// Displayed bytes, bytes in flight and blank cells, as they stand.
  var books: (displayed: Int64, inFlight: Int64, blank: Int) { (cells.displayed, cells.inFlight, cells.blankCount) }

  private var part: Int { Int(Int128(now) * Int128(EventTimeline.parts) / Int128(end + 1)) }

  private mutating func frame(_ event: PlotEvent) {
    look()
    // Cells that got or left their image changed what bytes are for, and no byte.
    keep(live: held.live)
    visible = event.visible
    frameCount += 1
    offsets[part] = Double(event.offset) / viewportHeight
  }

  /// Puts down what the screen showed until now.
  private mutating func look() {
    let (cells, outcomes, lower, photos) = (self.cells, self.outcomes, visible.lower, photos)
    screen.hold(
      from: seenUntil, to: now, count: Int(visible.upper - visible.lower), blank: cells.blankCount
    ) { place in
      guard let item = Int32(exactly: photos[lower + Int64(place)]), let key = cells.shown[item] else { return .blank }
      if key.tier == .coarse { return .soft }
      return switch outcomes[item] {
      case .hit: .hit
      case .late, .coarse: .late
      case .miss, nil: .miss
      }
    }
    seenUntil = now
  }

  private mutating func request(_ key: BitmapKey, _ outcome: RequestOutcome) {
    requests[part].count(outcome)
    total.count(outcome)
    outcomes[key.item] = outcome
    cells.request(key, outcome)
    if outcome == .hit { waits.append(0) } else { waiting[key.item] = now }
  }

  private mutating func end(_ key: BitmapKey, isKept: Bool) {
    if isKept && cells.wouldShow(key) { look() }
    if isKept && cells.awaits(key), let since = waiting.removeValue(forKey: key.item) { waits.append(now - since) }
    cells.end(key, kept: isKept)
  }

  private mutating func release(_ item: Int32) {
    look()
    outcomes[item] = nil
    if let since = waiting.removeValue(forKey: item) { waits.append(now - since) }
    cells.release(item)
  }

  private mutating func keep(live: Int64) {
    let (displayed, inFlight) = (cells.displayed, cells.inFlight)
    let memory = EventTimeline.Memory(
      time: now, displayed: displayed, kept: max(0, live - displayed - inFlight), inFlight: inFlight)
    if memory.live > peak.live { peak = memory }
    // What was held as the part began counts in it.
    let before = self.memory[part] ?? held
    self.memory[part] = memory.live > before.live ? memory : before
    after[part] = memory
    held = memory
  }

  /// The whole, once the last event was taken.
  consuming func finished() -> EventTimeline {
    now = end
    look()
    // Cells that still wait at the end have waited until then.
    let unserved = waiting.values.map { end - $0 }
    waits += unserved
    var (memory, offsets): ([EventTimeline.Memory], [Double]) = ([], [])
    var last = EventTimeline.Memory()
    for part in 0..<EventTimeline.parts {
      memory.append(self.memory[part] ?? last)
      last = after[part] ?? last
      offsets.append(self.offsets[part] ?? offsets.last ?? 0)
    }
    return EventTimeline(self, memory: memory, offsets: offsets)
  }
}
