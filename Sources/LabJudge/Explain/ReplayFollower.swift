/// A decode, followed from the events.
struct FollowedDecode: Sendable {
  let key: BitmapKey
  let begun: Int64
  /// The cost that the device declares for it, in nanoseconds.
  let cost: Int64
  let bytes: Int64
  /// True if its bitmap was held when it ended; nil while it runs.
  var kept: Bool?
}

/// Rebuilds the state of a replay from its events: what each cell shows or waits for, the held bitmaps, the queues, and
/// the workers.
///
/// The one place that does so, for a replay that runs as for an event file: pictures, explanations, timelines and
/// comparisons ask it, so that they agree with each other and with the replay's own ledger. Its memory grows with the items
/// that were started or shown, not with the events. Events that contradict each other, as in a file that was put together
/// by hand, are taken as they come.
struct ReplayFollower: ReplayObserver, Sendable {
  private(set) var time: Int64 = 0
  /// The index of the current frame; -1 before the first.
  private(set) var frame = -1
  /// The offset in thousandths of a point.
  private(set) var offset: Int64 = 0
  /// The bytes of the ledger.
  private(set) var live: Int64 = 0
  /// The bytes of `live` that cells show, and those that running decodes reserve.
  private(set) var displayed: Int64 = 0
  private(set) var inFlight: Int64 = 0

  /// The queued jobs. Those of thumbnails are seen when they begin; their queue is not followed.
  private(set) var demand = FollowedQueue()
  private(set) var preheat = FollowedQueue()
  /// The running decodes in the order in which they began.
  private(set) var running: [FollowedDecode] = []
  private(set) var started: Set<Int32> = []
  /// The bytes of the held bitmaps.
  private(set) var held: [BitmapKey: Int64] = [:]
  /// The bitmap that each cell shows.
  private(set) var shown: [Int32: BitmapKey] = [:]
  /// The key for which each cell waits that is blank or shows a thumbnail.
  private(set) var waiting: [Int32: BitmapKey] = [:]
  /// The held thumbnail of an item, whose size is its own.
  private var thumbnails: [Int32: BitmapKey] = [:]

  private let cells: CellPolicy
  private var size = PixelSize(width: 0, height: 0)
  private var sizeOfNextFrame: PixelSize?
  private var sizes: [PixelSize] = []

