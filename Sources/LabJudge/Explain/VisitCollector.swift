/// Collects the selected visits from the events of a replay, in one pass.
///
/// It holds only the selected visits and those on screen, so memory does not grow with the events.
public struct VisitCollector: ReplayObserver, Sendable {
  public let selection: VisitSelection
  public private(set) var follower: ReplayFollower
  /// The selected visits in the order of their ends; for `worst` the longest waits first.
  public private(set) var visits: [Visit] = []
  private(set) var outcomes: [RequestOutcome: Int] = [:]
  /// The smallest range with all items that any frame showed.
  public private(set) var shownItems = ItemRange.empty
  /// True if the selected item was ever started.
  public private(set) var wasStarted = false

  private var open: [Int32: Visit] = [:]
  private var visitCounts: [Int32: Int] = [:]
  private var starts: [Int32: Int64] = [:]
  private var stops: [Int32: Int64] = [:]
  private var refusals: [Int32: Int64] = [:]
  private var lost: [BitmapKey: LostBitmap] = [:]
  private var downloads: Set<Int32> = []

  public init(header: JSON, selection: VisitSelection) {
    self.selection = selection
    follower = ReplayFollower(header: header)
  }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    note(event, at: time)
    let before = before(event, at: time)
    follower.take(event, at: time)
    switch event {
    case .frame(_, let visible):
      if !visible.isEmpty {
        shownItems =
          shownItems.isEmpty
          ? visible
          : ItemRange(lower: min(shownItems.lower, visible.lower), upper: max(shownItems.upper, visible.upper))
      }
    case .request(let item, _, _): if let before { open[item] = before }
    case .download(let item, _, _):
      downloads.insert(item)
      if open[item]?.shown == nil { open[item]?.hasDownload = true }
    case .downloaded(let item): downloads.remove(item)
    case .begin(let key, _, _, _): begin(key)
    case .end(let key, let kept): end(key, kept: kept)
    case .release(let item): close(item, at: time)
    case .start, .stop, .cancel, .refuse, .drop, .layout, .content, .live: break
    }
  }

  /// Ends all visits after the last event.
  ///
  /// - Parameter end: The end of the trace, or nil to take the last event's time.
  public mutating func finish(end: Int64?) {
    let end = max(end ?? follower.time, follower.time)
    for item in open.keys.sorted() { close(item, at: end) }
    let selection = selection
    visits.sort { one, other in
      switch selection {
      case .worst: false
      case .item: (other.wait, one.number) < (one.wait, other.number)
      case .all: (one.requested, one.item) < (other.requested, other.item)
      }
    }
  }

  private mutating func note(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .start(let ranges, .full):
      for range in ranges {
        for item in range.lower..<range.upper where !follower.jobs.started.contains(item) {
          starts[item] = time
          stops[item] = nil
        }
        if case .item(let item) = selection, range.contains(ItemID(rawValue: item)) { wasStarted = true }
      }
    case .stop(let ranges, .full):
      for range in ranges {
        for item in range.lower..<range.upper where follower.jobs.started.contains(item) { stops[item] = time }
      }
    case .refuse(let item, .full): refusals[item] = time
    case .drop(let key, _, let why):
      if follower.jobs.held[key] != nil { lost[key] = LostBitmap(until: time, why: why) }
    default: break
    }
  }

  private mutating func before(_ event: ReplayEvent, at time: Int64) -> Visit? {
    guard case .request(let item, let size, let outcome) = event else { return nil }
    outcomes[outcome, default: 0] += 1
    visitCounts[item, default: 0] += 1
    let key = BitmapKey(item: item, size: size)
    let isHit = outcome == .hit
    var visit = Visit(
      item: item, number: visitCounts[item] ?? 1, size: size, frame: follower.frame, requested: time,
      outcome: outcome, started: follower.jobs.started.contains(item) ? starts[item] : nil, stopped: stops[item],
      runningBefore: isHit ? 0 : follower.jobs.running.count { $0.key != key },
      demandsBefore: follower.jobs.demand.jobsBefore(key) ?? follower.jobs.demand.count, lost: isHit ? nil : lost[key],
      refused: isHit ? nil : refusals[item], waitEnd: time)
    visit.decode = isHit ? follower.jobs.held[follower.serving(key)] : follower.jobs.running(key)
    if isHit { visit.shown = time } else { visit.hasDownload = downloads.contains(item) }
    return visit
  }

  private mutating func begin(_ key: BitmapKey) {
    guard let decode = follower.jobs.running(key) else { return }
    for item in follower.waiting.keys {
      guard var visit = open[item], visit.decode == nil else { continue }
      if key == BitmapKey(item: item, size: visit.size) {
        visit.decode = decode
      } else {
        visit.passedByCount += 1
      }
      open[item] = visit
    }
  }

  private mutating func end(_ key: BitmapKey, kept: Bool) {
    guard var visit = open[key.item], var decode = visit.decode, decode.key == key, decode.ended == nil else { return }
    decode.ended = follower.time
    decode.kept = kept
    visit.decode = decode
    if kept && visit.shown == nil {
      visit.shown = follower.time
      visit.waitEnd = follower.time
    }
    open[key.item] = visit
  }

  private mutating func close(_ item: Int32, at time: Int64) {
    guard var visit = open.removeValue(forKey: item) else { return }
    if visit.shown == nil { visit.waitEnd = time }
    switch selection {
    case .item(let asked): if item == asked { visits.append(visit) }
    case .all: visits.append(visit)
    case .worst(let count):
      // Requests of the first frame can never hit: their waits, the longest of most runs, do not depend on the strategy.
      guard visit.frame > 0, visit.wait > 0, visits.count < count || visit.wait > visits[visits.count - 1].wait else {
        return
      }
      let place = visits.firstIndex { $0.wait < visit.wait } ?? visits.count
      visits.insert(visit, at: place)
      if visits.count > count { visits.removeLast() }
    }
  }
}

