import CacheLab
import StrategyKit
import Synchronization

@testable import PhotosModel

extension ManagerEngine {
  /// True when nothing is left to do, or only what there is no room for.
  var isIdle: Bool {
    state.withLock {
      $0.requests.isEmpty && $0.runningCount == 0 && $0.downloads.isEmpty && $0.nextJob() == nil
    }
  }

  func violations() -> [String] { state.withLock { $0.violations() } }
}

extension ManagerState {
  fileprivate func violations() -> [String] {
    var found: [String] = []
    func require(_ holds: Bool, _ words: String) { if !holds { found.append(words) } }
    let waiting = jobs.values.filter { !$0.isRunning }
    let running = jobs.values.filter { $0.isRunning }
    let queued = queues.flatMap { $0.all }
    let images = Array(cached.keys) + held.values.flatMap { $0.keys }
    require(cachedBytes == cached.values.reduce(0) { $0 + Int64($1.image.byteCount) }, "cached bytes do not add up")
    require(cachedBytes <= settings.preparedMax.rawValue, "more is prepared than allowed")
    require(cached.keys.allSatisfy { isActive($0) }, "an image outlives its caching request")
    require(images.allSatisfy { !removed.contains($0.asset) }, "an image outlives its asset")
    require(heldCount == held.values.reduce(0) { $0 + $1.count }, "held images do not add up")
    require(preparingBytes == running.reduce(0) { $0 + $1.preparedBytes }, "bytes on their way do not add up")
    require(runningCount == running.count && runningCount <= max(1, settings.workers), "more jobs than workers")
    require(queued.sorted() == waiting.map { $0.number }.sorted(), "a job waits twice, or in no queue")
    require(waiting.allSatisfy { !$0.requests.isEmpty || isActive($0.wish.key) }, "nobody wants a job")
    require(waiting.allSatisfy { $0.requests.all.allSatisfy { requests[$0] != nil } }, "a job's request is gone")
    require(requests.values.allSatisfy { $0.isDelivering || waits($0) }, "a request waits for nothing")
    require(downloads.values.allSatisfy { $0.isWanted }, "nobody wants a download")
    require(
      downloads.allSatisfy { $1.isUnderWay != downloadQueue.contains($0) },
      "a download is under way and waits, or neither")
    let underWay = downloads.values.count { $0.isUnderWay }
    require(downloadsUnderWay == underWay && underWay <= max(1, cloud.downloadsMax), "too many downloads")
    return found
  }

  /// Returns true if everything that a request waits for exists, with a job for its final result.
  private func waits(_ request: PendingRequest) -> Bool {
    let own = request.jobs.map { jobs[$0] }
    guard own.allSatisfy({ $0?.requests.contains(request.id) == true }) else { return false }
    return request.isDownloading
      ? downloads[request.wish.asset.id]?.requests.contains(request.id) == true
      : own.contains { $0?.kind != .secondary }
  }
}
