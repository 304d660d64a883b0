import CacheLab
import Foundation
import PhotosModel
import Strategies

/// A random sequence of requests, cancellations, starts, stops and changes, with work, handlers and time in random
/// order; it looks after every step whether all that must hold does.
struct SequenceFuzzer {
  /// Steps of a sequence.
  static let length = 60

  private var random: SplitMix64
  private let scheduler = SteppedScheduler()
  let source: BlankImageSource
  let manager: CachingImageManager
  let settings: ManagerSettings
  let heard = HeardResults()
  private var assets: [Asset]
  let files: [SequenceFile]
  let failurePercent: Int
  var caching: SequenceCaching
  /// Assets that somebody has wanted downloaded.
  var wantsDownload: Set<AssetID> = []
  var asked: [SequenceRequest] = []
  /// Requests whose asset was deleted while they waited.
  var deleted: Set<ImageRequestID> = []

  /// Sequence `number` of a seed: it depends on these two alone.
  init(seed: UInt64, number: Int) {
    random = SplitMix64(seed: SplitMix64.hash(seed, UInt64(number)))
    let count = random.next(in: 2...7)
    var files: ContiguousArray<AssetInfo> = []
    for _ in 0..<count {
      files.append(
        AssetInfo(
          width: Int32(random.next(in: 40...1_200)), height: Int32(random.next(in: 40...1_200)),
          encodedBytes: Int32(random.next(in: 1_000...400_000)), thumbnailBytes: random.chance(80) ? 2_000 : 0,
          decodes: random.chance(90)))
    }
    assets = files.indices.map { index in
      Asset(id: AssetID(rawValue: Int64(index) + 1), file: ItemID(index), pixelSize: files[index].size)
    }
    settings = SequenceFuzzer.settings(&random)
    var broken: Set<ItemID> = []
    for index in files.indices where random.chance(20) { broken.insert(ItemID(index)) }
    source = BlankImageSource(files: files, brokenThumbnails: broken)
    let cloud = SequenceFuzzer.cloud(&random)
    manager = CachingImageManager(source, scheduler: scheduler, settings: settings, cloud: cloud)
    caching = SequenceCaching(settings: settings)
    failurePercent = cloud.failurePercent
    self.files = zip(files, assets).map { info, asset in
      SequenceFile(
        info: info, hasBrokenThumbnail: broken.contains(asset.file),
        isInCloud: cloud.isInCloud(UInt64(bitPattern: asset.id.rawValue)))
    }
  }

  private static func settings(_ random: inout SplitMix64) -> ManagerSettings {
    var settings = ManagerSettings()
    settings.cacheMatch = random.chance(50) ? .wholeKey : .optionsOnly
    settings.secondCaching = random.chance(50) ? .waits : .besides
    settings.cancellation = random.chance(50) ? .silent : .called
    settings.deliversAtHandAtOnce = random.chance(50)
    settings.synchronousIsHighQuality = random.chance(50)
    settings.thumbnailServesSmallTargets = random.chance(50)
    settings.servesHeldImages = random.chance(50)
    if random.chance(20) { settings.preparedMax = ByteCount(rawValue: Int64(random.next(in: 0...3_000_000))) }
    settings.workers = random.next(in: 1...3)
    return settings
  }

  private static func cloud(_ random: inout SplitMix64) -> CloudModel {
    var cloud = CloudModel(sharePercent: [0, 30, 100][random.next(below: 3)])
    cloud.failurePercent = [0, 50, 100][random.next(below: 3)]
    cloud.downloadsMax = random.next(in: 1...2)
    cloud.staysOnDevice = random.chance(70)
    cloud.seed = random.next()
    return cloud
  }

  // MARK: What happens

  /// - Throws: `SequenceFinding`
  mutating func run() throws {
    for step in 0..<SequenceFuzzer.length {
      let name = try act()
      try look("step \(step), \(name)")
    }
    scheduler.runAll()
    try look("the end")
    try lookAtCache()
    manager.stopCachingImagesForAllAssets()
    caching.stopAll()
    scheduler.runAll()
    try look("after stopping all")
    try lookAtResults()
  }

  private mutating func act() throws -> String {
    switch random.next(below: 14) {
    case 0, 1, 2:
      try request()
      return "request"
    case 3:
      requestData()
      return "data"
    case 4:
      guard !asked.isEmpty else { return "nothing" }
      let request = asked[random.next(below: asked.count)]
      if heard.record(of: request.id).finals == 0 { heard.cancel(request.id) }
      manager.cancelImageRequest(request.id)
      return "cancel"
    case 5, 6:
      start()
      return "start"
    case 7:
      stop()
      return "stop"
    case 8: return change()
    case 9, 10:
      scheduler.runWork(random.next(below: max(1, scheduler.workCount)))
      return "work"
    case 11, 12:
      scheduler.runHandler()
      return "handler"
    default:
      if random.chance(50) { scheduler.runTimer() } else { scheduler.advance(by: .milliseconds(40)) }
      return "time"
    }
  }

