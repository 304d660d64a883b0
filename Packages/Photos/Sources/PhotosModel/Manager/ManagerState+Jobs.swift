import StrategyKit

extension ManagerState {
  /// Makes a job, or joins the job for the same image. A request moves a preheat job to the end of the demand queue.
  mutating func enqueue(
    _ kind: ImageJob.Kind, _ wish: ImageWish, _ queue: ImageJob.Queue, for request: ImageRequestID?
  ) {
    var number = kind == .final ? keyJobs[kind]?[wish.key] : nil
    if let known = number, request != nil, let job = jobs[known], !job.isRunning, job.queue == .preheat {
      move(known, to: .demand)
    }
    if number == nil {
      let new = nextNumber()
      jobs[new] = ImageJob(number: new, kind: kind, wish: wish, queue: queue)
      queues[queue.rawValue].append(new)
      keyJobs[kind]?[wish.key] = new
      number = new
    }
    guard let number, let request else { return }
    jobs[number]?.requests.append(request)
    requests[request]?.jobs.append(number)
    // Thousands of requests may wait, so they share one copy of the wish.
    if kind == .final, let shared = jobs[number]?.wish { requests[request]?.wish = shared }
  }

  private mutating func move(_ number: Int, to queue: ImageJob.Queue) {
    guard let old = jobs[number]?.queue else { return }
    queues[old.rawValue].remove(number)
    queues[queue.rawValue].append(number)
    jobs[number]?.queue = queue
  }

  /// Removes a request from a job. A running job goes on; a waiting one returns to preheat or is dropped.
  mutating func detach(_ request: ImageRequestID, from number: Int) {
    jobs[number]?.requests.remove(request)
    dropIfUnwanted(number)
  }

  mutating func dropIfUnwanted(_ number: Int) {
    guard let job = jobs[number], !job.isRunning, job.requests.isEmpty else { return }
    let isStarted = keyJobs[job.kind] != nil && isActive(job.wish.key)
    guard !isStarted else {
      if job.queue != .preheat { move(number, to: .preheat) }
      return
    }
    queues[job.queue.rawValue].remove(number)
    jobs[number] = nil
    forgetKey(of: job)
  }

  private mutating func forgetKey(of job: ImageJob) {
    if keyJobs[job.kind]?[job.wish.key] == job.number { keyJobs[job.kind]?[job.wish.key] = nil }
  }

  /// Gives waiting jobs to idle workers: degraded images first, then demand, then preheat while there is room for the
  /// results.
  mutating func pump() {
    while runningCount < max(1, settings.workers), let job = nextJob() {
      queues[job.queue.rawValue].remove(job.number)
      jobs[job.number]?.isRunning = true
      runningCount += 1
      preparingBytes += job.preparedBytes
      effects.append(.run(job))
    }
  }

  func nextJob() -> ImageJob? {
    guard let queue = queues.firstIndex(where: { !$0.isEmpty }) else { return nil }
    guard let number = queues[queue].first, let job = jobs[number] else { return nil }
    return job.queue != .preheat || canPrepare(job.preparedBytes) ? job : nil
  }

  /// Takes the result of a job, nil when a thumbnail is too small to replace the image.
  mutating func end(_ number: Int, _ result: Result<ImageContent?, PhotosError>) {
    guard let job = jobs.removeValue(forKey: number) else { return }
    runningCount -= 1
    preparingBytes -= job.preparedBytes
    forgetKey(of: job)
    switch (job.kind, result) {
    case (.degraded, _), (.secondary, _): endDegraded(job, (try? result.get())?.image)
    case (.lowQuality, _):
      if let image = (try? result.get())?.image, isActive(job.wish.key), cached[job.wish.key] == nil {
        cache(job.wish.key, image, isLowQuality: true)
      }
    case (_, .failure(let error)): for id in job.requests.all { fail(id, error) }
    case (_, .success(nil)): endThumbnail(job)
    case (_, .success(let content?)):
      if let image = content.image, isActive(job.wish.key) { cache(job.wish.key, image, isLowQuality: false) }
      for id in job.requests.all { finish(id, content) }
    }
    pump()
  }

  /// Without a thumbnail all waiting requests need the file, which may have to be downloaded.
  private mutating func endThumbnail(_ job: ImageJob) {
    let wish = job.wish.ofFile
    for id in job.requests.all {
      requests[id]?.wish = wish
      requests[id]?.jobs.removeAll { $0 == job.number }
      needFile(id)
    }
    if let place = starts[wish.asset.id]?.firstIndex(where: { $0.key == wish.key }) {
      starts[wish.asset.id]?[place] = wish
      continueStart(wish)
    }
  }

  private mutating func endDegraded(_ job: ImageJob, _ image: PhotosImage?) {
    guard let id = job.requests.first, let request = requests[id] else { return }
    requests[id]?.jobs.removeAll { $0 == job.number }
    // Only a fast-format request waits for its thumbnail alone.
    let isAlone = request.options.deliveryMode == .fastFormat
    guard let image else {
      if isAlone { needFile(id) }
      return
    }
    if isAlone { return finish(id, .source(image), isDegraded: !image.pixelSize.covers(job.wish.plan.needed)) }
    guard !request.isDelivering else { return }
    effects.append(.deliver(request, .source(image), degradedInfo(request), atOnce: false))
  }
}
