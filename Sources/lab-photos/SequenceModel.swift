import CacheLab
import PhotosModel
import Strategies
import Synchronization

/// What handlers have heard, by request.
final class HeardResults: Sendable {
  struct Record: Sendable {
    var degraded = 0
    var finals = 0
    var cancellations = 0
    /// A call after the last.
    var late = 0
    var image: PhotosImage?
  }

  private let records = Mutex<[ImageRequestID: Record]>([:])
  private let stopped = Mutex<Set<ImageRequestID>>([])

  func hear(_ image: PhotosImage?, _ info: ImageResultInfo) {
    records.withLock { records in
      var record = records[info.requestID] ?? Record()
      if record.finals + record.cancellations > 0 { record.late += 1 }
      if info.isCancelled {
        record.cancellations += 1
      } else if info.isFinal {
        record.finals += 1
      } else {
        record.degraded += 1
      }
      record.image = image
      records[info.requestID] = record
    }
  }

  /// Its own progress handler has cancelled it.
  func stop(_ id: ImageRequestID) { stopped.withLock { _ = $0.insert(id) } }

  func wasStopped(_ id: ImageRequestID) -> Bool { stopped.withLock { $0.contains(id) } }

  func record(of id: ImageRequestID) -> Record { records.withLock { $0[id] ?? Record() } }

  func releaseImages() {
    records.withLock { records in for id in records.keys { records[id]?.image = nil } }
  }
}

/// Why a sequence went wrong.
struct SequenceFinding: Error, CustomStringConvertible {
  let description: String
}
