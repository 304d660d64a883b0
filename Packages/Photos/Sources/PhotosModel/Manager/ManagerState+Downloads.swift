import CacheLab
import StrategyKit

extension ManagerState {
  /// A request waits for a download, its own or one under way.
  mutating func download(_ request: PendingRequest) {
    requests[request.id]?.isDownloading = true
    beginDownload(request.wish)
    downloads[request.wish.asset.id]?.requests.append(request.id)
  }

  /// A caching request waits for one.
  mutating func download(_ wish: ImageWish) {
    beginDownload(wish)
    downloads[wish.asset.id]?.starts.append(wish)
  }

  private mutating func beginDownload(_ wish: ImageWish) {
    let asset = wish.asset.id
    guard downloads[asset] == nil else { return }
    downloads[asset] = ImageDownload(number: nextNumber(), fileBytes: wish.fileBytes)
    downloadQueue.append(asset)
    pumpDownloads()
  }

  private mutating func pumpDownloads() {
    var underWay = downloads.values.count { $0.isUnderWay }
    while underWay < max(1, cloud.downloadsMax), !downloadQueue.isEmpty {
      let asset = downloadQueue.removeFirst()
      guard let download = downloads[asset] else { continue }
      downloads[asset]?.isUnderWay = true
      underWay += 1
      let first = cloud.latency + cloud.stepTime(bytes: download.fileBytes, step: 0)
      effects.append(.download(asset, number: download.number, after: first))
    }
  }

  /// A part of a download has come; after the last its file is here, or it failed.
  mutating func step(_ asset: AssetID, number: Int) {
    guard var download = downloads[asset], download.number == number else { return }
    download.stepsDone += 1
    downloads[asset] = download
    let steps = max(1, cloud.progressSteps)
    let isLast = download.stepsDone >= steps
    let attempt = downloadAttempts[asset, default: 0]
    let fails = isLast && cloud.fails(asset, attempt: attempt)
    for id in download.requests {
      guard let request = requests[id], request.progressHandler != nil else { continue }
      var info = request.info()
      info.isFinal = false
      if fails { info.error = .networkError }
      effects.append(.progress(request, Double(download.stepsDone) / Double(steps), info))
    }
    guard isLast else {
      let pause = cloud.stepTime(bytes: download.fileBytes, step: download.stepsDone)
      effects.append(.download(asset, number: number, after: pause))
      return
    }
    downloadAttempts[asset] = attempt + 1
    downloads[asset] = nil
    finish(download, of: asset, fails: fails)
    pumpDownloads()
    pump()
  }

  private mutating func finish(_ download: ImageDownload, of asset: AssetID, fails: Bool) {
    if !fails { onDevice.insert(asset) }
    for id in download.requests {
      requests[id]?.isDownloading = false
      if fails { fail(id, .networkError) } else { needFile(id) }
    }
    if !fails { for wish in download.starts { continueStart(wish) } }
    // Decodes of this download were queued above; whoever comes later downloads again.
    if !fails, !cloud.staysOnDevice { onDevice.remove(asset) }
  }

  /// A request wants a download no more; one that nobody wants is cancelled.
  mutating func leaveDownload(_ request: PendingRequest) {
    downloads[request.wish.asset.id]?.requests.removeAll { $0 == request.id }
    dropDownloadIfUnwanted(request.wish.asset.id)
  }

  mutating func leaveDownload(_ wish: ImageWish) {
    downloads[wish.asset.id]?.starts.removeAll { $0.key == wish.key }
    dropDownloadIfUnwanted(wish.asset.id)
  }

  private mutating func dropDownloadIfUnwanted(_ asset: AssetID) {
    guard let download = downloads[asset], !download.isWanted else { return }
    downloads[asset] = nil
    downloadQueue.removeAll { $0 == asset }
    pumpDownloads()
  }
}
