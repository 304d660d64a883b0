import CacheLab
public import StrategyKit
import Synchronization

/// What managers share: the state under one lock, and what becomes of its effects. It decodes, calls handlers and waits
/// only while the lock is free, so that a handler may ask for more.
public final class ManagerEngine: Sendable {
  let source: any ImageSourcing
  let scheduler: any ImageScheduling
  let settings: ManagerSettings
  private let state: Mutex<ManagerState>

  init(
    source: any ImageSourcing, scheduler: any ImageScheduling, settings: ManagerSettings, cloud: CloudModel
  ) {
    precondition(settings.workers > 0, "a manager has a worker")
    self.source = source
    self.scheduler = scheduler
    self.settings = settings
    state = Mutex(ManagerState(settings: settings, cloud: cloud))
  }

  /// Changes the state, then carries out what follows, in order, on the calling thread.
  @discardableResult
  func perform<Result: Sendable>(_ body: (inout ManagerState) -> Result) -> Result {
    let (result, effects) = state.withLock { state in
      let result = body(&state)
      let effects = state.effects
      state.effects = []
      return (result, effects)
    }
    for effect in effects { carryOut(effect) }
    return result
  }

  /// What is wanted, with all that follows from the file's index entry.
  func wish(
    for asset: Asset, _ target: PixelSize, _ mode: ImageContentMode, _ options: ImageRequestOptions
  ) -> ImageWish {
    let info = source.info(of: asset.file)
    let plan = ImagePlan(
      stored: info.size, asset: asset, target: target, mode: mode, options: options, scales: settings.scales)
    let key = ImageKey(
      asset: asset.id, contentVersion: asset.contentVersion, target: target, mode: mode, options: options.key)
    let hasThumbnail = info.thumbnailBytes > 0
    let maySuffice = settings.thumbnailServesSmallTargets && options.deliveryMode == .opportunistic
    return ImageWish(
      key: key, asset: asset, plan: plan, fileBytes: info.encodedBytes, hasThumbnail: hasThumbnail,
      usesThumbnail: maySuffice && hasThumbnail && plan.resize == nil
        && ManagerEngine.thumbnailSize(of: info).covers(plan.needed))
  }

  /// As the index has it; else its longer side has 160 pixels, by the rule of camera files (DCF). Whether that is so is
  /// seen when it is decoded.
  private static func thumbnailSize(of info: AssetInfo) -> PixelSize {
    guard !info.hasThumbnail else { return info.thumbnailSize }
    let longer = max(info.width, info.height)
    return PixelSize(width: info.width * 160 / longer, height: info.height * 160 / longer)
  }

  private func carryOut(_ effect: ImageEffect) {
    switch effect {
    case .deliver(let request, let image, let info, let isReady, let atOnce):
      let ready = image.map { isReady ? $0 : request.wish.plan.deliver($0, isDegraded: info.isDegraded) }
      if let ready, info.isFinal, !info.isDegraded {
        state.withLock { $0.hold(request.wish.key, ready) }
      }
      deliver(request, info, atOnce: atOnce) { request.call(ready, info) }
    case .deliverData(let request, let file, let info):
      deliver(request, info, atOnce: false) { request.call(file, info) }
    case .deliverThumbnail(let request, let info):
      guard let image = source.thumbnail(of: request.wish.asset.file) else { return }
      let ready = request.wish.plan.deliver(image, isDegraded: true)
      deliver(request, info, atOnce: true) { request.call(ready, info) }
    case .deliverCancelled(let request):
      var info = request.info()
      info.isCancelled = true
      let cancelled = info
      scheduler.deliver {
        request.gate.pass(isFinal: true) {
          if request.isData {
            request.call(nil as ImageFile?, cancelled)
          } else {
            request.call(nil as PhotosImage?, cancelled)
          }
        }
      }
    case .run(let job):
      scheduler.work(on: job.wish.asset.file, for: job.wish.key.target) { self.run(job) }
    case .progress(let request, let share, let info): tellProgress(request, share, info)
    case .download(let asset, let number, let delay):
      scheduler.after(delay) { self.perform { $0.step(asset, number: number) } }
    }
  }

