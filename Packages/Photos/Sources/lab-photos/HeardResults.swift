import PhotosModel
import Strategies
import Synchronization

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
    records.withLock { records in
      var record = records[info.requestID] ?? Record()
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
      records[info.requestID] = record
    }
  }

  /// A download has gone on, by this share.
  func hear(progress share: Double, _ info: ImageResultInfo) {
    records.withLock { records in
      var record = records[info.requestID] ?? Record()
      if !record.mayHear { record.late += 1 }
      if share <= 0 || share > 1 || info.isInCloud { record.hasWrongProgress = true }
      records[info.requestID] = record
    }
  }

  /// It is cancelled, before its end; nothing may come any more but a call that says so.
  func cancel(_ id: ImageRequestID) { records.withLock { $0[id, default: Record()].isCancelled = true } }

  func record(of id: ImageRequestID) -> Record { records.withLock { $0[id] ?? Record() } }

  func releaseImages() {
    records.withLock { records in for id in records.keys { records[id]?.image = nil } }
  }
}
