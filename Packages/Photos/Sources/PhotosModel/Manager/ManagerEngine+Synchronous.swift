import CacheLab
import StrategyKit

extension ManagerEngine {
  /// One result before the call returns, decoded on the calling thread.
  func requestSynchronously(
    _ wish: ImageWish, _ options: ImageRequestOptions, _ handler: (PhotosImage?, ImageResultInfo) -> Void
  ) -> ImageRequestID {
    let begun = perform { state in state.beginSynchronous(wish, options) }
    var info = ImageResultInfo(requestID: begun.id)
    info.isInCloud = begun.isInCloud
    do throws(ImageRequestError) {
      let image = try synchronousImage(wish, begun, options, info: &info)
      if !info.isDegraded { perform { $0.hold(wish.key, image) } }
      handler(image, info)
    } catch {
      info.error = error
      handler(nil, info)
    }
    return begun.id
  }

  private func synchronousImage(
    _ wish: ImageWish, _ begun: ManagerState.Synchronous, _ options: ImageRequestOptions, info: inout ImageResultInfo
  ) throws(ImageRequestError) -> PhotosImage {
    if let error = begun.error { throw error }
    if let ready = begun.ready { return ready }
    if let found = begun.source { return wish.plan.deliver(found, isDegraded: false) }
    let isFast = options.deliveryMode == .fastFormat && !settings.synchronousIsHighQuality && wish.hasThumbnail
    if isFast, let thumbnail = source.thumbnail(of: wish.asset.file) {
      info.isDegraded = !thumbnail.pixelSize.covers(wish.plan.needed)
      return wish.plan.deliver(thumbnail, isDegraded: info.isDegraded)
    }
    if wish.usesThumbnail, let thumbnail = sufficientThumbnail(for: wish) {
      return wish.plan.deliver(thumbnail, isDegraded: false)
    }
    if let download = begun.download {
      guard options.isNetworkAccessAllowed else { throw .networkAccessRequired }
      scheduler.pause(download)
      if perform({ $0.endSynchronousDownload(wish.asset.id) }) { throw .networkError }
    }
    return wish.plan.deliver(try source.decode(wish.asset.file, scale: wish.plan.scale), isDegraded: false)
  }
}

extension ManagerState {
  /// What a synchronous request goes on with.
  struct Synchronous: Sendable {
    var id: ImageRequestID
    var isInCloud: Bool
    var error: ImageRequestError?
    /// Cached, as decoded.
    var source: PhotosImage?
    /// Held by a client, as delivered.
    var ready: PhotosImage?
    /// How long a download of its file takes; nil for one that is on the device.
    var download: Nanoseconds?
  }

  mutating func beginSynchronous(_ wish: ImageWish, _ options: ImageRequestOptions) -> Synchronous {
    lastRequest += 1
    let isAway = isInCloud(wish.asset.id)
    var begun = Synchronous(id: ImageRequestID(rawValue: lastRequest), isInCloud: isAway)
    begun.error = refusal(of: wish, options)
    guard begun.error == nil else { return begun }
    switch lookUp(wish) {
    case .source(let image): begun.source = image
    case .ready(let image): begun.ready = image
    case nil: if isAway { begun.download = cloud.downloadTime(bytes: wish.fileBytes) }
    }
    return begun
  }

  /// - Returns: True when it failed.
  mutating func endSynchronousDownload(_ asset: AssetID) -> Bool {
    let attempt = downloadAttempts[asset, default: 0]
    downloadAttempts[asset] = attempt + 1
    if cloud.fails(asset, attempt: attempt) { return true }
    if cloud.staysOnDevice { onDevice.insert(asset) }
    return false
  }
}
