import CacheLab
import Foundation
import Strategies
import Synchronization
import Testing

@testable import PhotosModel

/// Random sequences of requests, cancellations, starts, stops and changes, with work, handlers and time in any order.
/// After each step all must hold that the documents say, whatever the manager thinks.
@Suite struct SequenceTests {
  /// `PHOTOS_SEQUENCES=100000` runs more, and `PHOTOS_SEQUENCES=371..371` one of them.
  private static func numbers() throws -> ClosedRange<Int> {
    guard let words = ProcessInfo.processInfo.environment["PHOTOS_SEQUENCES"] else { return 0...399 }
    let numbers = words.split(separator: "..").compactMap { Int($0) }
    let range = numbers.count == 2 ? (numbers[0], numbers[1]) : (0, (numbers.first ?? 0) - 1)
    try #require(
      range.0 >= 0 && range.0 <= range.1, "PHOTOS_SEQUENCES is a count, such as 1000, or a range, such as 3..3")
    return range.0...range.1
  }

  @Test(arguments: 0..<8) func randomSequencesKeepEveryInvariant(_ part: Int) throws {
    for number in try Self.numbers() where number % 8 == part {
      var sequence = RandomSequence(number)
      do { try sequence.run() } catch {
        Issue.record("sequence \(number): what was required above does not hold after \(sequence.acts)")
      }
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func pick<Value>(_ values: Value...) -> Value { values[next(below: values.count)] }
}

private struct RandomSequence {
  private struct Request {
    let id: ImageRequestID
    let asset: Asset
    let key: ImageKey
    let isData: Bool
  }

  private final class Calls {
    /// How many each request had had when it was cancelled.
    var whenCancelled: [ImageRequestID: Int] = [:]
    var fault: String?
  }

  private(set) var acts: [String] = []

  private var random: SplitMix64
  private let scheduler = SteppedScheduler()
  private let source: BlankImageSource
  private var settings = ManagerSettings()
  private var cloud = CloudModel()
  private let manager: CachingImageManager
  private let log = ResultLog()
  private let calls = Calls()
  private var assets: [Asset] = []
  private var requests: [Request] = []
  /// Requests whose asset was deleted before them, or while they waited.
  private var refused: Set<ImageRequestID> = []
  private var removed: Set<AssetID> = []
  /// The assets that a request or a caching request may download.
  private var wanted: Set<AssetID> = []
  /// Caching requests that were not stopped, in the order of their coming.
  private var started: [AssetID: [ImageKey]] = [:]
  /// Those in force, with whether high quality was allowed when they came into force.
  private var inForce: [ImageKey: Bool] = [:]

  init(_ number: Int) {
    random = SplitMix64(seed: SplitMix64.hash(1, UInt64(number)))
    var (files, broken): (ContiguousArray<AssetInfo>, Set<ItemID>) = ([], [])
    for index in 0..<random.next(in: 2...7) {
      let file = AssetInfo(
        width: Int32(random.next(in: 40...1_200)), height: Int32(random.next(in: 40...1_200)),
        encodedBytes: Int32(random.next(in: 1_000...400_000)), thumbnailBytes: random.chance(80) ? 2_000 : 0,
        isDecodable: random.chance(90))
      files.append(file)
      assets.append(Asset(id: AssetID(rawValue: Int64(index) + 1), file: ItemID(index), pixelSize: file.size))
      if random.chance(20) { broken.insert(ItemID(index)) }
    }
    source = BlankImageSource(files: files, brokenThumbnails: broken)
    settings.cacheMatch = random.pick(.wholeKey, .optionsOnly)
    settings.secondCaching = random.pick(.waits, .besides)
    settings.cancellation = random.pick(.silent, .called)
    settings.deliversAtHandAtOnce = random.chance(50)
    settings.synchronousIsHighQuality = random.chance(50)
    settings.thumbnailServesSmallTargets = random.chance(50)
    settings.servesHeldImages = random.chance(50)
    if random.chance(20) { settings.preparedMax = ByteCount(rawValue: Int64(random.next(in: 0...3_000_000))) }
    settings.workers = random.next(in: 1...3)
    cloud.sharePercent = random.pick(0, 30, 100)
    cloud.failurePercent = random.pick(0, 50, 100)
    cloud.downloadsMax = random.next(in: 1...2)
    cloud.staysOnDevice = random.chance(70)
    cloud.seed = random.next()
    manager = CachingImageManager(source, scheduler: scheduler, settings: settings, cloud: cloud)
  }

  mutating func run() throws {
    for _ in 0..<60 {
      try act()
      try look()
    }
    scheduler.runAll()
    try look()
    try lookAtCache()
    stopAll()
    scheduler.runAll()
    try look()
    for request in requests { try look(at: request) }
    log.releaseImages()
    try #require(manager.engine.isIdle)
    try #require(source.ledger.liveBytes == 0)
  }

  // MARK: What happens

  private mutating func act() throws {
    switch random.next(below: 14) {
    case 0, 1, 2: try request()
    case 3: requestData()
    case 4:
      guard !requests.isEmpty else { return }
      let id = requests[random.next(below: requests.count)].id
      acts.append("cancel \(id)")
      if !log.hasEnded(id) { noteCancel(id) }
      manager.cancelImageRequest(id)
    case 5, 6: start()
    case 7: stop()
    case 8: change(random.next(below: assets.count))
    case 9, 10:
      acts.append("work")
      scheduler.runWork(random.next(below: max(1, scheduler.workCount)))
    case 11, 12:
      acts.append("handler")
      scheduler.runHandler()
    default:
      acts.append("time")
      if random.chance(50) { scheduler.runTimer() } else { scheduler.advance(by: .milliseconds(40)) }
    }
  }

  private func noteCancel(_ id: ImageRequestID) {
    calls.whenCancelled[id] = calls.whenCancelled[id] ?? log.calls(of: id).count
  }

  private mutating func request() throws {
    let (log, calls, asset, target, mode, options) = (log, calls, anyAsset(), target(), mode(), options())
    options.isSynchronous = random.chance(15)
    if random.chance(50) {
      let stops = random.chance(20)
      unsafe options.progressHandler = { share, _, stop, dictionary in
        let info = ImageResultInfo(dictionary)
        if share <= 0 || share > 1 || info.isInCloud { calls.fault = "progress of \(share) for \(info.requestID)" }
        log.add(nil, dictionary)
        unsafe stop.pointee = ObjCBool(stops)
        // The first call that says stop is the last that may come.
        if stops {
          calls.whenCancelled[info.requestID] =
            calls.whenCancelled[info.requestID] ?? log.calls(of: info.requestID).count
        }
      }
    }
    let key = key(asset, target, mode, options)
    let isPrepared = isPrepared(key) == true
    let id = manager.requestImage(for: asset, targetSize: CGSize(target), contentMode: mode, options: options) {
      log.add($0, $1)
    }
    add(Request(id: id, asset: asset, key: key, isData: false))
    try lookAtOnce(id, key, isPrepared: isPrepared)
  }

  private mutating func requestData() {
    let (log, calls, asset, options) = (log, calls, anyAsset(), options())
    let id = manager.requestImageDataAndOrientation(for: asset, options: options) { data, _, _, dictionary in
      let info = ImageResultInfo(dictionary)
      if (data != nil) != (info.error == nil && !info.isCancelled) { calls.fault = "data for \(info.requestID)" }
      log.add(nil, dictionary)
    }
    add(Request(id: id, asset: asset, key: key(asset, .maximum, .aspectFit, options), isData: true))
  }

  private mutating func add(_ request: Request) {
    acts.append("\(request.isData ? "data" : "image") \(request.id) of \(request.key)")
    requests.append(request)
    if request.key.options.isNetworkAccessAllowed { wanted.insert(request.asset.id) }
    if removed.contains(request.asset.id) { refused.insert(request.id) }
  }

  private mutating func start() {
    var (assets, target, mode, options) = (someAssets(), target(), mode(), options())
    // An app may hold what it read before an edit.
    if random.chance(10) { assets[0].contentVersion = 0 }
    acts.append("start \(assets.map { key($0, target, mode, options) })")
    manager.startCachingImages(for: assets, targetSize: CGSize(target), contentMode: mode, options: options)
    for asset in assets {
      if options.isNetworkAccessAllowed { wanted.insert(asset.id) }
      let (key, known) = (key(asset, target, mode, options), started[asset.id] ?? [])
      if !removed.contains(asset.id), !known.contains(key) { started[asset.id] = known + [key] }
    }
  }

  /// Half of the time one that was started, else whatever comes.
  private mutating func stop() {
    var (assets, target, mode, options) = (someAssets(), target(), mode(), options())
    let known = started.keys.sorted().flatMap { started[$0] ?? [] }
    if random.chance(50), !known.isEmpty {
      let key = known[random.next(below: known.count)]
      assets = [self.assets[Int(key.asset.rawValue) - 1]]
      assets[0].contentVersion = key.contentVersion
      (target, mode, options) = (key.target, key.mode, ImageRequestOptions(key.options))
    }
    acts.append("stop \(assets.map { key($0, target, mode, options) })")
    manager.stopCachingImages(for: assets, targetSize: CGSize(target), contentMode: mode, options: options)
    for asset in assets {
      let key = key(asset, target, mode, options)
      started[asset.id]?.removeAll { $0 == key }
    }
  }

  private mutating func stopAll() {
    manager.stopCachingImagesForAllAssets()
    started = [:]
  }

  private mutating func change(_ place: Int) {
    let (id, kind) = (assets[place].id, random.next(below: 8))
    acts.append("change \(kind) of \(id)")
    switch kind {
    case 0:
      // A result that is on its way comes all the same.
      if scheduler.handlerCount == 0 {
        refused.formUnion(requests.filter { $0.asset.id == id && !log.hasEnded($0.id) }.map { $0.id })
      }
      manager.engine.libraryChanged(contentOf: [], removed: [id])
      removed.insert(id)
      started[id] = nil
    case 1, 2, 3:
      assets[place].adjustment = .quarterTurn
      assets[place].contentVersion += 1
      manager.engine.libraryChanged(contentOf: [id])
      started[id] = nil
    case 4: stopAll()
    case 5: log.releaseImages()
    default: manager.allowsCachingHighQualityImages.toggle()
    }
  }

  private mutating func anyAsset() -> Asset { assets[random.next(below: assets.count)] }
  private mutating func someAssets() -> [Asset] { (0..<random.next(in: 1...3)).map { _ in anyAsset() } }
  private mutating func mode() -> ImageContentMode { random.chance(70) ? .aspectFill : .aspectFit }
  private mutating func target() -> PixelSize {
    random.pick(PixelSize(width: 60, height: 60), PixelSize(width: 300, height: 300), .maximum)
  }

  private mutating func options() -> ImageRequestOptions {
    let options = ImageRequestOptions()
    options.deliveryMode = random.pick(.opportunistic, .opportunistic, .opportunistic, .highQualityFormat, .fastFormat)
    options.resizeMode = random.pick(.none, .fast, .fast, .fast, .exact)
    options.isNetworkAccessAllowed = random.chance(50)
    options.allowSecondaryDegradedImage = random.chance(30)
    // Now and then with a mode in which it has no effect.
    if random.chance(5) { options.normalizedCropRect = CGRect(x: 0.2, y: 0.1, width: 0.5, height: 0.5) }
    return options
  }

  private func key(
    _ asset: Asset, _ target: PixelSize, _ mode: ImageContentMode, _ options: ImageRequestOptions
  ) -> ImageKey {
    ImageKey(asset: asset.id, contentVersion: asset.contentVersion, target: target, mode: mode, options: options.values)
  }

  // MARK: What must hold

  private func isDecodable(_ asset: Asset) -> Bool { source.info(of: asset.file)?.isDecodable == true }
  private func hasThumbnail(_ asset: Asset) -> Bool { source.thumbnail(of: asset.file) != nil }
  private func isInCloud(_ asset: Asset) -> Bool { cloud.isInCloud(UInt64(bitPattern: asset.id.rawValue)) }

  /// True where an image in high quality is prepared, false where a poor one is.
  private func isPrepared(_ key: ImageKey) -> Bool? {
    manager.engine.state.withLock { $0.cached[key].map { !$0.isLowQuality } }
  }

  /// After every step.
  private mutating func look() throws {
    started = started.filter { !$0.value.isEmpty }
    // The first of an asset has precedence until it is stopped, unless the settings say that all are in force.
    let active = started.values.flatMap { settings.secondCaching == .waits ? $0.prefix(1) : $0[...] }
    let isHigh = manager.allowsCachingHighQualityImages
    inForce = Dictionary(uniqueKeysWithValues: active.map { ($0, inForce[$0] ?? isHigh) })
    let (starts, cached) = manager.engine.state.withLock { ($0.starts, Array($0.cached.keys)) }
    let known = starts.mapValues { $0.map { $0.key } }
    let stale = cached.filter { inForce[$0] == nil }
    try #require(known == started)
    try #require(stale == [])
    try #require(calls.fault == nil)
    try #require(source.ledger.liveBytes >= manager.engine.heldBytes.rawValue)
    try #require(manager.engine.violations() == [])
  }

  /// A request is served by what is prepared under its key, before it returns where the settings say so, and by nothing
  /// else that is at hand.
  private func lookAtOnce(_ id: ImageRequestID, _ key: ImageKey, isPrepared: Bool) throws {
    let calls = log.calls(of: id)
    let isOneResult = log.hasEnded(id) && calls.allSatisfy { $0.size == nil || $0.info.isFinal }
    if key.options.isSynchronous { return try #require(isOneResult, "request \(id)") }
    guard settings.deliversAtHandAtOnce, key.options.deliveryMode == .opportunistic else {
      return try #require(calls.isEmpty, "request \(id)")
    }
    if isPrepared { return try #require(isOneResult, "request \(id)") }
    let isLike = inForce.keys.contains {
      $0.asset == key.asset && $0.contentVersion == key.contentVersion && $0.options == key.options
    }
    let canEnd = settings.servesHeldImages || settings.cacheMatch == .optionsOnly && isLike
    try #require(canEnd || !log.hasEnded(id), "request \(id)")
  }

  /// With nothing left to do, what is in force and can be prepared is.
  private func lookAtCache() throws {
    guard settings.preparedMax == ManagerSettings().preparedMax else { return }
    for (key, isHigh) in inForce {
      let asset = assets[Int(key.asset.rawValue) - 1]
      guard isDecodable(asset) else { continue }
      let isReachable = !isInCloud(asset) || key.options.isNetworkAccessAllowed && cloud.failurePercent == 0
      if isHigh, isReachable { try #require(isPrepared(key) == true, "asset \(asset.id)") }
      // A request may have made the image itself.
      if !isHigh, hasThumbnail(asset) { try #require(isPrepared(key) != nil, "asset \(asset.id)") }
    }
  }

  /// It has ended in one final call, or was cancelled; then nothing came any more.
  private func look(at request: Request) throws {
    let (id, calls, before) = (request.id, log.calls(of: request.id), self.calls.whenCancelled[request.id])
    let finals = calls.filter { $0.info.isFinal }
    try #require(finals.count == 1 || finals.isEmpty && before != nil && settings.cancellation == .silent, "\(calls)")
    if let before { try #require(calls.count == before + finals.count, "request \(id) was cancelled: \(calls)") }
    guard let final = finals.first else { return }
    try #require(calls.last?.info.isFinal == true && final.info.isCancelled == (before != nil), "\(calls)")
    guard !final.info.isCancelled else { return }
    if let error = final.info.error {
      return try #require(final.size == nil && canFail(request, error), "request \(id): \(error)")
    }
    try #require(!refused.contains(id))
    // A call that is neither final nor degraded is progress.
    let degraded = calls.count { !$0.info.isFinal && $0.info.isDegraded }
    if request.isData { return try #require(degraded == 0, "request \(id)") }
    try look(at: final, of: request, degraded: degraded)
  }

  private func canFail(_ request: Request, _ error: PhotosError) -> Bool {
    let (asset, options) = (request.asset, request.key.options)
    if refused.contains(request.id) { return error == .identifierNotFound }
    return switch error.code {
    case .identifierNotFound: removed.contains(asset.id) && !options.isSynchronous
    case .invalidResource: !isDecodable(asset)
    case .networkAccessRequired: isInCloud(asset) && !options.isNetworkAccessAllowed
    case .networkError: isInCloud(asset) && options.isNetworkAccessAllowed && cloud.failurePercent > 0
    default: false
    }
  }

  private func look(at final: ResultLog.Entry, of request: Request, degraded: Int) throws {
    let (id, asset, key, options) = (request.id, request.asset, request.key, request.key.options)
    let isOpportunistic = options.deliveryMode == .opportunistic && !options.isSynchronous
    try #require(degraded <= (isOpportunistic ? (options.allowSecondaryDegradedImage ? 2 : 1) : 0), "request \(id)")
    if options.deliveryMode == .highQualityFormat || !hasThumbnail(asset) {
      let isReachable = !isInCloud(asset) || cloud.failurePercent < 100 && wanted.contains(asset.id)
      try #require(isDecodable(asset) && isReachable, "request \(id): an image of a file that gives none")
    }
    let size = try #require(final.size)
    let isFast = options.deliveryMode == .fastFormat && !(options.isSynchronous && settings.synchronousIsHighQuality)
    guard !final.info.isDegraded else { return try #require(isFast, "request \(id)") }
    // `ImagePlanTests` says what a plan must be.
    let stored = source.info(of: asset.file)?.size ?? asset.pixelSize
    let plan = ImagePlan(stored: stored, asset: asset, target: key.target, mode: key.mode, options: options)
    let least = plan.deliver(PhotosImage(pixelSize: plan.needed, pixels: [], ledger: nil), isDegraded: false).pixelSize
    try #require(plan.resize == nil ? size.covers(least) : size == least, "request \(id): \(size), not \(least)")
  }
}