  private mutating func start() {
    var assets = someAssets()
    let (target, mode, options) = (target(), mode(), options())
    // An app may hold what it read before an edit.
    if random.chance(10) { assets[0].contentVersion = 0 }
    manager.startCachingImages(for: assets, targetSize: CGSize(target), contentMode: mode, options: options)
    for asset in assets {
      let key = manager.engine.key(for: asset, target, mode, options)
      caching.start(key)
      if options.isNetworkAccessAllowed { wantsDownload.insert(asset.id) }
    }
  }

  /// Half of the time one that was started, else whatever comes.
  private mutating func stop() {
    let known = caching.started.keys.sorted().flatMap { caching.started[$0] ?? [] }
    guard random.chance(50), !known.isEmpty else {
      let (assets, target, mode, options) = (someAssets(), target(), mode(), options())
      manager.stopCachingImages(for: assets, targetSize: CGSize(target), contentMode: mode, options: options)
      for asset in assets { caching.stop(manager.engine.key(for: asset, target, mode, options)) }
      return
    }
    let key = known[random.next(below: known.count)]
    var asset = assets[Int(key.asset.rawValue) - 1]
    asset.contentVersion = key.contentVersion
    manager.stopCachingImages(
      for: [asset], targetSize: CGSize(key.target), contentMode: key.mode, options: ImageRequestOptions(key.options))
    caching.stop(key)
  }

  private mutating func change() -> String {
    let place = random.next(below: assets.count)
    switch random.next(below: 8) {
    case 0:
      // A result that is on its way comes all the same.
      if scheduler.handlerCount == 0 {
        let waiting = asked.filter { $0.asset.id == assets[place].id && heard.record(of: $0.id).mayHear }
        deleted.formUnion(waiting.map { $0.id })
      }
      manager.engine.libraryChanged(contentOf: [], removed: [assets[place].id])
      caching.remove(assets[place].id)
      return "remove"
    case 1, 2, 3:
      assets[place].adjustment = .quarterTurn
      assets[place].contentVersion += 1
      manager.engine.libraryChanged(contentOf: [assets[place].id])
      caching.forget(assets[place].id)
      return "edit"
    case 4:
      manager.stopCachingImagesForAllAssets()
      caching.stopAll()
      return "stop all"
    case 5:
      heard.releaseImages()
      return "release"
    default:
      manager.allowsCachingHighQualityImages.toggle()
      caching.allowsHighQuality = manager.allowsCachingHighQualityImages
      return "quality"
    }
  }

  private mutating func request() throws {
    let options = options()
    options.isSynchronous = random.chance(15)
    if random.chance(50) {
      let stops = random.chance(20)
      unsafe options.progressHandler = { [heard] share, _, stop, info in
        heard.hear(progress: share, ImageResultInfo(info))
        unsafe stop.pointee = ObjCBool(stops)
        if stops { heard.cancel(ImageResultInfo(info).requestID) }
      }
    }
    let (heard, place, target, mode) = (heard, random.next(below: assets.count), target(), mode())
    let key = manager.engine.key(for: assets[place], target, mode, options)
    let isCached = manager.engine.cachedKeys()[key] == false
    let id = manager.requestImage(for: assets[place], targetSize: CGSize(target), contentMode: mode, options: options) {
      heard.hear($0, hasResult: $0 != nil, ImageResultInfo($1))
    }
    remember(id, place, key, isData: false)
    try lookAtHit(heard.record(of: id), asked[asked.count - 1], isCached: isCached)
  }

  private mutating func requestData() {
    let (heard, place, options) = (heard, random.next(below: assets.count), options())
    let id = manager.requestImageDataAndOrientation(for: assets[place], options: options) {
      heard.hear(nil, hasResult: $0 != nil, ImageResultInfo($3))
    }
    let key = manager.engine.key(for: assets[place], .maximum, .aspectFit, options)
    remember(id, place, key, isData: true)
  }

  private mutating func remember(
    _ id: ImageRequestID, _ place: Int, _ key: ImageKey, isData: Bool
  ) {
    let asset = assets[place]
    if key.options.isNetworkAccessAllowed { wantsDownload.insert(asset.id) }
    asked.append(
      SequenceRequest(
        id: id, asset: asset, file: files[place], key: key, isData: isData,
        wasRemoved: caching.removed.contains(asset.id)))
  }

  private mutating func someAssets() -> [Asset] {
    (0..<random.next(in: 1...3)).map { _ in assets[random.next(below: assets.count)] }
  }

  private mutating func target() -> PixelSize {
    [PixelSize(width: 60, height: 60), PixelSize(width: 300, height: 300), .maximum][random.next(below: 3)]
  }

  private mutating func mode() -> ImageContentMode { random.chance(70) ? .aspectFill : .aspectFit }

  private mutating func options() -> ImageRequestOptions {
    let options = ImageRequestOptions()
    options.deliveryMode =
      ImageRequestOptionsDeliveryMode(rawValue: [0, 0, 0, 1, 2][random.next(below: 5)]) ?? .opportunistic
    options.resizeMode = ImageRequestOptionsResizeMode(rawValue: [0, 1, 1, 1, 2][random.next(below: 5)]) ?? .fast
    options.isNetworkAccessAllowed = random.chance(50)
    options.allowSecondaryDegradedImage = random.chance(30)
    // Now and then with a mode in which it has no effect.
    if random.chance(5) { options.normalizedCropRect = CGRect(x: 0.2, y: 0.1, width: 0.5, height: 0.5) }
    return options
  }
}
