import CacheLab
public import LabBase
public import LabRecords
public import StrategyKit

/// Follows the events of a replay and knows at each moment what they imply: who waits in which queue, what the workers
/// decode, what is held, and what each cell shows.
///
/// Its memory grows with the items that were started or shown, not with the events. Events that contradict each other,
/// as in a file that was put together by hand, are taken as they come.
public struct ReplayFollower: Sendable {
  /// A held bitmap, and the decode that made it.
  struct Held: Sendable {
    var decode: FollowedDecode
    var since: Int64
  }

  public private(set) var time: Int64 = 0
  /// Index of the frame at hand; -1 before the first.
  public private(set) var frame = -1
  public private(set) var offset: Int64 = 0
  public private(set) var visible = ItemRange.empty
  /// The target size in force.
  public private(set) var size: PixelSize
  private var sizeOfNextFrame: PixelSize?
  private let policy: CellPolicy
  private var cells = FollowedCells()

  private(set) var demand = FollowedQueue()
  private(set) var preheat = FollowedQueue()
  /// What each worker decodes.
  private(set) var workers: [FollowedDecode?]
  private(set) var held: [BitmapKey: Held] = [:]
  private(set) var started: Set<Int32> = []
  private(set) var decodeCount = 0
  /// The ledger, bytes.
  public private(set) var live: Int64 = 0
  public var displayed: Int64 { cells.displayed }
  public var inFlight: Int64 { cells.inFlight }

  /// - Parameter header: the configuration, as the first line of an event file has it.
  public init(header: JSON) {
    let target = header["screen"]?["target-px"]?.array?.compactMap { $0.integer.flatMap { Int32(exactly: $0) } } ?? []
    size = target.count == 2 ? PixelSize(width: target[0], height: target[1]) : PixelSize(width: 0, height: 0)
    if target.count == 2 { cells.know(size) }
    policy = header["cells"]?.string.flatMap { CellPolicy(rawValue: $0) } ?? .cancel
    let count = header["device"]?["workers"]?.integer ?? 2
    workers = Array(repeating: nil, count: Int(min(max(count, 1), 1024)))
  }

  public var running: [FollowedDecode] { workers.compactMap { $0 }.sorted { $0.number < $1.number } }
  public var demandCount: Int { demand.count }
  public var preheatCount: Int { preheat.count }
  /// Cells without their final image.
  public var waitingCount: Int { cells.waiting.count }
  /// Cells that show nothing at all.
  public var blankCount: Int { cells.blankCount }
  /// What each cell shows.
  var shown: [Int32: BitmapKey] { cells.shown }
  /// What each blank cell, or one that shows a coarse image, waits for.
  var waiting: [Int32: BitmapKey] { cells.waiting }
  /// Target sizes in the order in which they came into force.
  var sizes: [PixelSize] { cells.sizes }

  /// The running decode of a key.
  func running(_ key: BitmapKey) -> FollowedDecode? { workers.lazy.compactMap { $0 }.first { $0.key == key } }

  func key(_ item: Int32) -> BitmapKey { BitmapKey(item: item, size: size) }

  /// Takes the next event.
  public mutating func apply(_ event: RecordedEvent) {
    time = event.time
    switch event.kind {
    case .frame(let offset, let visible):
      frame += 1
      self.offset = offset
      self.visible = visible
      if let next = sizeOfNextFrame {
        size = next
        sizeOfNextFrame = nil
      }
    case .start(let ranges, let tier):
      for range in ranges { for item in range.lower..<range.upper { start(item, tier) } }
    case .stop(let ranges, .full):
      for range in ranges { for item in range.lower..<range.upper { stop(item) } }
    case .release(let item): release(item)
    case .request(let item, let size, let outcome): request(BitmapKey(item: item, size: size), outcome)
    case .cancel(let item, .full), .refuse(let item, .full):
      // Always of the size in force: a layout change comes into force with the frame behind it.
      preheat.remove(key(item))
      demand.remove(key(item))
    case .begin(let key, let cause, let cost, let bytes): begin(key, cause, cost, bytes)
    case .end(let key, let kept): end(key, kept: kept)
    case .drop(let key, _, _):
      held[key] = nil
      cells.drop(key)
    case .downloaded(let item): rejoin(key(item))
    case .layout(let target):
      sizeOfNextFrame = target
      cells.know(target)
    case .live(let bytes): live = bytes
    // Jobs of the coarse tier are seen as they begin; their queue is not followed.
    case .stop, .cancel, .refuse, .download, .content, .unknown: break
    }
  }

  /// A job waited for its file and joins its queue only now.
  private mutating func rejoin(_ key: BitmapKey) {
    if demand.contains(key) {
      demand.remove(key)
      demand.append(key)
    } else if preheat.contains(key) {
      preheat.remove(key)
      preheat.append(key)
    }
  }

  private mutating func start(_ item: Int32, _ tier: Tier) {
    guard tier == .full, started.insert(item).inserted else { return }
    let key = key(item)
    if held[key] == nil && running(key) == nil && !demand.contains(key) { preheat.append(key) }
  }

  private mutating func stop(_ item: Int32) {
    started.remove(item)
    preheat.remove(key(item))
  }

  private mutating func release(_ item: Int32) {
    let awaited = cells.waiting[item]
    cells.release(item)
    guard let key = awaited, policy == .cancel, demand.contains(key), started.contains(item) else { return }
    // Back behind all other preheats; what no start wants any more is cancelled, which is an event of its own.
    demand.remove(key)
    preheat.append(key)
  }

  private mutating func request(_ key: BitmapKey, _ outcome: RequestOutcome) {
    cells.request(key, outcome)
    if outcome == .hit || running(key) != nil || demand.contains(key) { return }
    preheat.remove(key)
    demand.append(key)
  }

  /// The bitmap that serves a hit: a larger one where the strategy lets it.
  func serving(_ key: BitmapKey) -> BitmapKey { cells.serving(key) }

  private mutating func begin(_ key: BitmapKey, _ cause: JobCause, _ cost: Int64, _ bytes: Int64) {
    demand.remove(key)
    preheat.remove(key)
    let worker = workers.firstIndex { $0 == nil } ?? workers.count
    if worker == workers.count { workers.append(nil) }
    workers[worker] = FollowedDecode(
      key: key, number: decodeCount, worker: worker, cause: cause, begun: time, cost: cost, bytes: bytes)
    decodeCount += 1
    cells.begin(key, bytes: bytes)
  }

  private mutating func end(_ key: BitmapKey, kept: Bool) {
    guard let worker = workers.firstIndex(where: { $0?.key == key }), var decode = workers[worker] else { return }
    decode.ended = time
    decode.kept = kept
    workers[worker] = nil
    cells.end(key, kept: kept)
    if kept { held[key] = Held(decode: decode, since: time) }
  }
}
