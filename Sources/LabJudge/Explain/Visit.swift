public import CacheLab
import LabRecords
public import StrategyKit

/// One visit of an item's cell to the screen: what it asked for, what stood before it, and when its image came.
/// Times are nanoseconds since the start of the trace.
public struct Visit: Sendable {
  public let item: Int32
  /// Which visit of the item it is, from 1.
  public let number: Int
  public let size: PixelSize
  /// The frame of the request, from 0.
  public let frame: Int
  public let requested: Int64
  public let outcome: RequestOutcome
  /// Since when the strategy wanted it, if it still did at the request.
  public let started: Int64?
  /// When the strategy last gave it up, if it did and had not started it again.
  public let stopped: Int64?
  /// Decodes that ran at the request, in the order of their beginnings; its own may be among them.
  public let running: [FollowedDecode]
  /// Requests that were queued before it.
  public let demandsBefore: Int
  /// Preheats that were queued then.
  public let preheatsQueued: Int
  /// The bitmap that it had before, and lost.
  public let lost: LostBitmap?
  /// A bitmap of another size was held at the request, and did not serve.
  public let otherSizeHeld: PixelSize?
  /// The last preheat that found no room.
  public let refused: Int64?

  /// The decode that brought its image, or would have.
  public internal(set) var decode: FollowedDecode?
  /// The first decodes that began between its request and its own beginning.
  public internal(set) var passedBy: [FollowedDecode] = []
  public internal(set) var passedByCount = 0
  /// The download that it waited for, once that began.
  public internal(set) var download: FollowedDownload?
  /// When its image was there; the time of the request for a hit, nil when it never was.
  public internal(set) var shown: Int64?
  /// When its cell left; nil when the trace ended before.
  public internal(set) var left: Int64?
  /// When its wait was over, whether its image had come or not.
  public internal(set) var waitEnd: Int64

  /// Kept of `passedBy` at most.
  static let passedByMax = 32

  /// How long its cell lacked the final image.
  public var wait: Int64 { waitEnd - requested }

  /// What tells it from other visits of a replay, and what a probe of the same replay finds of it.
  var id: VisitProbe.ID { VisitProbe.ID(item: item, requested: requested) }
  var finding: VisitProbe.Finding { VisitProbe.Finding(outcome: outcome, wait: wait, isShown: shown != nil) }

  /// How many decodes ran at the request, its own left out.
  public var runningBefore: Int { running.count { $0.key.item != item || $0.key.size != size } }
}

/// A bitmap that was held and let go.
public struct LostBitmap: Hashable, Sendable {
  public var since: Int64
  public var until: Int64
  public var why: DropReason
}

/// The download of a photo from the cloud. Times are nanoseconds since the start of the trace.
public struct FollowedDownload: Hashable, Sendable {
  public var begun: Int64
  /// Nil while it runs.
  public var ended: Int64?
}

/// Watches some visits of a replay: what each found and how long it waited.
struct VisitProbe: ReplayObserver {
  struct ID: Hashable {
    var item: Int32
    var requested: Int64
  }

  struct Finding: Hashable {
    var outcome: RequestOutcome
    /// Until its image came, its cell left or the trace ended.
    var wait: Int64
    var isShown: Bool

    var result: Rescue.Result { outcome == .hit ? .hit : isShown ? .shown(wait: wait) : .neverShown(wait: wait) }
  }

  private(set) var findings: [ID: Finding] = [:]
  private let wanted: Set<ID>
  private var open: [Int32: (id: ID, size: PixelSize)] = [:]

  init(_ visits: [Visit]) {
    wanted = Set(visits.map { $0.id })
  }

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .request(let item, let size, let outcome):
      let id = ID(item: item, requested: time)
      guard wanted.contains(id) else { return }
      findings[id] = Finding(outcome: outcome, wait: 0, isShown: outcome == .hit)
      if outcome != .hit { open[item] = (id, size) }
    case .end(let key, kept: true) where key.tier == .full && open[key.item]?.size == key.size:
      close(key.item, at: time, isShown: true)
    case .release(let item): close(item, at: time, isShown: false)
    default: break
    }
  }

  /// The clock stopped.
  mutating func finish(end: Nanoseconds) {
    for item in open.keys.sorted() { close(item, at: end.rawValue, isShown: false) }
  }

  private mutating func close(_ item: Int32, at time: Int64, isShown: Bool) {
    guard let visit = open.removeValue(forKey: item) else { return }
    findings[visit.id]?.wait = time - visit.id.requested
    findings[visit.id]?.isShown = isShown
  }
}
