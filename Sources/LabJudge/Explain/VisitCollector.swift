/// Collects the selected visits from the events of a replay, in one pass.
///
/// It holds only the selected visits and those on screen, so memory does not grow with the events.
package struct VisitCollector: ReplayObserver, Sendable {
  let selection: VisitSelection
  private var follower: ReplayFollower
  /// The selected visits in the order of their ends; for `worst` the longest waits first.
  package private(set) var visits: [Visit] = []
  private(set) var outcomes: [RequestOutcome: Int] = [:]
  /// The smallest range with all items that any frame showed.
  package private(set) var shownItems = ItemRange.empty
  package private(set) var starts: [Int32: Int64] = [:]
  package private(set) var eventCount = 0

  private var open: [Int32: Visit] = [:]
  private var visitCounts: [Int32: Int] = [:]
  private var stops: [Int32: Int64] = [:]
  private var refusals: [Int32: Int64] = [:]
  private var lost: [BitmapKey: (until: Int64, why: DropReason)] = [:]
  private var downloads: Set<Int32> = []

  package init(header: JSON, selection: VisitSelection) {
    self.selection = selection
    follower = ReplayFollower(header: header)
  }

  package mutating func take(_ event: ReplayEvent, at time: Int64) {
    eventCount += 1
    switch event {
    case .frame(_, let visible): shownItems = shownItems.hull(with: visible)
    case .start(let ranges, .full):
      for range in ranges {
        for item in range.lower..<range.upper where !follower.started.contains(item) {
          starts[item] = time
          stops[item] = nil
        }
      }
    case .stop(let ranges, .full):
      for range in ranges {
        for item in range.lower..<range.upper where follower.started.contains(item) { stops[item] = time }
      }
    case .refuse(let item, .full): refusals[item] = time
    case .request(let item, let size, let outcome): request(BitmapKey(item: item, size: size), outcome, at: time)
    case .download(let item, _, _):
      downloads.insert(item)
      if open[item]?.shown == nil { open[item]?.hasDownload = true }
    case .downloaded(let item): downloads.remove(item)
    case .begin(let key, _, let cost, let bytes):
      begin(FollowedDecode(key: key, begun: time, cost: cost, bytes: bytes))
    case .end(let key, let kept): end(key, kept: kept, at: time)
    case .drop(let key, _, let why): if follower.held[key] != nil { lost[key] = (time, why) }
    case .release(let item): close(item, at: time)
    case .start, .stop, .cancel, .refuse, .layout, .content, .live: break
    }
    follower.take(event, at: time)
  }

  /// Ends all visits after the last event.
  ///
  /// - Parameter end: The end of the trace, or nil to take the last event's time.
  package mutating func finish(end: Int64?) {
    let end = max(end ?? follower.time, follower.time)
    for item in open.keys.ordered() { close(item, at: end) }
    switch selection {
    case .worst: break
    case .item: visits.sort { ($1.wait, $0.number) < ($0.wait, $1.number) }
    case .all: visits.sort { ($0.requested, $0.item) < ($1.requested, $1.item) }
    }
  }

  private mutating func request(_ key: BitmapKey, _ outcome: RequestOutcome, at time: Int64) {
    let (item, isHit) = (key.item, outcome == .hit)
    outcomes[outcome, default: 0] += 1
    visitCounts[item, default: 0] += 1
    var visit = Visit(
      item: item, number: visitCounts[item] ?? 1, size: key.size, frame: follower.frame, requested: time,
      outcome: outcome, started: follower.started.contains(item) ? starts[item] : nil, stopped: stops[item],
      runningBefore: isHit ? 0 : follower.running.count { $0.key != key },
      demandsBefore: follower.demand.jobsBefore(key) ?? follower.demand.count, lost: isHit ? nil : lost[key],
      refused: isHit ? nil : refusals[item], waitEnd: time)
    if isHit {
      visit.shown = time
    } else {
      visit.decode = follower.running(key)
      visit.hasDownload = downloads.contains(item)
    }
    open[item] = visit
  }

  private mutating func begin(_ decode: FollowedDecode) {
    for item in follower.waiting.keys {
      guard var visit = open[item], visit.decode == nil else { continue }
      if decode.key == BitmapKey(item: item, size: visit.size) {
        visit.decode = decode
      } else {
        visit.passedByCount += 1
      }
      open[item] = visit
    }
  }

  private mutating func end(_ key: BitmapKey, kept: Bool, at time: Int64) {
    guard var visit = open[key.item], let decode = visit.decode, decode.key == key, decode.kept == nil else { return }
    visit.decode?.kept = kept
    if kept && visit.shown == nil {
      visit.shown = time
      visit.waitEnd = time
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
      guard visit.frame > 0, visit.wait > 0 else { return }
      visits.insert(visit, at: visits.indices.partitioningIndex { visits[$0].wait < visit.wait })
      if visits.count > count { visits.removeLast() }
    }
  }
}

package enum VisitSelection: Hashable, Sendable {
  case item(Int32)
  /// The longest waits after the first frame, at most this number of them.
  case worst(Int)
  /// All visits, for tests.
  case all
}

/// A visit of an item's cell to the screen: its request, the work queued before it, and the arrival of its image. Times
/// are nanoseconds since the start of the trace.
package struct Visit: Sendable {
  let item: Int32
  /// The number of the visit among those of the item, from 1.
  let number: Int
  let size: PixelSize
  /// The frame of the request, from 0.
  let frame: Int
  let requested: Int64
  let outcome: RequestOutcome
  /// The time of the strategy's start, if it was still in force at the request.
  let started: Int64?
  /// The time of the strategy's last stop, if no start followed it.
  let stopped: Int64?
  /// The number of other decodes that ran at the request.
  let runningBefore: Int
  /// The number of requests queued before it.
  let demandsBefore: Int
  /// The end of the bitmap that was held earlier.
  let lost: (until: Int64, why: DropReason)?
  /// The time of the last preheat that found no room.
  let refused: Int64?

  /// The decode of its image, finished or not; nil for a hit.
  var decode: FollowedDecode?
  /// The number of decodes that began between its request and its own decode.
  var passedByCount = 0
  var hasDownload = false
  /// The time at which its image arrived, that of the request for a hit, or nil if it never did.
  var shown: Int64?
  var waitEnd: Int64

  /// The time for which its cell lacked the final image.
  var wait: Int64 { waitEnd - requested }
}
