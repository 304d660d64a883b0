import StrategyKit

extension ManagerState {
  /// Takes a caching request. A repeated key changes nothing; a second key of an asset waits or not, by the settings.
  mutating func start(_ wish: ImageWish) {
    guard wish.error == nil, !removed.contains(wish.asset.id) else { return }
    guard starts[wish.asset.id]?.contains(where: { $0.key == wish.key }) != true else { return }
    starts[wish.asset.id, default: []].append(wish)
    if isActive(wish.key) { activate(wish) }
    pump()
  }

  mutating func stop(_ key: ImageKey) {
    guard var list = starts[key.asset], let place = list.firstIndex(where: { $0.key == key }) else { return }
    let wasActive = isActive(key)
    let wish = list.remove(at: place)
    starts[key.asset] = list.isEmpty ? nil : list
    guard wasActive else { return }
    deactivate(wish)
    // The next in line now has precedence.
    if settings.secondCaching == .waits, let next = list.first { activate(next) }
    pump()
  }

  mutating func stopAll() {
    // Sorted, because a dictionary's order changes from run to run.
    let all = starts.keys.sorted().flatMap { starts[$0] ?? [] }
    starts = [:]
    for wish in all { deactivate(wish) }
    pump()
  }

  /// - Parameter isBegun: True to continue a request, which keeps the quality that it began with.
  private mutating func activate(_ wish: ImageWish, isBegun: Bool = false) {
    // A thumbnail may come from an earlier start, while this one waited for its download.
    guard cached[wish.key]?.isLowQuality != false else { return }
    guard wish.imageBytes <= settings.preparedMax.rawValue else { return }
    guard keyJobs[.final]?[wish.key] == nil else { return }
    guard isHighQualityAllowed || wish.isThumbnailEnough || isBegun else {
      if wish.hasThumbnail, cached[wish.key] == nil, keyJobs[.lowQuality]?[wish.key] == nil {
        enqueue(.lowQuality, wish, .preheat, for: nil)
      }
      return
    }
    if isInCloud(wish.asset.id), !wish.isThumbnailEnough {
      if wish.key.options.isNetworkAccessAllowed { download(wish) }
      return
    }
    enqueue(.final, wish, .preheat, for: nil)
  }

  private mutating func deactivate(_ wish: ImageWish) {
    uncache(wish.key)
    for kind in [ImageJob.Kind.final, .lowQuality] {
      if let number = keyJobs[kind]?[wish.key] { dropIfUnwanted(number) }
    }
    leaveDownload(wish)
  }

  /// Continues a caching request after its download, or after its thumbnail proved too small.
  mutating func continueStart(_ wish: ImageWish) {
    if isActive(wish.key) { activate(wish, isBegun: true) }
  }

  // MARK: Changes of the library

  /// Drops images of deleted assets and fails the requests that wait for them.
  mutating func remove(_ assets: [AssetID]) {
    guard !assets.isEmpty else { return }
    let gone = Set(assets)
    removed.formUnion(gone)
    forget(gone)
    let waiting = requests.values.filter { gone.contains($0.wish.asset.id) && !$0.isDelivering }.map { $0.id }
    for id in waiting.sorted() { fail(id, .identifierNotFound) }
    pump()
  }

  /// Drops images of edited assets. Waiting requests still get theirs, because they came before the edit.
  mutating func changeContent(of assets: [AssetID]) {
    forget(Set(assets))
    pump()
  }

  private mutating func forget(_ assets: Set<AssetID>) {
    for asset in assets {
      for wish in starts.removeValue(forKey: asset) ?? [] { deactivate(wish) }
      heldCount -= held.removeValue(forKey: asset)?.count ?? 0
    }
  }

  func canPrepare(_ bytes: Int64) -> Bool { cachedBytes + preparingBytes + bytes <= settings.preparedMax.rawValue }

  /// Keeps the image of a caching request, replacing a thumbnail.
  mutating func cache(_ key: ImageKey, _ image: PhotosImage, isLowQuality: Bool) {
    uncache(key)
    guard canPrepare(Int64(image.byteCount)) else { return }
    cached[key] = CachedImage(image: image, isLowQuality: isLowQuality)
    cachedBytes += Int64(image.byteCount)
  }

  private mutating func uncache(_ key: ImageKey) {
    guard let old = cached.removeValue(forKey: key) else { return }
    cachedBytes -= Int64(old.image.byteCount)
  }
}
