import CacheLab
import PhotosModel
import Strategies

/// A random sequence of requests, cancellations, starts, stops and changes, with work, handlers and time in random
/// order; it looks after every step whether all that must hold does.
struct SequenceFuzzer {
  /// Steps of a sequence.
  static let length = 60

  private var random: SplitMix64
  private let scheduler = SteppedScheduler()
  private let source: BlankImageSource
  private let manager: CachingImageManager
  private let settings: ManagerSettings
  private let heard = HeardResults()
  private var assets: [Asset]
  private var asked: [ImageRequestID] = []
  private var cancelled: Set<ImageRequestID> = []
  private var isSynchronous: Set<ImageRequestID> = []

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
    manager = CachingImageManager(
      source, scheduler: scheduler, settings: settings, cloud: SequenceFuzzer.cloud(&random))
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
    settings.keepsOnDemand = ByteCount(rawValue: random.chance(50) ? 0 : Int64(random.next(in: 1...2_000_000)))
    settings.workers = random.next(in: 1...3)
    return settings
  }

  private static func cloud(_ random: inout SplitMix64) -> CloudModel {
    var cloud = CloudModel(sharePercent: [0, 30, 100][random.next(below: 3)])
    cloud.failurePercent = [0, 50][random.next(below: 2)]
    cloud.downloadsMax = random.next(in: 1...2)
    cloud.staysOnDevice = random.chance(70)
    cloud.seed = random.next()
    return cloud
  }

  /// - Throws: `SequenceFinding`
  mutating func run() throws {
    for step in 0..<SequenceFuzzer.length {
      let name = act()
      try look("step \(step), \(name)")
    }
    scheduler.runAll()
    try look("the end")
    manager.stopCachingImagesForAllAssets()
    scheduler.runAll()
    try look("after stopping all")
    try lookAtResults()
  }

  private mutating func act() -> String {
    switch random.next(below: 14) {
    case 0, 1, 2:
      request()
      return "request"
    case 3:
      requestData()
      return "data"
    case 4:
      guard !asked.isEmpty else { return "nothing" }
      let id = asked[random.next(below: asked.count)]
      if heard.record(of: id).finals == 0, !isSynchronous.contains(id) { cancelled.insert(id) }
      manager.cancelImageRequest(id)
      return "cancel"
    case 5, 6:
      manager.startCachingImages(for: someAssets(), targetSize: target(), contentMode: mode(), options: options())
      return "start"
    case 7:
      manager.stopCachingImages(for: someAssets(), targetSize: target(), contentMode: mode(), options: options())
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

  private mutating func change() -> String {
    let place = random.next(below: assets.count)
    switch random.next(below: 8) {
    case 0:
      manager.libraryChanged(contentOf: [], removed: [assets[place].id])
      return "remove"
    case 1, 2, 3:
      assets[place].adjustment = .quarterTurn
      assets[place].contentVersion += 1
      manager.libraryChanged(contentOf: [assets[place].id])
      return "edit"
    case 4:
      manager.stopCachingImagesForAllAssets()
      return "stop all"
    case 5:
      heard.releaseImages()
      return "release"
    default:
      manager.allowsCachingHighQualityImages.toggle()
      return "quality"
    }
  }

  private mutating func request() {
    var options = options()
    options.isSynchronous = random.chance(15)
    if random.chance(50) {
      let stops = random.chance(20)
      options.progressHandler = { [heard] _, _, stop, info in
        stop = stops
        if stops { heard.stop(info.requestID) }
      }
    }
    let heard = heard
    let id = manager.requestImage(
      for: assets[random.next(below: assets.count)], targetSize: target(), contentMode: mode(), options: options
    ) { heard.hear($0, $1) }
    asked.append(id)
    if options.isSynchronous { isSynchronous.insert(id) }
  }

  private mutating func requestData() {
    let heard = heard
    asked.append(
      manager.requestImageDataAndOrientation(for: assets[random.next(below: assets.count)], options: options()) {
        heard.hear(nil, $3)
      })
  }

  private mutating func someAssets() -> [Asset] {
    (0..<random.next(in: 1...3)).map { _ in assets[random.next(below: assets.count)] }
  }

  private mutating func target() -> PixelSize {
    [PixelSize(width: 60, height: 60), PixelSize(width: 300, height: 300), .maximum][random.next(below: 3)]
  }

  private mutating func mode() -> ImageContentMode { random.chance(70) ? .aspectFill : .aspectFit }

  private mutating func options() -> ImageRequestOptions {
    var options = ImageRequestOptions()
    options.deliveryMode = ImageRequestDeliveryMode(rawValue: [0, 0, 0, 1, 2][random.next(below: 5)]) ?? .opportunistic
    options.resizeMode = ImageRequestResizeMode(rawValue: [0, 1, 1, 1, 2][random.next(below: 5)]) ?? .fast
    options.isNetworkAccessAllowed = random.chance(50)
    options.allowSecondaryDegradedImage = random.chance(30)
    // Now and then with a mode that forbids it.
    if random.chance(5) { options.normalizedCropRect = NormalizedRect(x: 0.2, y: 0.1, width: 0.5, height: 0.5) }
    return options
  }
}

extension SequenceFuzzer {
  private func look(_ place: String) throws {
    if let wrong = manager.engine.violations().first { throw SequenceFinding(description: "\(place): \(wrong)") }
    guard source.ledger.liveBytes >= manager.engine.heldBytes.rawValue else {
      throw SequenceFinding(description: "\(place): more held than lives")
    }
  }

  /// Each request has ended in one final call, or was cancelled; then nothing came any more.
  private func lookAtResults() throws {
    func require(_ holds: Bool, _ words: String) throws {
      if !holds { throw SequenceFinding(description: words) }
    }
    try require(manager.engine.isIdle, "something is left to do")
    for id in asked {
      let record = heard.record(of: id)
      let ends = record.finals + record.cancellations
      try require(record.late == 0, "request \(id.rawValue): a call after the last")
      try require(ends <= 1, "request \(id.rawValue): \(ends) final calls")
      // A progress handler may have cancelled it.
      let mayBeSilent = settings.cancellation == .silent
      try require(ends == 1 || mayBeSilent, "request \(id.rawValue): no final call")
      if cancelled.contains(id) { try require(record.finals == 0, "request \(id.rawValue): an image after cancelling") }
    }
    let unheard = asked.filter { heard.record(of: $0).finals + heard.record(of: $0).cancellations == 0 }
    try require(
      unheard.allSatisfy { cancelled.contains($0) || heard.wasStopped($0) }, "a request ended in silence")
    heard.releaseImages()
    try require(
      settings.keepsOnDemand > .zero || manager.engine.heldBytes == .zero, "something is held that nobody wants")
    try require(
      source.ledger.liveBytes == manager.engine.heldBytes.rawValue, "images live that nobody holds")
  }
}
