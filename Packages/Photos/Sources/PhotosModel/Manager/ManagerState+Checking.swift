import CacheLab
import StrategyKit

extension ManagerState {
  /// What does not hold that must, in words; nothing in a manager that works.
  func violations() -> [String] {
    var found: [String] = []
    func require(_ holds: Bool, _ words: @autoclosure () -> String) { if !holds { found.append(words()) } }
    require(cachedBytes == cached.values.reduce(0) { $0 + Int64($1.image.byteCount) }, "cached bytes: \(cachedBytes)")
    require(cachedBytes >= 0, "a negative ledger")
    for key in cached.keys { require(isActive(key), "an image outlives its key: asset \(key.asset.rawValue)") }
    require(cachedBytes <= settings.preparedMax.rawValue, "more prepared than allowed: \(cachedBytes)")
    require(heldCount == held.values.reduce(0) { $0 + $1.count }, "held images: \(heldCount)")
    let running = jobs.values.filter { $0.isRunning }
    require(preparingBytes == running.reduce(0) { $0 + $1.preparedBytes }, "bytes on their way: \(preparingBytes)")
    let keys = Array(cached.keys) + held.values.flatMap { $0.keys }
    require(keys.allSatisfy { !removed.contains($0.asset) }, "an image outlives its asset")
    for request in requests.values where !request.isDelivering {
      let jobsAreThere = request.jobs.allSatisfy { jobs[$0]?.requests.contains(request.id) == true }
      require(jobsAreThere, "request \(request.id) waits for a job that is gone")
      let waits =
        request.isDownloading
        ? downloads[request.wish.asset.id]?.requests.contains(request.id) == true
        : request.jobs.contains { jobs[$0]?.kind != .secondary }
      require(waits, "request \(request.id) waits for nothing")
    }
    require(runningCount == jobs.values.count { $0.isRunning }, "running jobs: \(runningCount)")
    require(runningCount <= max(1, settings.workers), "more jobs than workers: \(runningCount)")
    let queued = queues.flatMap { $0.all }
    require(Set(queued).count == queued.count, "a job waits twice")
    require(queued.count == jobs.values.count { !$0.isRunning }, "queued jobs: \(queued.count)")
    for number in queued {
      guard let job = jobs[number] else {
        found.append("a queue holds job \(number), which is gone")
        continue
      }
      require(!job.requests.isEmpty || isActive(job.wish.key), "job \(number) is wanted by nobody")
      require(job.requests.all.allSatisfy { requests[$0] != nil }, "job \(number) is for a request that is gone")
    }
    for (asset, download) in downloads {
      require(download.isWanted, "a download of asset \(asset.rawValue) is wanted by nobody")
      require(download.isUnderWay != downloadQueue.contains(asset), "a download is under way and waits, or neither")
    }
    require(downloadsUnderWay == downloads.values.count { $0.isUnderWay }, "downloads: \(downloadsUnderWay)")
    require(downloadsUnderWay <= max(1, cloud.downloadsMax), "too many downloads")
    return found
  }

  func hasStarted(_ keys: [AssetID: [ImageKey]]) -> Bool {
    starts.count == keys.count
      && keys.allSatisfy { asset, list in starts[asset].map { $0.lazy.map { $0.key }.elementsEqual(list) } ?? false }
  }

  /// True when nothing is left to do, or only what there is no room for.
  var isIdle: Bool {
    requests.isEmpty && runningCount == 0 && downloads.isEmpty && nextJob() == nil
  }
}
