/// Takes a replay's events one by one and keeps what pictures need of them.
struct TimelineReduction {
  private struct Key: Hashable {
    var item: Int64
    var width: Int64
    var isCoarse = false
  }

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

  private var resident: [Key: Int64] = [:]
  private var running: [Key: Int64] = [:]
  /// What each cell shows.
  private var shown: [Int64: Key] = [:]
  /// Since when each cell waits for its image, and how its request ended.
  private var waiting: [Int64: Int64] = [:]
  /// Those of them that show a coarse image.
  private var softCount = 0
  private var outcomes: [Int64: RequestOutcome] = [:]
  private var width: Int64 = 0
  private var displayed: Int64 = 0
  private var inFlight: Int64 = 0
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
  }

  /// - Precondition: events come in order of time, none after `end`.
  mutating func take(_ event: PlotEvent) {
    now = event.time
    let width = event.width < 0 ? width : event.width
    switch event.kind {
    case .live: keep(live: event.bytes)
    case .frame: frame(event)
    case .request: request(Key(item: event.item, width: width), event.outcome)
    case .release: release(event.item)
    case .begin:
      running[Key(item: event.item, width: width, isCoarse: event.isCoarse)] = event.bytes
      inFlight += event.bytes
    case .end: ended(Key(item: event.item, width: width), event)
    case .drop:
      let key = Key(item: event.item, width: width, isCoarse: event.isCoarse)
      if resident.removeValue(forKey: key) == nil {
        resident[Key(item: event.item, width: width, isCoarse: !event.isCoarse)] = nil
      }
    case .content:
      look()
      visible = (0, 0)
      photos = PhotoPlaces(event.photos)
    case .other: break
    }
  }

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
    let (waiting, shown, outcomes, lower) = (self.waiting, self.shown, self.outcomes, visible.lower)
    let photos = photos
    screen.hold(
      from: seenUntil, to: now, count: Int(visible.upper - visible.lower), blank: waiting.count - softCount
    ) { place in
      let item = photos[lower + Int64(place)]
      guard let key = shown[item] else { return .blank }
      if waiting[item] != nil && key.isCoarse { return .soft }
      return switch outcomes[item] {
      case .hit: .hit
      case .late, .coarse: .late
      case .miss, nil: .miss
      }
    }
    seenUntil = now
  }

  private mutating func request(_ key: Key, _ outcome: RequestOutcome) {
    width = key.width
    requests[part].count(outcome)
    total.count(outcome)
    outcomes[key.item] = outcome
    guard outcome == .hit else {
      waiting[key.item] = now
      let coarse = resident.keys.filter { outcome == .coarse && $0.item == key.item && $0.isCoarse }
      if let serving = coarse.min(by: { $0.width < $1.width }) { show(serving) }
      return
    }
    waits.append(0)
    // A larger bitmap may serve where the strategy lets it.
    let serving =
      resident[key] != nil ? key : resident.keys.filter { $0.item == key.item }.min { $0.width < $1.width }
    if let serving { show(serving) }
  }

  private mutating func ended(_ key: Key, _ event: PlotEvent) {
    var key = key
    if let bytes = running.removeValue(forKey: key) {
      end(key, bytes: bytes, isKept: event.isKept)
    } else {
      key.isCoarse = true
      if let bytes = running.removeValue(forKey: key) { end(key, bytes: bytes, isKept: event.isKept) }
    }
  }

  private mutating func end(_ key: Key, bytes: Int64, isKept: Bool) {
    inFlight -= bytes
    guard isKept else { return }
    resident[key] = bytes
    guard let since = waiting[key.item] else { return }
    look()
    if !key.isCoarse {
      waits.append(now - since)
      if shown[key.item] != nil { softCount -= 1 }
      waiting[key.item] = nil
    }
    show(key)
  }

  private mutating func release(_ item: Int64) {
    look()
    outcomes[item] = nil
    if let since = waiting.removeValue(forKey: item) {
      waits.append(now - since)
      if shown[item] != nil { softCount -= 1 }
    }
    if let key = shown.removeValue(forKey: item) { displayed -= resident[key] ?? 0 }
  }

  private mutating func show(_ key: Key) {
    if let earlier = shown[key.item] { displayed -= resident[earlier] ?? 0 }
    if key.isCoarse && shown[key.item] == nil && waiting[key.item] != nil { softCount += 1 }
    shown[key.item] = key
    displayed += resident[key] ?? 0
  }

  private mutating func keep(live: Int64) {
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
