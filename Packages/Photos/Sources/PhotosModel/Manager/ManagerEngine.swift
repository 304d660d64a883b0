import CacheLab
public import StrategyKit
import Synchronization

/// The shared part of managers: the state under one lock, and the work that follows from it. It decodes, calls handlers
/// and waits only without the lock, so that handlers may make requests.
public final class ManagerEngine: Sendable {
  let source: any ImageSourcing
  let scheduler: any ImageScheduling
  let settings: ManagerSettings
  let state: Mutex<ManagerState>

  init(
    source: any ImageSourcing, scheduler: any ImageScheduling, settings: ManagerSettings, cloud: CloudModel
  ) {
    self.source = source
    self.scheduler = scheduler
    self.settings = settings
    state = Mutex(ManagerState(settings: settings, cloud: cloud))
  }

  /// Changes the state, then carries out the effects on the calling thread: first the work for others, then handlers
  /// called at once, one of which may wait for its final result.
  @discardableResult
  func perform<Result: Sendable>(_ body: (inout ManagerState) -> Result) -> Result {
    let (result, effects) = state.withLock { state in
      let result = body(&state)
      let effects = state.effects
      state.effects = []
      return (result, effects)
    }
    for effect in effects where !effect.canCallAtOnce { carryOut(effect) }
    for effect in effects where effect.canCallAtOnce { carryOut(effect) }
    return result
  }

  package func libraryChanged(contentOf edited: [AssetID], removed: [AssetID] = []) {
    perform { state in
      state.changeContent(of: edited)
      state.remove(removed)
    }
  }

  func request(
    _ wish: ImageWish, _ progressCall: ProgressCall?, _ handler: PendingRequest.Handler
  ) -> ImageRequestID {
    let id = state.withLock { $0.nextRequest() }
    let request = PendingRequest(id: id, wish: wish, progressCall: progressCall, handler: handler)
    if wish.key.options.isSynchronous { answer(request) } else { perform { $0.take(request) } }
    return id
  }

  /// Returns the wishes for assets in their current state, with their files' index entries.
  func wishes(
    for assets: [Asset], _ target: PixelSize, _ mode: ImageContentMode, _ options: ImageRequestOptions.Values
  ) -> [ImageWish] {
    let home = assets.first?.home
    guard let home, assets.allSatisfy({ $0.home === home }) else {
      return assets.map { asset in
        let current = asset.home?.current([asset], for: self).first ?? .success(asset)
        return wish(for: current, asset, target, mode, options)
      }
    }
    return zip(home.current(assets, for: self), assets).map { wish(for: $0, $1, target, mode, options) }
  }

  private func wish(
    for current: Result<Asset, PhotosError>, _ held: Asset, _ target: PixelSize, _ mode: ImageContentMode,
    _ options: ImageRequestOptions.Values
  ) -> ImageWish {
    var (asset, error): (Asset, PhotosError?) = (held, nil)
    switch current {
    case .success(let now): asset = now
    case .failure(let reason): error = reason
    }
    let info = source.info(of: asset.file)
    let plan = ImagePlan(
      stored: info?.size ?? asset.pixelSize, asset: asset, target: target, mode: mode, options: options)
    let key = ImageKey(
      asset: asset.id, contentVersion: asset.contentVersion, target: target, mode: mode, options: options)
    if info == nil { error = error ?? .invalidResource("the library has no file \(asset.file.rawValue)") }
    if plan.isTooLarge {
      let most = ImagePlan.pixelsMax / 1_000_000
      error = error ?? PhotosError(.requestNotSupportedForAsset, "more than \(most) megapixels; ask for a smaller size")
    }
    let canSuffice =
      settings.thumbnailServesSmallTargets && options.deliveryMode == .opportunistic && plan.resize == nil
    return ImageWish(
      key: key, asset: asset, plan: plan, info: info,
      isThumbnailEnough: canSuffice && info?.expectedThumbnail?.covers(plan.needed) == true, error: error)
  }

  private func carryOut(_ effect: ImageEffect) {
    switch effect {
    case .deliver(let request, let content, let info, let atOnce):
      deliver(request, content, info, atOnce: atOnce)
    case .deliverThumbnail(let request, let info):
      guard let image = source.thumbnail(of: request.wish.asset.file) else { return }
      deliver(request, .source(image), info, atOnce: true)
    case .deliverCancelled(let request):
      schedule(request.id) { request.call(ImageResultInfo(requestID: request.id, isCancelled: true)) }
    case .run(let job):
      scheduler.work(on: job.wish.asset.file, for: job.wish.key.target) { self.run(job) }
    case .progress(let request, let share, let error):
      scheduler.deliver {
        // A cancelled request gets no more calls, even from a download that went on.
        guard self.state.withLock({ $0.requests[request.id] != nil }) else { return }
        if request.tellProgress(share, error) { self.perform { $0.cancel(request.id) } }
      }
    case .download(let asset, let number, let delay):
      scheduler.after(delay) { self.perform { $0.step(asset, number: number) } }
    }
  }

  /// Calls a handler if its request still waits for a result.
  private func deliver(
    _ request: PendingRequest, _ content: ImageContent?, _ info: ImageResultInfo, atOnce: Bool
  ) {
    let content = content.map { finished($0, for: request.wish, info) }
    if atOnce {
      guard state.withLock({ $0.takeAtOnce(request.id, isFinal: info.isFinal) }) else { return }
      request.call(info, content)
      return handlerReturned(of: request.id)
    }
    schedule(request.id) {
      if self.state.withLock({ $0.take(request.id, isFinal: info.isFinal) }) { request.call(info, content) }
    }
  }