  /// - Parameter header: The configuration in the first line of an event file.
  init(header: JSON) {
    let configuration = RunConfiguration(header)
    cells = configuration.cells.flatMap { CellPolicy(rawValue: $0) } ?? .cancel
    guard let target = configuration.screen?.targetSize else { return }
    size = target
    know(target)
  }

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    self.time = time
    switch event {
    case .frame(let offset, _):
      frame += 1
      self.offset = offset
      size = sizeOfNextFrame ?? size
      sizeOfNextFrame = nil
    case .start(let ranges, .full):
      for range in ranges { for item in range.lower..<range.upper { start(BitmapKey(item: item, size: size)) } }
    case .stop(let ranges, .full):
      for range in ranges {
        for item in range.lower..<range.upper {
          started.remove(item)
          preheat.remove(BitmapKey(item: item, size: size))
        }
      }
    case .release(let item): release(item)
    case .request(let item, let size, let outcome): request(BitmapKey(item: item, size: size), outcome)
    case .cancel(let item, .full), .refuse(let item, .full):
      // Always of the size in force: a layout change comes into force with the frame behind it.
      unqueue(BitmapKey(item: item, size: size))
    case .begin(let key, _, let cost, let bytes):
      unqueue(key)
      if key.tier == .full { know(key.size) }
      if let place = running.firstIndex(where: { $0.key == key }) { inFlight -= running.remove(at: place).bytes }
      running.append(FollowedDecode(key: key, begun: time, cost: cost, bytes: bytes))
      inFlight += bytes
    case .end(let key, let kept): end(key, kept: kept)
    case .drop(let key, _, _):
      held[key] = nil
      if key.tier == .thumbnail { thumbnails[key.item] = nil }
    case .downloaded(let item):
      // The job waited for its file until now.
      let key = BitmapKey(item: item, size: size)
      if demand.remove(key) { demand.append(key) }
      if preheat.remove(key) { preheat.append(key) }
    case .layout(let target):
      sizeOfNextFrame = target
      know(target)
    case .live(let bytes): live = bytes
    case .start(_, .thumbnail), .stop(_, .thumbnail), .cancel(_, .thumbnail), .refuse(_, .thumbnail): break
    case .download, .content: break
    }
  }

  func running(_ key: BitmapKey) -> FollowedDecode? { running.first { $0.key == key } }

  /// Returns whether the cell waits for this very key: a bitmap of another target size does not end its wait.
  func isAwaiting(_ key: BitmapKey) -> Bool { key.tier == .full && waiting[key.item] == key }

  /// Returns whether this bitmap would change what a cell shows.
  func canShow(_ key: BitmapKey) -> Bool {
    isAwaiting(key) || (key.tier == .thumbnail && waiting[key.item] != nil && shown[key.item] == nil)
  }

  /// Returns the bitmap that serves a hit: the key's own, else the smallest held one that is at least as large in both
  /// sides. Of equally large ones it is the one whose target size came into force first.
  private func serving(_ key: BitmapKey) -> BitmapKey {
    if held[key] != nil { return key }
    var found: BitmapKey?
    for size in sizes where size.covers(key.size) && size.pixelCount < found?.size.pixelCount ?? .max {
      let larger = BitmapKey(item: key.item, size: size)
      if held[larger] != nil { found = larger }
    }
    return found ?? key
  }

  private mutating func know(_ size: PixelSize) {
    if !sizes.contains(size) { sizes.append(size) }
  }

  private mutating func unqueue(_ key: BitmapKey) {
    demand.remove(key)
    preheat.remove(key)
  }

  private mutating func start(_ key: BitmapKey) {
    guard started.insert(key.item).inserted else { return }
    if held[key] == nil && running(key) == nil && !demand.contains(key) { preheat.append(key) }
  }

  private mutating func request(_ key: BitmapKey, _ outcome: RequestOutcome) {
    know(key.size)
    if outcome == .hit { return show(serving(key)) }
    if running(key) == nil && !demand.contains(key) {
      preheat.remove(key)
      demand.append(key)
    }
    waiting[key.item] = key
    if outcome == .thumbnail, let thumbnail = thumbnails[key.item] { show(thumbnail) }
  }

  private mutating func release(_ item: Int32) {
    // Back behind all other preheats; what no start wants any more is cancelled, which is an event of its own.
    if let awaited = waiting[item], cells == .cancel, started.contains(item), demand.remove(awaited) {
      preheat.append(awaited)
    }
    waiting[item] = nil
    if let key = shown.removeValue(forKey: item) { displayed -= held[key] ?? 0 }
  }

  private mutating func end(_ key: BitmapKey, kept: Bool) {
    guard let place = running.firstIndex(where: { $0.key == key }) else { return }
    let bytes = running.remove(at: place).bytes
    inFlight -= bytes
    guard kept else { return }
    let isNews = canShow(key)
    held[key] = bytes
    if key.tier == .thumbnail { thumbnails[key.item] = key }
    guard isNews else { return }
    show(key)
    if key.tier == .full { waiting[key.item] = nil }
  }

  private mutating func show(_ key: BitmapKey) {
    if let old = shown.updateValue(key, forKey: key.item) { displayed -= held[old] ?? 0 }
    displayed += held[key] ?? 0
  }
}

/// A queue of jobs, first come first served. A strategy may start a whole library, so no step may search it.
struct FollowedQueue: Sendable {
  private var tickets: [BitmapKey: Int] = [:]
  private var next = 0

  var count: Int { tickets.count }

  /// The queued keys, the next one first.
  var keys: [BitmapKey] { tickets.ordered { $0.value < $1.value }.map { $0.key } }

  func contains(_ key: BitmapKey) -> Bool { tickets[key] != nil }

  /// Returns the number of jobs before it, or nil if it is not queued.
  func jobsBefore(_ key: BitmapKey) -> Int? { tickets[key].map { ticket in tickets.values.count { $0 < ticket } } }

  mutating func append(_ key: BitmapKey) {
    tickets[key] = next
    next += 1
  }

  @discardableResult
  mutating func remove(_ key: BitmapKey) -> Bool { tickets.removeValue(forKey: key) != nil }
}