/// A selection of visits.
public enum VisitSelection: Hashable, Sendable {
  case item(Int32)
  /// The longest waits after the first frame, at most this number of them.
  case worst(Int)
  /// All visits, for tests.
  case all
}

/// A visit of an item's cell to the screen: its request, the work queued before it, and the arrival of its image. Times
/// are nanoseconds since the start of the trace.
public struct Visit: Sendable {
  public let item: Int32
  /// The number of the visit among those of the item, from 1.
  public let number: Int
  public let size: PixelSize
  /// The frame of the request, from 0.
  public let frame: Int
  public let requested: Int64
  public let outcome: RequestOutcome
  /// The time of the strategy's start, if it was still in force at the request.
  public let started: Int64?
  /// The time of the strategy's last stop, if no start followed it.
  public let stopped: Int64?
  /// The number of other decodes that ran at the request.
  public let runningBefore: Int
  /// The number of requests queued before it.
  public let demandsBefore: Int
  /// The bitmap that was held earlier and dropped.
  public let lost: LostBitmap?
  /// The time of the last preheat that found no room.
  public let refused: Int64?

  /// The decode of its image, finished or not.
  public internal(set) var decode: FollowedDecode?
  /// The number of decodes that began between its request and its own decode.
  public internal(set) var passedByCount = 0
  /// True if it waited for the download of its photo.
  public internal(set) var hasDownload = false
  /// The time at which its image arrived, that of the request for a hit, or nil if it never did.
  public internal(set) var shown: Int64?
  /// The end of its wait, with an image or without one.
  public internal(set) var waitEnd: Int64

  /// The time for which its cell lacked the final image.
  public var wait: Int64 { waitEnd - requested }
}

/// A bitmap that was held and dropped.
public struct LostBitmap: Hashable, Sendable {
  public var until: Int64
  public var why: DropReason
}
