/// The jobs of a replay, followed from its events: the queues, the running decodes, and the decode that made each held
/// bitmap.
///
/// Jobs of thumbnails are seen when they begin; their queue is not followed.
package struct FollowedJobs: Sendable {
  package private(set) var demand = FollowedQueue()
  package private(set) var preheat = FollowedQueue()
  /// The running decodes in the order in which they began.
  package private(set) var running: [FollowedDecode] = []
  /// The decodes that made the held bitmaps.
  package private(set) var held: [BitmapKey: FollowedDecode] = [:]
  package private(set) var started: Set<Int32> = []
  private let cells: CellPolicy

  init(cells: CellPolicy) { self.cells = cells }

  /// Returns the running decode of a key.
  package func running(_ key: BitmapKey) -> FollowedDecode? { running.first { $0.key == key } }

  /// Takes the next event.
  ///
  /// - Parameters:
  ///   - size: The target size in force.
  ///   - awaited: The key for which the cell of a released item waited.
  mutating func take(_ event: ReplayEvent, at time: Int64, size: PixelSize, awaited: BitmapKey?) {
    func key(_ item: Int32) -> BitmapKey { BitmapKey(item: item, size: size) }
    switch event {
    case .start(let ranges, .full):
      for range in ranges { for item in range.lower..<range.upper { start(key(item)) } }
    case .stop(let ranges, .full):
      for range in ranges {
        for item in range.lower..<range.upper {
          started.remove(item)
          preheat.remove(key(item))
        }
      }
    case .release: if let awaited { release(awaited) }
    case .request(let item, let size, let outcome): request(BitmapKey(item: item, size: size), outcome)
    case .cancel(let item, .full), .refuse(let item, .full):
      // Always of the size in force: a layout change comes into force with the frame behind it.
      preheat.remove(key(item))
      demand.remove(key(item))
    case .begin(let key, _, let cost, _):
      demand.remove(key)
      preheat.remove(key)
      running.append(FollowedDecode(key: key, begun: time, cost: cost))
    case .end(let key, let kept): end(key, kept: kept, at: time)
    case .drop(let key, _, _): held[key] = nil
    case .downloaded(let item):
      // The job waited for its file until now.
      if demand.remove(key(item)) { demand.append(key(item)) }
      if preheat.remove(key(item)) { preheat.append(key(item)) }
    case .start(_, .thumbnail), .stop(_, .thumbnail), .cancel(_, .thumbnail), .refuse(_, .thumbnail): break
    case .frame, .download, .layout, .content, .live: break
    }
  }

  private mutating func start(_ key: BitmapKey) {
    guard started.insert(key.item).inserted else { return }
    if held[key] == nil && running(key) == nil && !demand.contains(key) { preheat.append(key) }
  }

  private mutating func release(_ awaited: BitmapKey) {
    guard cells == .cancel, demand.contains(awaited), started.contains(awaited.item) else { return }
    // Back behind all other preheats; what no start wants any more is cancelled, which is an event of its own.
    demand.remove(awaited)
    preheat.append(awaited)
  }

  private mutating func request(_ key: BitmapKey, _ outcome: RequestOutcome) {
    if outcome == .hit || running(key) != nil || demand.contains(key) { return }
    preheat.remove(key)
    demand.append(key)
  }

  private mutating func end(_ key: BitmapKey, kept: Bool, at time: Int64) {
    guard let place = running.firstIndex(where: { $0.key == key }) else { return }
    var decode = running.remove(at: place)
    (decode.ended, decode.kept) = (time, kept)
    if kept { held[key] = decode }
  }
}

/// A queue of jobs, followed from the events, first come first served.
package struct FollowedQueue: Sendable {
  private var tickets: [BitmapKey: Int64] = [:]
  private var next: Int64 = 0

  package var count: Int { tickets.count }

  /// The queued keys, the next one first.
  package var keys: [BitmapKey] { tickets.sorted { $0.value < $1.value }.map { $0.key } }

  func contains(_ key: BitmapKey) -> Bool { tickets[key] != nil }

  mutating func append(_ key: BitmapKey) {
    tickets[key] = next
    next += 1
  }

  @discardableResult
  mutating func remove(_ key: BitmapKey) -> Bool { tickets.removeValue(forKey: key) != nil }

  /// Returns the number of jobs before it, or nil if it is not queued.
  package func jobsBefore(_ key: BitmapKey) -> Int? {
    guard let ticket = tickets[key] else { return nil }
    return tickets.values.count { $0 < ticket }
  }
}

/// A decode, followed from the events.
public struct FollowedDecode: Hashable, Sendable {
  public let key: BitmapKey
  public let begun: Int64
  /// The cost that the device declares for it, in nanoseconds.
  public let cost: Int64
  /// The time of its end; nil while it runs.
  public package(set) var ended: Int64?
  /// True if its bitmap was held when it ended; nil while it runs.
  public package(set) var kept: Bool?
}
