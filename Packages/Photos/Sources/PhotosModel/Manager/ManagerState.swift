import CacheLab
import StrategyKit

/// All that a manager knows, as plain values: each event changes it and leaves effects, which are carried out when its
/// lock is free. It neither decodes nor calls anybody.
struct ManagerState: Sendable {
  let settings: ManagerSettings
  let cloud: CloudModel
  var lastRequest: Int32 = 0
  var lastNumber = 0
  /// Until their final result is delivered.
  var requests: [ImageRequestID: PendingRequest] = [:]
  var jobs: [Int: ImageJob] = [:]
  /// Numbers of the jobs that wait, by queue.
  var queues: [[Int]] = ImageJob.Queue.allCases.map { _ in [] }
  var runningCount = 0
  /// The job that makes a key's image.
  var finalJobs: [ImageKey: Int] = [:]
  /// Caching requests that were not stopped, in their order; the first of an asset has precedence.
  var starts: [AssetID: [ImageWish]] = [:]
  /// Images of caching requests.
  var cached: [ImageKey: CachedImage] = [:]
  var cachedBytes: Int64 = 0
  /// Images of requests on demand, least recently used first.
  var kept: [(key: ImageKey, image: PhotosImage)] = []
  var keptBytes: Int64 = 0
  /// Images that clients may still hold.
  var held: [ImageKey: HeldImage] = [:]
  var heldLimit = 64
  var downloads: [AssetID: ImageDownload] = [:]
  /// Downloads that wait for their turn.
  var downloadQueue: [AssetID] = []
  /// Assets that were downloaded.
  var onDevice: Set<AssetID> = []
  var downloadAttempts: [AssetID: Int] = [:]
  var removed: Set<AssetID> = []
  var allowsHighQuality = true
  var effects: [ImageEffect] = []

  struct CachedImage: Sendable {
    var image: PhotosImage
    var isLowQuality: Bool
  }

  struct HeldImage: Sendable {
    weak var image: PhotosImage?
  }

  init(settings: ManagerSettings, cloud: CloudModel) {
    self.settings = settings
    self.cloud = cloud
  }

  func isInCloud(_ asset: AssetID) -> Bool { cloud.isInCloud(asset) && !onDevice.contains(asset) }

  /// True when a caching request of this key is in force.
  func isActive(_ key: ImageKey) -> Bool {
    guard let list = starts[key.asset] else { return false }
    switch settings.secondCaching {
    case .waits: return list.first?.key == key
    case .besides: return list.contains { $0.key == key }
    }
  }

  enum Found {
    /// As decoded.
    case source(PhotosImage)
    /// As delivered.
    case ready(PhotosImage)
  }

  /// An image of full quality that is at hand.
  mutating func lookUp(_ wish: ImageWish) -> Found? {
    if let cached = cached[wish.key], !cached.isLowQuality { return .source(cached.image) }
    if settings.cacheMatch == .optionsOnly, let image = largeEnough(wish) { return .source(image) }
    if let place = kept.firstIndex(where: { $0.key == wish.key }) {
      let entry = kept.remove(at: place)
      kept.append(entry)
      return .source(entry.image)
    }
    if settings.servesHeldImages, let image = held[wish.key]?.image { return .ready(image) }
    return nil
  }

  /// A cached source of the same asset and options, at least as large as needed.
  private func largeEnough(_ wish: ImageWish) -> PhotosImage? {
    for start in starts[wish.key.asset] ?? [] where isActive(start.key) {
      guard start.key.options == wish.key.options, start.key.contentVersion == wish.key.contentVersion,
        let cached = cached[start.key], !cached.isLowQuality, cached.image.pixelSize.covers(wish.plan.needed)
      else { continue }
      return cached.image
    }
    return nil
  }

  /// Remembers, without keeping it alive, what a client got.
  mutating func hold(_ key: ImageKey, _ image: PhotosImage) {
    guard settings.servesHeldImages, !removed.contains(key.asset) else { return }
    held[key] = HeldImage(image: image)
    guard held.count > heldLimit else { return }
    held = held.filter { $0.value.image != nil }
    heldLimit = max(64, held.count * 2)
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
