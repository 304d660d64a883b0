import CacheLab
import StrategyKit

extension ManagerEngine {
  /// Answers a synchronous request: one result before the call returns, made on the calling thread.
  func answer(_ request: PendingRequest) {
    var info = ImageResultInfo(requestID: request.id)
    do throws(PhotosError) {
      if perform({ $0.removed.contains(request.wish.asset.id) }) { throw .identifierNotFound }
      if let error = request.wish.error { throw error }
      if request.isData {
        try download(request)
        request.call(info, try data(for: request.wish))
      } else {
        let image = try image(of: request, &info)
        if !info.isDegraded { perform { $0.hold(request.wish.key, image) } }
        request.call(info, .ready(image))
      }
    } catch {
      info.error = error
      info.isInCloud = error == .networkAccessRequired
      info.isCancelled = error == .userCancelled
      request.call(info)
    }
  }

  private func image(of request: PendingRequest, _ info: inout ImageResultInfo) throws(PhotosError) -> PhotosImage {
    let wish = request.wish
    switch perform({ $0.lookUp(wish) }) {
    case .ready(let image): return image
    case .source(let image): return wish.plan.deliver(image, isDegraded: false)
    case .file, nil: break
    }
    let isFast = request.options.deliveryMode == .fastFormat && !settings.synchronousIsHighQuality
    if isFast, wish.hasThumbnail, let thumbnail = source.thumbnail(of: wish.asset.file) {
      info.isDegraded = !thumbnail.pixelSize.covers(wish.plan.needed)
      return wish.plan.deliver(thumbnail, isDegraded: info.isDegraded)
    }
    if wish.usesThumbnail, let thumbnail = sufficientThumbnail(for: wish) {
      return wish.plan.deliver(thumbnail, isDegraded: false)
    }
    try download(request)
    return wish.plan.deliver(try source.decode(wish.asset.file, scale: wish.plan.scale), isDegraded: false)
  }

  /// Waits for the file where it is in the cloud, and tells the progress.
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
