import StrategyKit

extension ManagerState {
  /// Makes a job, or joins the one that makes the same key's image. A request promotes a preheat job to the end of the
  /// demand queue.
  mutating func enqueue(
    _ kind: ImageJob.Kind, _ wish: ImageWish, _ queue: ImageJob.Queue, for request: ImageRequestID?
  ) {
    var number = kind == .final ? finalJobs[wish.key] : nil
    if let known = number, request != nil, let job = jobs[known], !job.isRunning, job.queue == .preheat {
      move(known, to: .demand)
    }
    if number == nil {
      let new = nextNumber()
      jobs[new] = ImageJob(number: new, kind: kind, wish: wish, queue: queue)
      queues[queue.rawValue].append(new)
      if kind == .final { finalJobs[wish.key] = new }
      number = new
    }
    guard let number, let request else { return }
    jobs[number]?.requests.append(request)
    requests[request]?.jobs.append(number)
    // Thousands may wait: they need one copy of what they want.
    if kind == .final, let shared = jobs[number]?.wish { requests[request]?.wish = shared }
  }

  private mutating func move(_ number: Int, to queue: ImageJob.Queue) {
    guard let old = jobs[number]?.queue else { return }
    queues[old.rawValue].removeAll { $0 == number }
    queues[queue.rawValue].append(number)
    jobs[number]?.queue = queue
  }

  /// A request wants a job no more. A running one ends; a waiting one goes back to preheat, or away.
  mutating func detach(_ request: ImageRequestID, from number: Int) {
    jobs[number]?.requests.removeAll { $0 == request }
    dropIfUnwanted(number)
  }

  mutating func dropIfUnwanted(_ number: Int) {
    guard let job = jobs[number], !job.isRunning, job.requests.isEmpty else { return }
    let isStarted = (job.kind == .final || job.kind == .lowQuality) && isActive(job.wish.key)
    guard !isStarted else {
      if job.queue != .preheat { move(number, to: .preheat) }
      return
    }
    queues[job.queue.rawValue].removeAll { $0 == number }
    jobs[number] = nil
    if finalJobs[job.wish.key] == number { finalJobs[job.wish.key] = nil }
  }

  /// Gives waiting jobs to idle workers: degraded images first, then demand, then preheat.
  mutating func pump() {
    while runningCount < settings.workers, let queue = queues.firstIndex(where: { !$0.isEmpty }) {
      let number = queues[queue].removeFirst()
      jobs[number]?.isRunning = true
      runningCount += 1
      if let job = jobs[number] { effects.append(.run(job)) }
    }
  }

  /// Takes a job's image.
  mutating func end(_ number: Int, _ result: Result<PhotosImage, ImageRequestError>) {
    guard let job = endRunning(number) else { return }
    switch job.kind {
    case .final: endFinal(job, result)
    case .degraded, .secondary: endDegraded(job, result)
    case .lowQuality:
      if case .success(let image) = result, isActive(job.wish.key), cached[job.wish.key] == nil {
        cache(job.wish.key, image, isLowQuality: true)
      }
    case .data: break
    }
    pump()
  }

  /// Takes the thumbnail that was to stand for the image; without one all that wait need the file, by a download where
  /// it is not here.
  mutating func endThumbnail(_ number: Int, _ image: PhotosImage?) {
    guard image == nil else { return end(number, .success(image!)) }
    guard let job = endRunning(number) else { return }
    let wish = job.wish.ofFile
    for id in job.requests {
      requests[id]?.wish = wish
      requests[id]?.jobs.removeAll { $0 == number }
      needFile(id)
    }
    if let place = starts[wish.asset.id]?.firstIndex(where: { $0.key == wish.key }) {
      starts[wish.asset.id]?[place] = wish
      continueStart(wish)
    }
    pump()
  }

  /// Takes a job's file.
  mutating func endData(_ number: Int, _ result: Result<ImageFile, ImageRequestError>) {
    guard let job = endRunning(number) else { return }
    for id in job.requests {
      switch result {
      case .success(let file):
        if let request = ending(id) { effects.append(.deliverData(request, file, request.info())) }
      case .failure(let error): fail(id, error)
      }
    }
    pump()
  }

  private mutating func endRunning(_ number: Int) -> ImageJob? {
    guard let job = jobs.removeValue(forKey: number) else { return nil }
    runningCount -= 1
    if finalJobs[job.wish.key] == number { finalJobs[job.wish.key] = nil }
    return job
  }

  private mutating func endFinal(_ job: ImageJob, _ result: Result<PhotosImage, ImageRequestError>) {
    switch result {
    case .failure(let error): for id in job.requests { fail(id, error) }
    case .success(let image):
      if isActive(job.wish.key) {
        cache(job.wish.key, image, isLowQuality: false)
      } else if !job.requests.isEmpty, !removed.contains(job.wish.asset.id) {
        keep(job.wish.key, image)
      }
      for id in job.requests { finish(id, .source(image)) }
    }
  }

  private mutating func endDegraded(_ job: ImageJob, _ result: Result<PhotosImage, ImageRequestError>) {
    guard let id = job.requests.first, let request = requests[id] else { return }
    requests[id]?.jobs.removeAll { $0 == job.number }
    guard case .success(let image) = result else {
      // Only a request of fast format waits for its thumbnail alone.
      if request.options.deliveryMode == .fastFormat { needFile(id) }
      return
    }
    if request.options.deliveryMode == .fastFormat {
      return finish(id, .source(image), isDegraded: !image.pixelSize.covers(job.wish.plan.needed))
    }
    guard !request.isDelivering else { return }
    var info = request.info()
    info.isDegraded = true
    info.isFinal = false
    effects.append(.deliver(request, image, info, isReady: false, atOnce: false))
  }

  /// Keeps the image of a caching request, in place of a poor one.
  private mutating func cache(_ key: ImageKey, _ image: PhotosImage, isLowQuality: Bool) {
    uncache(key)
    cached[key] = CachedImage(image: image, isLowQuality: isLowQuality)
    cachedBytes += Int64(image.byteCount)
  }

  mutating func uncache(_ key: ImageKey) {
    guard let old = cached.removeValue(forKey: key) else { return }
    cachedBytes -= Int64(old.image.byteCount)
  }

  /// Keeps the image of a request on demand while there is room.
  private mutating func keep(_ key: ImageKey, _ image: PhotosImage) {
    let limit = settings.keepsOnDemand.rawValue
    guard Int64(image.byteCount) <= limit, !kept.contains(where: { $0.key == key }) else { return }
    kept.append((key, image))
    keptBytes += Int64(image.byteCount)
    while keptBytes > limit { keptBytes -= Int64(kept.removeFirst().image.byteCount) }
  }

  mutating func unkeep(where condition: (ImageKey) -> Bool) {
    for entry in kept where condition(entry.key) { keptBytes -= Int64(entry.image.byteCount) }
    kept.removeAll { condition($0.key) }
  }
}
