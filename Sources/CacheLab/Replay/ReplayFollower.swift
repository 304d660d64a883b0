public import StrategyKit

/// Rebuilds the state of a replay from its events: what each cell shows or waits for, what is held, who waits in which
/// queue, what the workers decode.
///
/// The one place that does so, for a replay that runs as for an event file: pictures, explanations, timelines and
/// comparisons ask it, so that they agree with each other and with the replay's own ledger. Its memory grows with the items
/// that were started or shown, not with the events. Events that contradict each other, as in a file that was put together
/// by hand, are taken as they come.
public struct ReplayFollower: ReplayObserver, Sendable {
  public private(set) var time: Int64 = 0
  /// Index of the frame at hand; -1 before the first.
  public private(set) var frame = -1
  /// In thousandths of a point.
  public private(set) var offset: Int64 = 0
  /// Places on screen.
  public private(set) var visible = ItemRange.empty
  /// The target size in force.
  public private(set) var size: PixelSize
  private var sizeOfNextFrame: PixelSize?
  package private(set) var cells = FollowedCells()
  package private(set) var jobs: FollowedJobs
  private let followsJobs: Bool
  /// The ledger, bytes.
  public private(set) var live: Int64 = 0

  /// - Parameters:
  ///   - size: The target size at the beginning; nil where it is not known.
  ///   - cells: What becomes of requests whose cells leave.
  ///   - workers: How many decode at once; more are found as they begin.
  ///   - followsJobs: False for whoever asks for bitmaps and cells alone, which takes half the time.
  package init(size: PixelSize?, cells policy: CellPolicy, workers: Int, followsJobs: Bool = true) {
    self.size = size ?? PixelSize(width: 0, height: 0)
    if let size { cells.know(size) }
    jobs = FollowedJobs(workers: workers, cells: policy)
    self.followsJobs = followsJobs
  }

  /// Takes the next event.
  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    self.time = time
    if followsJobs {
      let awaited: BitmapKey? = if case .release(let item) = event { cells.waiting[item] } else { nil }
      jobs.take(event, at: time, size: size, awaited: awaited)
    }
    switch event {
    case .frame(let offset, let visible):
      frame += 1
      self.offset = offset
      self.visible = visible
      if let next = sizeOfNextFrame {
        size = next
        sizeOfNextFrame = nil
      }
    case .release(let item): cells.release(item)
    case .request(let item, let size, let outcome): cells.request(BitmapKey(item: item, size: size), outcome)
    case .begin(let key, _, _, let bytes): cells.begin(key, bytes: bytes)
    case .end(let key, let kept): cells.end(key, kept: kept)
    case .drop(let key, _, _): cells.drop(key)
    case .layout(let target):
      sizeOfNextFrame = target
      cells.know(target)
    case .content: visible = .empty
    case .live(let bytes): live = bytes
    case .start, .stop, .cancel, .refuse, .download, .downloaded: break
    }
  }

  // What bitmaps and cells stand at.
  public var displayed: Int64 { cells.displayed }
  public var inFlight: Int64 { cells.inFlight }
  /// Cells without their final image.
  public var waitingCount: Int { cells.waiting.count }
  /// Cells that show nothing at all.
  public var blankCount: Int { cells.blankCount }
  /// What each cell shows.
  package var shown: [Int32: BitmapKey] { cells.shown }
  /// What each blank cell, or one that shows a coarse image, waits for.
  package var waiting: [Int32: BitmapKey] { cells.waiting }

  // What jobs stand at, where they are followed.
  public var running: [FollowedDecode] { jobs.workers.compactMap { $0 }.sorted { $0.number < $1.number } }
  public var demandCount: Int { jobs.demand.count }
  public var preheatCount: Int { jobs.preheat.count }
}
