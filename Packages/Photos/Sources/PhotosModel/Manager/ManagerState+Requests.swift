extension ManagerState {
  /// Takes a request; its results become effects, now or later.
  mutating func take(_ new: PendingRequest) {
    var request = new
    request.isLeftInCloud = isInCloud(request.wish.asset.id) && !request.options.isNetworkAccessAllowed
    requests[request.id] = request
    if let error = removed.contains(request.wish.asset.id) ? .identifierNotFound : request.wish.error {
      fail(request.id, error)
    } else if request.isData {
      needFile(request.id)
    } else if let found = lookUp(request.wish) {
      finish(request.id, found, atOnce: settings.deliversAtHandAtOnce && request.options.deliveryMode == .opportunistic)
    } else {
      begin(request)
    }
    pump()
  }

  private mutating func begin(_ request: PendingRequest) {
    let wish = request.wish
    switch request.options.deliveryMode {
    case .opportunistic:
      if !wish.isThumbnailEnough {
        deliverDegraded(request)
        if request.options.allowSecondaryDegradedImage, wish.plan.secondaryScale != nil, !isInCloud(wish.asset.id) {
          enqueue(.secondary, wish, .degraded, for: request.id)
        }
      }
      needFile(request.id)
    case .highQualityFormat: needFile(request.id)
    case .fastFormat:
      if wish.hasThumbnail { enqueue(.degraded, wish, .degraded, for: request.id) } else { needFile(request.id) }
    }
  }

  private mutating func deliverDegraded(_ request: PendingRequest) {
    let info = degradedInfo(request)
    if let low = cached[request.wish.key], low.isLowQuality {
      effects.append(.deliver(request, .source(low.image), info, atOnce: settings.deliversAtHandAtOnce))
    } else if request.wish.hasThumbnail {
      if settings.deliversAtHandAtOnce {
        effects.append(.deliverThumbnail(request, info))
      } else {
        enqueue(.degraded, request.wish, .degraded, for: request.id)
      }
    }
  }

  func degradedInfo(_ request: PendingRequest) -> ImageResultInfo {
    ImageResultInfo(requestID: request.id, isDegraded: true, isInCloud: request.isLeftInCloud, isFinal: false)
  }

  /// Continues with the file itself, after a download if it is not on the device.
  mutating func needFile(_ id: ImageRequestID) {
    guard let request = requests[id] else { return }
    let isHere = request.wish.isThumbnailEnough && !request.isData || !isInCloud(request.wish.asset.id)
    guard isHere else {
      guard request.options.isNetworkAccessAllowed else { return fail(id, .networkAccessRequired) }
      return download(request)
    }
    enqueue(request.isData ? .data : .final, request.wish, .demand, for: id)
  }

  /// Cancels a request: nothing is delivered any more unless the settings say so. A synchronous request has already
  /// ended.
  mutating func cancel(_ id: ImageRequestID) {
    guard let request = requests.removeValue(forKey: id) else { return }
    leave(request)
    if settings.cancellation == .called { effects.append(.deliverCancelled(request)) }
    pump()
  }

  mutating func fail(_ id: ImageRequestID, _ error: PhotosError) {
    guard let request = ending(id) else { return }
    let info = ImageResultInfo(requestID: id, isInCloud: error == .networkAccessRequired, error: error)
    effects.append(.deliver(request, nil, info, atOnce: false))
  }

  mutating func finish(_ id: ImageRequestID, _ found: ImageContent, isDegraded: Bool = false, atOnce: Bool = false) {
    guard let request = ending(id) else { return }
    let info = ImageResultInfo(requestID: id, isDegraded: isDegraded, isInCloud: isDegraded && request.isLeftInCloud)
    effects.append(.deliver(request, found, info, atOnce: atOnce))
  }

  /// Marks a request's final result as on its way, or returns nil if it already is or was cancelled.
  mutating func ending(_ id: ImageRequestID) -> PendingRequest? {
    guard let request = requests[id], !request.isDelivering else { return nil }
    leave(request)
    requests[id]?.isDelivering = true
    requests[id]?.jobs = []
    requests[id]?.isDownloading = false
    return request
  }

  /// Returns true if a result may go to the handler now; after the final one the request is forgotten.
  mutating func take(_ id: ImageRequestID, isFinal: Bool) -> Bool {
    guard requests[id] != nil else { return false }
    if isFinal { requests[id] = nil }
    return true
  }

  /// Does the same during the call that makes the request; `ManagerEngine` reports the handler's return.
  mutating func takeAtOnce(_ id: ImageRequestID, isFinal: Bool) -> Bool {
    guard take(id, isFinal: isFinal) else { return false }
    calling[id] = []
    return true
  }

  /// Returns true if a request's handler runs on the calling thread; then the call waits.
  mutating func waits(_ call: @escaping @Sendable () -> Void, of id: ImageRequestID) -> Bool {
    calling[id]?.append(call) != nil
  }

  private mutating func leave(_ request: PendingRequest) {
    for number in request.jobs { detach(request.id, from: number) }
    if request.isDownloading { leaveDownload(request) }
  }
}
