/// Rebuilds the state of a replay from its events: what each cell shows or waits for, the held bitmaps, the queues, and
/// the workers.
///
/// The one place that does so, for a replay that runs as for an event file: pictures, explanations, timelines and
/// comparisons ask it, so that they agree with each other and with the replay's own ledger. Its memory grows with the items
/// that were started or shown, not with the events. Events that contradict each other, as in a file that was put together
/// by hand, are taken as they come.
public struct ReplayFollower: ReplayObserver, Sendable {
  public private(set) var time: Int64 = 0
  /// The index of the current frame; -1 before the first.
  public private(set) var frame = -1
  /// The offset in thousandths of a point.
  public private(set) var offset: Int64 = 0
  /// The places on screen.
  public private(set) var visible = ItemRange.empty
  /// The target size in force.
  public private(set) var size: PixelSize
  private var sizeOfNextFrame: PixelSize?
  package private(set) var jobs: FollowedJobs
  private let isFollowingJobs: Bool
  /// The bytes of the ledger.
  public private(set) var live: Int64 = 0

  // MARK: What bitmaps and cells stand at

  /// The target sizes in the order in which they came into force.
  package private(set) var sizes: [PixelSize] = []
  private(set) var held: [BitmapKey: Int64] = [:]
  private var reserved: [BitmapKey: Int64] = [:]
  /// The held thumbnail of an item, whose size is its own.
  private var thumbnails: [Int32: BitmapKey] = [:]
  /// The bitmap that each cell shows.
  package private(set) var shown: [Int32: BitmapKey] = [:]
  /// The key for which each cell waits that is blank or shows a thumbnail.
  package private(set) var waiting: [Int32: BitmapKey] = [:]
  /// The bytes of `live` that cells show, and those that running decodes reserve.
  public private(set) var displayed: Int64 = 0
  public private(set) var inFlight: Int64 = 0
  /// The number of cells that show nothing.
  public private(set) var blankCount = 0

  /// - Parameters:
  ///   - size: The target size at the beginning; nil if it is not known.
  ///   - cells: The fate of requests whose cells leave.
  ///   - isFollowingJobs: False follows bitmaps and cells alone, which takes half the time.
  package init(size: PixelSize?, cells policy: CellPolicy, isFollowingJobs: Bool = true) {
    self.size = size ?? PixelSize(width: 0, height: 0)
    jobs = FollowedJobs(cells: policy)
    self.isFollowingJobs = isFollowingJobs
    if let size { know(size) }
  }

  /// Takes the next event.
  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    self.time = time
    if isFollowingJobs {
      let awaited: BitmapKey? = if case .release(let item) = event { waiting[item] } else { nil }
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
    case .release(let item): release(item)
    case .request(let item, let size, let outcome): ask(BitmapKey(item: item, size: size), outcome)
    case .begin(let key, _, _, let bytes): begin(key, bytes: bytes)
    case .end(let key, let kept): end(key, kept: kept)
    case .drop(let key, _, _): drop(key)
    case .layout(let target):
      sizeOfNextFrame = target
      know(target)
    case .content: visible = .empty
    case .live(let bytes): live = bytes
    case .start, .stop, .cancel, .refuse, .download, .downloaded: break
    }
  }
}

// MARK: - Bitmaps and cells

extension ReplayFollower {
  /// Returns whether the cell waits for this very key: a bitmap of another target size does not end its wait.
  package func isAwaiting(_ key: BitmapKey) -> Bool { key.tier == .full && waiting[key.item] == key }

  /// Returns whether this bitmap would change what a cell shows.
  package func canShow(_ key: BitmapKey) -> Bool {
    isAwaiting(key) || (key.tier == .thumbnail && waiting[key.item] != nil && shown[key.item] == nil)
  }

  /// Returns the bitmap that serves a hit: the key's own, else the smallest held one that is at least as large in both
  /// sides. Of equally large ones it is the one whose target size came into force first.
  package func serving(_ key: BitmapKey) -> BitmapKey {
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

  private mutating func ask(_ key: BitmapKey, _ outcome: RequestOutcome) {
    know(key.size)
    if outcome == .hit { return show(serving(key)) }
    if waiting.updateValue(key, forKey: key.item) == nil && shown[key.item] == nil { blankCount += 1 }
    if outcome == .thumbnail, let thumbnail = thumbnails[key.item] { show(thumbnail) }
  }

  private mutating func release(_ item: Int32) {
    if waiting.removeValue(forKey: item) != nil && shown[item] == nil { blankCount -= 1 }
    if let key = shown.removeValue(forKey: item) { displayed -= held[key] ?? 0 }
  }

  private mutating func begin(_ key: BitmapKey, bytes: Int64) {
    if key.tier == .full { know(key.size) }
    inFlight += bytes - (reserved.updateValue(bytes, forKey: key) ?? 0)
  }

  private mutating func end(_ key: BitmapKey, kept: Bool) {
    guard let bytes = reserved.removeValue(forKey: key) else { return }
    inFlight -= bytes
    guard kept else { return }
    let isNews = canShow(key)
    held[key] = bytes
    if key.tier == .thumbnail { thumbnails[key.item] = key }
    guard isNews else { return }
    show(key)
    if key.tier == .full { waiting[key.item] = nil }
  }

  private mutating func drop(_ key: BitmapKey) {
    held[key] = nil
    if key.tier == .thumbnail { thumbnails[key.item] = nil }
  }

  private mutating func show(_ key: BitmapKey) {
    if let old = shown.updateValue(key, forKey: key.item) {
      displayed -= held[old] ?? 0
    } else if waiting[key.item] != nil {
      blankCount -= 1
    }
    displayed += held[key] ?? 0
  }
}