  /// The longest wait of calls for a handler on the calling thread, which may itself wait for the final image.
  private static let patience = Nanoseconds(rawValue: 1_000_000_000)

  /// Calls a handler on the queue of handlers, after its call on the calling thread has returned.
  private func schedule(_ id: ImageRequestID, _ call: @escaping @Sendable () -> Void) {
    scheduler.deliver {
      guard self.state.withLock({ $0.waits(call, of: id) }) else { return call() }
      self.scheduler.after(ManagerEngine.patience) { self.handlerReturned(of: id) }
    }
  }

  /// Makes the calls that waited for a handler to return.
  private func handlerReturned(of id: ImageRequestID) {
    for call in state.withLock({ $0.calling.removeValue(forKey: id) }) ?? [] { scheduler.deliver(call) }
  }

  /// Returns the decoded content turned, cut and resized; a client holds it from now on.
  private func finished(_ content: ImageContent, for wish: ImageWish, _ info: ImageResultInfo) -> ImageContent {
    var content = content
    if case .source(let image) = content {
      content = .ready(wish.plan.deliver(image, isDegraded: info.isDegraded))
    }
    if let image = content.image, info.isFinal, !info.isDegraded {
      state.withLock { $0.hold(wish.key, image) }
    }
    return content
  }

  private func run(_ job: ImageJob) {
    let made = Swift.Result { () throws(PhotosError) in try content(of: job) }
    perform { $0.end(job.number, made) }
  }

  /// Returns the content of a job, or nil if a thumbnail is too small to replace the image.
  private func content(of job: ImageJob) throws(PhotosError) -> ImageContent? {
    let (wish, file) = (job.wish, job.wish.asset.file)
    switch job.kind {
    case .data: return try data(for: wish)
    case .final where wish.isThumbnailEnough: return sufficientThumbnail(for: wish).map { .source($0) }
    case .final: return .source(try source.decode(file, scale: wish.plan.scale))
    case .secondary: return .source(try source.decode(file, scale: wish.plan.secondaryScale ?? wish.plan.scale))
    case .degraded, .lowQuality:
      guard let image = source.thumbnail(of: file) else { throw .invalidResource("it has no thumbnail") }
      return .source(image)
    }
  }

  /// Returns the thumbnail in place of the image, or nil if it is broken or smaller than expected.
  func sufficientThumbnail(for wish: ImageWish) -> PhotosImage? {
    guard let image = source.thumbnail(of: wish.asset.file), image.pixelSize.covers(wish.plan.needed) else {
      return nil
    }
    return image
  }

  /// Returns the file as it is or, with an edit, a file that shows it.
  func data(for wish: ImageWish) throws(PhotosError) -> ImageContent {
    guard wish.asset.hasAdjustments, wish.key.options.version == .current else {
      return .file(try source.data(of: wish.asset.file), orientation: wish.asset.orientation)
    }
    let image = wish.plan.deliver(try source.decode(wish.asset.file, scale: .full), isDegraded: false)
    return .file(try source.encode(image), orientation: 1)
  }

  /// The bytes of the images that the manager itself holds.
  public var heldBytes: ByteCount { ByteCount(rawValue: state.withLock { $0.cachedBytes }) }
}

extension ManagerEngine {
  /// Answers a synchronous request on the calling thread, before the call returns.
  func answer(_ request: PendingRequest) {
    var info = ImageResultInfo(requestID: request.id)
    do throws(PhotosError) {
      if perform({ $0.removed.contains(request.wish.asset.id) }) { throw .identifierNotFound }
      if let error = request.wish.error { throw error }
      let content = try content(for: request, &info)
      request.call(info, finished(content, for: request.wish, info))
    } catch {
      info.error = error
      info.isInCloud = error == .networkAccessRequired
      info.isCancelled = error == .userCancelled
      request.call(info)
    }
  }

  private func content(
    for request: PendingRequest, _ info: inout ImageResultInfo
  ) throws(PhotosError) -> ImageContent {
    let (wish, file) = (request.wish, request.wish.asset.file)
    if request.isData {
      try download(request)
      return try data(for: wish)
    }
    if let found = perform({ $0.lookUp(wish) }) { return found }
    let isFast = request.options.deliveryMode == .fastFormat && !settings.synchronousIsHighQuality
    if isFast, wish.hasThumbnail, let thumbnail = source.thumbnail(of: file) {
      info.isDegraded = !thumbnail.pixelSize.covers(wish.plan.needed)
      return .source(thumbnail)
    }
    if wish.isThumbnailEnough, let thumbnail = sufficientThumbnail(for: wish) { return .source(thumbnail) }
    try download(request)
    return .source(try source.decode(file, scale: wish.plan.scale))
  }

  /// Waits for a file in the cloud, reporting progress.
  private func download(_ request: PendingRequest) throws(PhotosError) {
    let asset = request.wish.asset.id
    let cloud = perform { $0.isInCloud(asset) ? $0.cloud : nil }
    guard let cloud else { return }
    guard request.options.isNetworkAccessAllowed else { throw .networkAccessRequired }
    scheduler.pause(cloud.latency)
    let steps = max(1, cloud.progressSteps)
    for step in 0..<steps {
      scheduler.pause(cloud.stepTime(bytes: request.wish.fileBytes, step: step))
      let isLast = step + 1 == steps
      let fails = isLast && perform { $0.endAttempt(asset) }
      let stops = request.tellProgress(Double(step + 1) / Double(steps), fails ? .networkError : nil)
      if stops { throw .userCancelled }
      if fails { throw .networkError }
    }
    perform { if cloud.staysOnDevice { $0.onDevice.insert(asset) } }
  }
}
