extension ManagerState {
  /// A caching request. A second for the same key is nothing new; a second key of an asset waits or not, by the settings.
  mutating func start(_ wish: ImageWish) {
    guard !removed.contains(wish.asset.id) else { return }
    var list = starts[wish.asset.id] ?? []
    guard !list.contains(where: { $0.key == wish.key }) else { return }
    list.append(wish)
    starts[wish.asset.id] = list
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
    // The next in line has precedence now.
    if settings.secondCaching == .waits, let next = list.first { activate(next) }
    pump()
  }

  mutating func stopAll() {
    // Sorted, for the order of a dictionary changes from run to run.
    let all = starts.keys.sorted().flatMap { starts[$0] ?? [] }
    starts = [:]
    for wish in all { deactivate(wish) }
    pump()
  }

  /// - Parameter isBegun: True for one that is gone on with; it stays as it was, whatever quality is allowed now.
  private mutating func activate(_ wish: ImageWish, isBegun: Bool = false) {
    // A poor one may have come from an earlier start, while this one waited for its download.
    guard cached[wish.key]?.isLowQuality != false else { return }
    if let place = kept.firstIndex(where: { $0.key == wish.key }) {
      let entry = kept.remove(at: place)
      keptBytes -= Int64(entry.image.byteCount)
      uncache(wish.key)
      cached[wish.key] = CachedImage(image: entry.image, isLowQuality: false)
      cachedBytes += Int64(entry.image.byteCount)
      return
    }
    guard finalJobs[wish.key] == nil else { return }
    guard allowsHighQuality || wish.usesThumbnail || isBegun else {
      if wish.hasThumbnail, cached[wish.key] == nil { enqueue(.lowQuality, wish, .preheat, for: nil) }
      return
    }
    if isInCloud(wish.asset.id), !wish.usesThumbnail {
      if wish.key.options.isNetworkAccessAllowed { download(wish) }
      return
    }
    enqueue(.final, wish, .preheat, for: nil)
  }

  private mutating func deactivate(_ wish: ImageWish) {
    uncache(wish.key)
    if let number = finalJobs[wish.key] { dropIfUnwanted(number) }
    let poor = queues[ImageJob.Queue.preheat.rawValue].filter { number in
      jobs[number].map { $0.kind == .lowQuality && $0.wish.key == wish.key } ?? false
    }
    for number in poor { dropIfUnwanted(number) }
    leaveDownload(wish)
  }

  /// Goes on with a caching request whose file has come, or whose thumbnail does not suffice.
  mutating func continueStart(_ wish: ImageWish) {
    if isActive(wish.key) { activate(wish, isBegun: true) }
  }

  // MARK: Changes of the library

  /// Images of deleted assets go, and who waits for one hears so.
  mutating func remove(_ assets: [AssetID]) {
    for asset in assets {
      removed.insert(asset)
      forget(asset)
      for id in waiting(for: asset) { fail(id, .identifierNotFound) }
    }
    pump()
  }

  /// Images of edited assets go. Who waits for one gets it: it was asked for before the edit.
  mutating func changeContent(of assets: [AssetID]) {
    for asset in assets { forget(asset) }
    pump()
  }

  private mutating func forget(_ asset: AssetID) {
    let list = starts.removeValue(forKey: asset) ?? []
    for wish in list { deactivate(wish) }
    unkeep { $0.asset == asset }
    held = held.filter { $0.key.asset != asset }
  }

  private func waiting(for asset: AssetID) -> [ImageRequestID] {
    requests.values.filter { $0.wish.asset.id == asset && !$0.isDelivering }.map { $0.id }.sorted()
  }
}