  /// Calls a handler, if its request still waits for a result when its turn comes.
  private func deliver(
    _ request: PendingRequest, _ info: ImageResultInfo, atOnce: Bool, _ call: @escaping @Sendable () -> Void
  ) {
    let body: @Sendable () -> Void = {
      guard self.state.withLock({ $0.take(request.id, isFinal: info.isFinal) }) else { return }
      request.gate.pass(isFinal: info.isFinal, call)
    }
    if atOnce { body() } else { scheduler.deliver(body) }
  }

  private func tellProgress(_ request: PendingRequest, _ share: Double, _ info: ImageResultInfo) {
    scheduler.deliver {
      // Whoever cancelled it hears no more, also not of a download that went on.
      guard self.state.withLock({ $0.requests[request.id] != nil }) else { return }
      var stop = false
      request.progressHandler?(share, info.error, &stop, info)
      if stop { self.perform { $0.cancel(request.id) } }
    }
  }

  /// On a worker's thread.
  private func run(_ job: ImageJob) {
    if job.kind == .data {
      let file = Swift.Result { () throws(ImageRequestError) in try data(for: job.wish) }
      perform { $0.endData(job.number, file) }
    } else if job.kind == .final, job.wish.usesThumbnail {
      let image = sufficientThumbnail(for: job.wish)
      perform { $0.endThumbnail(job.number, image) }
    } else {
      let image = Swift.Result { () throws(ImageRequestError) in try decode(job) }
      perform { $0.end(job.number, image) }
    }
  }

  private func decode(_ job: ImageJob) throws(ImageRequestError) -> PhotosImage {
    let (wish, file) = (job.wish, job.wish.asset.file)
    switch job.kind {
    case .final, .data: return try source.decode(file, scale: wish.plan.scale)
    case .secondary: return try source.decode(file, scale: wish.plan.secondaryScale ?? wish.plan.scale)
    case .degraded, .lowQuality:
      guard let image = source.thumbnail(of: file) else { throw .notDecodable("it has no thumbnail") }
      return image
    }
  }

  /// The thumbnail where it stands for the image itself; nil when it is broken, or smaller than was expected.
  func sufficientThumbnail(for wish: ImageWish) -> PhotosImage? {
    guard let image = source.thumbnail(of: wish.asset.file), image.pixelSize.covers(wish.plan.needed) else {
      return nil
    }
    return image
  }

  /// The file as it is; with an edit, a file that shows it.
  private func data(for wish: ImageWish) throws(ImageRequestError) -> ImageFile {
    guard wish.asset.hasAdjustments, wish.key.options.version == .current else {
      return ImageFile(bytes: try source.data(of: wish.asset.file), orientation: wish.asset.orientation)
    }
    let image = wish.plan.deliver(try source.decode(wish.asset.file, scale: .full), isDegraded: false)
    return ImageFile(bytes: try source.encode(image), orientation: 1)
  }

  /// What must hold and does not, in words: for tests.
  package func violations() -> [String] { state.withLock { $0.violations() } }

  /// By what an image is found: for tests.
  package func key(
    for asset: Asset, _ target: PixelSize, _ mode: ImageContentMode, _ options: ImageRequestOptions
  ) -> ImageKey { wish(for: asset, target, mode, options).key }

  /// Prepared images, true for one of low quality: for tests.
  package func cachedKeys() -> [ImageKey: Bool] { state.withLock { $0.cached.mapValues { $0.isLowQuality } } }

  /// Whether the caching requests of all assets are these, each asset's in the order of their coming: for tests.
  package func hasStarted(_ keys: [AssetID: [ImageKey]]) -> Bool { state.withLock { $0.hasStarted(keys) } }

  /// True when nothing is left to do: for tests.
  package var isIdle: Bool { state.withLock { $0.isIdle } }

  /// Bytes of the images that the manager itself holds.
  public var heldBytes: ByteCount {
    ByteCount(rawValue: state.withLock { $0.cachedBytes + $0.keptBytes })
  }
}
