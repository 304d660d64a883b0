import CacheLab
import StrategyKit

/// The state of a manager, as plain values. Each event changes it and leaves effects, which the engine carries out
/// after releasing its lock; the state itself neither decodes nor calls anything.
struct ManagerState: Sendable {
  let settings: ManagerSettings
  let cloud: CloudModel
  var lastRequest: Int32 = 0
  var lastNumber = 0
  /// The requests whose final result is not yet delivered.
  var requests: [ImageRequestID: PendingRequest] = [:]
  var jobs: [Int: ImageJob] = [:]
  var queues = ImageJob.Queue.allCases.map { _ in WaitingLine<Int>() }
  var runningCount = 0
  /// The bytes that running jobs will add to `cachedBytes`.
  var preparingBytes: Int64 = 0
  /// The jobs that make each key's image, and those that make its thumbnail for a caching request.
  var keyJobs: [ImageJob.Kind: [ImageKey: Int]] = [.final: [:], .lowQuality: [:]]
  /// The active caching requests, in order; the first of an asset has precedence.
  var starts: [AssetID: [ImageWish]] = [:]
  var cached: [ImageKey: CachedImage] = [:]
  var cachedBytes: Int64 = 0
  var held: [AssetID: [ImageKey: HeldImage]] = [:]
  var heldCount = 0
  var heldLimit = 64
  var downloads: [AssetID: ImageDownload] = [:]
  var downloadQueue = WaitingLine<AssetID>()
  var downloadsUnderWay = 0
  var onDevice: Set<AssetID> = []
  var downloadAttempts: [AssetID: Int] = [:]
  var removed: Set<AssetID> = []
  var isHighQualityAllowed = true
  var effects: [ImageEffect] = []
  /// The requests whose handler runs on the calling thread, with the calls that wait for its return.
  var calling: [ImageRequestID: [@Sendable () -> Void]] = [:]

  struct CachedImage: Sendable {
    var image: PhotosImage
    var isLowQuality: Bool
  }

  struct HeldImage: Sendable {
    weak var image: PhotosImage?
  }

  func isInCloud(_ asset: AssetID) -> Bool {
    cloud.isInCloud(UInt64(bitPattern: asset.rawValue)) && !onDevice.contains(asset)
  }

  func isActive(_ key: ImageKey) -> Bool {
    guard let list = starts[key.asset] else { return false }
    switch settings.secondCaching {
    case .waits: return list.first?.key == key
    case .besides: return list.contains { $0.key == key }
    }
  }

  func lookUp(_ wish: ImageWish) -> ImageContent? {
    if let cached = cached[wish.key], !cached.isLowQuality { return .source(cached.image) }
    if settings.cacheMatch == .optionsOnly, let image = largeEnough(wish) { return .source(image) }
    if settings.servesHeldImages, let image = held[wish.key.asset]?[wish.key]?.image { return .ready(image) }
    return nil
  }

  /// Returns a cached source of the same asset and options that is large enough.
  private func largeEnough(_ wish: ImageWish) -> PhotosImage? {
    for start in starts[wish.key.asset] ?? [] where isActive(start.key) {
      guard start.key.options == wish.key.options, start.key.contentVersion == wish.key.contentVersion,
        let cached = cached[start.key], !cached.isLowQuality, cached.image.pixelSize.covers(wish.plan.needed)
      else { continue }
      return cached.image
    }
    return nil
  }

  /// Remembers an image that a client got, without keeping it alive.
  mutating func hold(_ key: ImageKey, _ image: PhotosImage) {
    guard settings.servesHeldImages, !removed.contains(key.asset) else { return }
    if held[key.asset, default: [:]].updateValue(HeldImage(image: image), forKey: key) == nil { heldCount += 1 }
    guard heldCount > heldLimit else { return }
    held = held.mapValues { $0.filter { $0.value.image != nil } }.filter { !$0.value.isEmpty }
    heldCount = held.values.reduce(0) { $0 + $1.count }
    heldLimit = max(64, heldCount * 2)
  }

  mutating func nextRequest() -> ImageRequestID {
    lastRequest += 1
    return lastRequest
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
