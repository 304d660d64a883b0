import CacheLab
import PhotosModel
import Strategies

/// What must hold, after every step and at the end.
extension SequenceFuzzer {
  private func require(_ holds: Bool, _ words: @autoclosure () -> String) throws(SequenceFinding) {
    if !holds { throw SequenceFinding(description: words()) }
  }

  /// After every step.
  func look(_ place: String) throws(SequenceFinding) {
    if let wrong = manager.engine.violations().first { throw SequenceFinding(description: "\(place): \(wrong)") }
    try require(source.ledger.liveBytes >= manager.engine.heldBytes.rawValue, "\(place): more held than lives")
    try require(manager.engine.hasStarted(caching.started), "\(place): other caching requests than were made")
    for key in manager.engine.cachedKeys().keys {
      try require(caching.inForce[key] != nil, "\(place): an image of asset \(key.asset.rawValue) outlives its key")
    }
  }

  /// A request is served by what is prepared under its key, before it returns where the settings say so, and by nothing
  /// else that is at hand.
  func lookAtHit(
    _ record: HeardResults.Record, _ request: SequenceRequest, isCached: Bool
  ) throws(SequenceFinding) {
    let name = "request \(request.id)"
    if request.options.isSynchronous {
      return try require(
        record.finals + record.cancellations == 1 && record.degraded == 0,
        "\(name): synchronous, but not one result at once")
    }
    guard settings.deliversAtHandAtOnce, request.options.deliveryMode == .opportunistic else {
      return try require(!record.hasEnded && record.degraded == 0, "\(name): a result before it returned")
    }
    if isCached, request.options.deliveryMode == .opportunistic {
      return try require(record.finals == 1 && record.degraded == 0, "\(name): prepared, but not served")
    }
    let (key, matches) = (request.key, settings.cacheMatch == .optionsOnly)
    let isLike =
      matches
      && caching.inForce.keys.contains {
        $0.asset == key.asset && $0.contentVersion == key.contentVersion && $0.options == key.options
      }
    let hasNothing = !isLike && !settings.servesHeldImages
    try require(!hasNothing || !record.hasEnded, "\(name): served by what was not prepared under its key")
  }

  /// With nothing left to do, what is in force and can be prepared is.
  func lookAtCache() throws(SequenceFinding) {
    guard settings.preparedMax == ManagerSettings().preparedMax else { return }
    let cached = manager.engine.cachedKeys()
    for (key, isHigh) in caching.inForce {
      let file = files[Int(key.asset.rawValue) - 1]
      let name = "asset \(key.asset.rawValue)"
      guard isHigh else {
        // A request may have made the image itself, or have failed to.
        let mayBeNone = !file.thumbnailDecodes || !file.info.decodes
        try require(mayBeNone || cached[key] != nil, "\(name): no thumbnail is prepared")
        continue
      }
      let isReachable =
        !file.isInCloud || key.options.isNetworkAccessAllowed && failurePercent == 0
      try require(
        !file.info.decodes || !isReachable || cached[key] == false, "\(name): in force, and not prepared")
    }
  }

  /// Each request has ended in one final call, or was cancelled; then nothing came any more.
  func lookAtResults() throws(SequenceFinding) {
    try require(manager.engine.isIdle, "something is left to do")
    for var request in asked {
      request.mayBeDownloaded = failurePercent < 100 && wantsDownload.contains(request.asset.id)
      let (record, name) = (heard.record(of: request.id), "request \(request.id)")
      let ends = record.finals + record.cancellations
      try require(record.late == 0, "\(name): a call after the last")
      try require(!record.hasWrongProgress, "\(name): progress that cannot be")
      try require(ends <= 1, "\(name): \(ends) final calls")
      let isCancelled = record.isCancelled
      try require(ends == 1 || isCancelled && settings.cancellation == .silent, "\(name): no final call")
      try require(record.cancellations == 0 || isCancelled, "\(name): cancelled by nobody")
      guard record.finals == 1 else { continue }
      let mustFail = deleted.contains(request.id)
      try require(!mustFail || record.error == .identifierNotFound, "\(name): not told that its asset was deleted")
      let isRemoved = caching.removed.contains(request.asset.id)
      if let words = request.complaint(record, isRemoved: isRemoved, settings, failures: failurePercent > 0) {
        throw SequenceFinding(description: "\(name): \(words)")
      }
    }
    heard.releaseImages()
    try require(manager.engine.heldBytes == .zero, "something is held that nobody wants")
    try require(source.ledger.liveBytes == 0, "images live that nobody holds")
  }
}

/// Why a sequence went wrong.
struct SequenceFinding: Error, CustomStringConvertible {
  let description: String
}

/// What caching requests are in force, kept beside the manager by the plain words of its contract.
struct SequenceCaching {
  let settings: ManagerSettings
  /// Not stopped, in the order of their coming; only assets that have some.
  private(set) var started: [AssetID: [ImageKey]] = [:]
  /// Keys in force, with whether high quality was allowed when they came into force.
  private(set) var inForce: [ImageKey: Bool] = [:]
  private(set) var removed: Set<AssetID> = []
  var allowsHighQuality = true

  mutating func start(_ key: ImageKey) {
    guard !removed.contains(key.asset), started[key.asset]?.contains(key) != true else { return }
    started[key.asset, default: []].append(key)
    bringIntoForce(key.asset)
  }

  mutating func stop(_ key: ImageKey) {
    guard started[key.asset]?.contains(key) == true else { return }
    started[key.asset]?.removeAll { $0 == key }
    if started[key.asset]?.isEmpty == true { started[key.asset] = nil }
    inForce[key] = nil
    bringIntoForce(key.asset)
  }

  mutating func stopAll() {
    started = [:]
    inForce = [:]
  }

  /// An edit or a deletion ends all caching requests of its asset.
  mutating func forget(_ asset: AssetID) {
    for key in started.removeValue(forKey: asset) ?? [] { inForce[key] = nil }
  }

  mutating func remove(_ asset: AssetID) {
    forget(asset)
    removed.insert(asset)
  }

  /// The first has precedence until it is stopped, unless the settings say that all are in force.
  private mutating func bringIntoForce(_ asset: AssetID) {
    let list = started[asset] ?? []
    for key in settings.secondCaching == .waits ? Array(list.prefix(1)) : list where inForce[key] == nil {
      inForce[key] = allowsHighQuality
    }
  }
}
