import CacheLab
import PhotosModel
import Strategies
import Synchronization

/// A request of a sequence, and what may become of it by the documents, whatever the manager thinks.
struct SequenceRequest {
  let id: ImageRequestID
  let asset: Asset
  let file: SequenceFile
  /// What a prepared image must have been started with to serve it.
  let key: ImageKey
  let isData: Bool
  /// Whether the asset was deleted when it was asked for.
  let wasRemoved: Bool
  /// Whether somebody has wanted the asset downloaded, and downloads may end well; known when the sequence ends.
  var mayBeDownloaded = true

  var options: ImageRequestOptions.Values { key.options }
  private var target: PixelSize { key.target }
  private var mode: ImageContentMode { key.mode }

  /// What is wrong with what its handler heard; nil when nothing is.
  ///
  /// - Parameter isRemoved: Whether the asset was deleted before the sequence ended.
  func complaint(_ heard: HeardResults.Record, isRemoved: Bool, _ settings: ManagerSettings, failures: Bool) -> String?
  {
    if (heard.error == nil) != heard.hasResult { return "a final call with both a result and an error, or neither" }
    if let error = heard.error { return complaint(about: error, isRemoved: isRemoved, settings, failures: failures) }
    if wasRemoved { return "a result for a request that must be refused" }
    if isData { return heard.degraded == 0 ? nil : "a degraded result of a data request" }
    return complaint(aboutCalls: heard, settings)
      ?? complaint(about: heard.size, isDegraded: heard.isDegraded, settings)
  }

  private func complaint(
    about error: PhotosError, isRemoved: Bool, _ settings: ManagerSettings, failures: Bool
  ) -> String? {
    if wasRemoved { return error == .identifierNotFound ? nil : "deleted before, but: \(error)" }
    let mayFail =
      switch error.code {
      case .identifierNotFound: isRemoved && !options.isSynchronous
      case .invalidResource: !file.info.decodes
      case .networkAccessRequired: file.isInCloud && !options.isNetworkAccessAllowed
      case .networkError: file.isInCloud && options.isNetworkAccessAllowed && failures
      case .userCancelled: options.isSynchronous
      default: false
      }
    return mayFail ? nil : "no reason to fail: \(error)"
  }

  private func complaint(aboutCalls heard: HeardResults.Record, _ settings: ManagerSettings) -> String? {
    let most =
      options.deliveryMode == .opportunistic && !options.isSynchronous
      ? (options.allowSecondaryDegradedImage ? 2 : 1) : 0
    if heard.degraded > most { return "\(heard.degraded) degraded results, at most \(most)" }
    let isFast = options.deliveryMode == .fastFormat && !(options.isSynchronous && settings.synchronousIsHighQuality)
    if heard.isDegraded && !isFast { return "a final result that is degraded" }
    if !file.info.decodes, !file.thumbnailDecodes { return "an image of a file that gives none" }
    guard options.deliveryMode == .highQualityFormat || !file.thumbnailDecodes else { return nil }
    if !file.info.decodes { return "an image of high quality of a file that does not decode" }
    return file.isInCloud && !mayBeDownloaded ? "an image of a file that nobody has downloaded" : nil
  }

  private func complaint(about size: PixelSize, isDegraded: Bool, _ settings: ManagerSettings) -> String? {
    guard !isDegraded, options.crop == nil || options.resizeMode != .exact else { return nil }
    let stored = file.info.size
    let isTurned = asset.adjustment == .quarterTurn
    let upright = isTurned ? stored.turned : stored
    if target == .maximum || options.resizeMode == .none {
      // A thumbnail may stand for a file that is smaller than it.
      return size == upright || mayBeThumbnail(settings) && size.covers(upright)
        ? nil : "\(size), not all of \(upright)"
    }
    switch (options.resizeMode, mode) {
    case (.exact, .aspectFill): return size == target ? nil : "\(size), not exactly \(target)"
    case (.exact, .aspectFit):
      let touches = size.width == target.width || size.height == target.height
      return target.covers(size) && touches ? nil : "\(size) does not fit \(target)"
    case (_, .aspectFill): return size.covers(target) || size.covers(upright) ? nil : "\(size) does not fill \(target)"
    case (_, .aspectFit):
      let reaches = size.width >= target.width || size.height >= target.height
      return reaches || size.covers(upright) ? nil : "\(size) is less than \(target)"
    }
  }

  private func mayBeThumbnail(_ settings: ManagerSettings) -> Bool {
    guard file.thumbnailDecodes else { return false }
    return options.deliveryMode == .fastFormat
      || settings.thumbnailServesSmallTargets && options.deliveryMode == .opportunistic
  }
}

/// What a sequence knows of a file, to say what may become of requests for it.
struct SequenceFile {
  var info: AssetInfo
  var hasBrokenThumbnail: Bool
  /// Whether it begins in the cloud.
  var isInCloud: Bool

  var thumbnailDecodes: Bool { info.thumbnailBytes > 0 && !hasBrokenThumbnail }
}

/// What handlers have heard, by request.
final class HeardResults: Sendable {
  struct Record: Sendable {
    var degraded = 0
    var finals = 0
    var cancellations = 0
    /// A call after the last, or after its cancelling, of either handler.
    var late = 0
    var isCancelled = false
    /// Of the last call.
    var image: PhotosImage?
    /// What the final call said.
    var hasResult = false
    var isDegraded = false
    var size = PixelSize(width: 0, height: 0)
    var error: PhotosError?
    /// True when it heard of a download that cannot be.
    var hasWrongProgress = false

    var hasEnded: Bool { finals + cancellations > 0 }
    var mayHear: Bool { !hasEnded && !isCancelled }
  }

  private let records = Mutex<[ImageRequestID: Record]>([:])

  func hear(_ image: PhotosImage?, hasResult: Bool, _ info: ImageResultInfo) {
    change(info) { record in
      if !record.mayHear, !info.isCancelled || record.hasEnded { record.late += 1 }
      if info.isCancelled {
        record.cancellations += 1
      } else if info.isFinal {
        record.finals += 1
        (record.hasResult, record.isDegraded, record.error) = (hasResult, info.isDegraded, info.error)
        if let image { record.size = image.pixelSize }
      } else {
        record.degraded += 1
      }
      record.image = image
    }
  }

  /// A download has gone on, by this share.
  func hear(progress share: Double, _ info: ImageResultInfo) {
    change(info) { record in
      if !record.mayHear { record.late += 1 }
      if share <= 0 || share > 1 || info.isInCloud { record.hasWrongProgress = true }
    }
  }

  private func change(_ info: ImageResultInfo, _ body: (inout Record) -> Void) {
    records.withLock { body(&$0[info.requestID, default: Record()]) }
  }

  /// It is cancelled, before its end; nothing may come any more but a call that says so.
  func cancel(_ id: ImageRequestID) { records.withLock { $0[id, default: Record()].isCancelled = true } }

  func record(of id: ImageRequestID) -> Record { records.withLock { $0[id] ?? Record() } }

  func releaseImages() {
    records.withLock { records in for id in records.keys { records[id]?.image = nil } }
  }
}
