import CacheLab

extension ManagerState {
  /// Lets a request wait for a download, its own or a running one.
  mutating func download(_ request: PendingRequest) {
    requests[request.id]?.isDownloading = true
    beginDownload(request.wish)
    downloads[request.wish.asset.id]?.requests.append(request.id)
  }

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
    while downloadsUnderWay < max(1, cloud.downloadsMax), let asset = downloadQueue.popFirst() {
      guard let download = downloads[asset] else { continue }
      downloads[asset]?.isUnderWay = true
      downloadsUnderWay += 1
      let first = cloud.latency + cloud.stepTime(bytes: download.fileBytes, step: 0)
      effects.append(.download(asset, number: download.number, after: first))
    }
  }

  /// Takes a part of a download; after the last, the file is on the device or the download has failed.
  mutating func step(_ asset: AssetID, number: Int) {
    guard var download = downloads[asset], download.number == number else { return }
    download.stepsDone += 1
    downloads[asset] = download
    let steps = max(1, cloud.progressSteps)
    let isLast = download.stepsDone >= steps
    let fails = isLast && endAttempt(asset)
    for id in download.requests.all {
      guard let request = requests[id], request.progressCall != nil else { continue }
      effects.append(.progress(request, Double(download.stepsDone) / Double(steps), fails ? .networkError : nil))
    }
    guard isLast else {
      let pause = cloud.stepTime(bytes: download.fileBytes, step: download.stepsDone)
      effects.append(.download(asset, number: number, after: pause))
      return
    }
    downloads[asset] = nil
    downloadsUnderWay -= 1
    finish(download, of: asset, fails: fails)
    pumpDownloads()
    pump()
  }

  /// Ends an attempt to download an asset, and returns true if it failed.
  mutating func endAttempt(_ asset: AssetID) -> Bool {
    let attempt = downloadAttempts[asset, default: 0]
    downloadAttempts[asset] = attempt + 1
    return cloud.fails(UInt64(bitPattern: asset.rawValue), attempt: attempt)
  }

  private mutating func finish(_ download: ImageDownload, of asset: AssetID, fails: Bool) {
    if !fails { onDevice.insert(asset) }
    for id in download.requests.all {
      requests[id]?.isDownloading = false
      if fails { fail(id, .networkError) } else { needFile(id) }
    }
    if !fails { for wish in download.starts { continueStart(wish) } }
    // Decodes of this download were queued above; a later request downloads again.
    if !fails, !cloud.staysOnDevice { onDevice.remove(asset) }
  }

  /// Removes a request from a download, which is cancelled if no request is left.
  mutating func leaveDownload(_ request: PendingRequest) {
    downloads[request.wish.asset.id]?.requests.remove(request.id)
    dropDownloadIfUnwanted(request.wish.asset.id)
  }

  mutating func leaveDownload(_ wish: ImageWish) {
    downloads[wish.asset.id]?.starts.removeAll { $0.key == wish.key }
    dropDownloadIfUnwanted(wish.asset.id)
  }

  private mutating func dropDownloadIfUnwanted(_ asset: AssetID) {
    guard let download = downloads[asset], !download.isWanted else { return }
    downloads[asset] = nil
    downloadQueue.remove(asset)
    if download.isUnderWay { downloadsUnderWay -= 1 }
    pumpDownloads()
  }
}
