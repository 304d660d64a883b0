/// Fits a device to the times of an app's images, from the begin of each request to its answer.
///
/// An app sees less than a machine that decodes by itself: neither the bytes of files nor the decoder's scale, and
/// waiting where more requests are open than the phone decodes at once. So the model is fixed + a pixel's time x
/// (decoded pixels + half of the pixels that a reduction writes), with the sizes that the lab would decode at. Waiting
/// is subtracted: a request begins to be served when it is among the first `workers` that are not answered.
///
/// A pixel's time is the median of the slopes between all pairs of images (Theil 1950; Sen 1968), which half as many
/// outliers as images cannot move far. The fixed cost is the mean of what remains, where an image counts at most four
/// times what the median predicts: a download of seconds is no decode.
public enum SessionFit {
  /// The fewest images for a fit.
  public static let imagesMin = 30
  /// The nanoseconds below which an answered image was not decoded then.
  static let atHandMax: Int64 = 100_000

  /// Returns the device that a session was recorded on.
  ///
  /// - Parameter session: The name of the trace in messages.
  public static func fit(
    _ trace: TraceSession, name: String, session: String
  ) throws(MeasureError) -> FittedDevice {
    let queue = SessionQueue(trace)
    guard queue.images.count >= imagesMin else {
      throw MeasureError(
        "\(session.visible) has the times of \(NumberText.count(queue.images.count, "image")), a fit needs "
          + "\(imagesMin); record a longer session")
    }
    let (workers, isDetermined) = workers(queue, trace.workers)
    let times = queue.serviceTimes(workers: workers)
    let known = zip(queue.images, times).map { (x: $0.pixels, y: $1) }
    let reason = queue.hasSizes ? RobustLine.missingReason(of: known.map(\.x)) : "the session has no sizes of photos"
    let line = RobustLine(reason == nil ? known : known.map { (0, $0.y) }, pairsOf: 1000)
    let device = try DeviceProfile(
      fitted: name, workers: workers, fixed: line.fixed, perByte: 0, perPixel: line.slope,
      perReducedPixel: line.slope / 2)
    let errors = ErrorSummary(
      known.map { $0.y > 0 ? min(1, max(-1, line.value(at: $0.x) / $0.y - 1)) : 1 })
    return FittedDevice(
      device: device, errors: errors,
      figures: [
        ("images", .count(queue.images.count)),
        ("waited", .count(zip(queue.images, times).count { Double($0.took) > $1 + 1000 })),
        ("thumbnails-left-out", .count(queue.thumbnails)), ("failures-left-out", .count(queue.failures)),
        ("at-hand-left-out", .count(queue.atHand)), ("open-requests", .count(trace.workers)),
        ("open-requests-seen", .count(queue.openMax)), ("workers-told-apart", .bool(isDetermined)),
        ("median-ns", .count(Int64(ErrorSummary.median(of: times).rounded()))),
        ("pixels", .string(reason ?? (line.slope > 0 ? "fitted" : "larger images took no longer"))),
        ("clock", .string("from the begin of a request to its answer, waiting left out")), ("error", errors.json),
      ])
  }

  /// Returns the number of images that the phone serves at once: the one for which the time of an image depends least on
  /// the number of open requests at its begin. If the session does not determine it, it is the app's number.
  private static func workers(_ queue: SessionQueue, _ limit: Int) -> (count: Int, isDetermined: Bool) {
    let most = max(1, min(limit, queue.openMax))
    var uneven: [Double] = []
    for workers in 1...most {
      let times = queue.serviceTimes(workers: workers)
      let line = RobustLine(zip(queue.images, times).map { ($0.pixels, $1) }, pairsOf: 200)
      var shares: [Int: [Double]] = [:]
      for (image, time) in zip(queue.images, times) {
        shares[image.open, default: []].append(time / max(1, line.value(at: image.pixels)))
      }
      let middles = shares.ordered { $0.key < $1.key }.filter { $0.value.count >= groupMin }.map {
        ErrorSummary.median(of: $0.value)
      }
      guard middles.count > 1 else { return (queue.openMax < 2 ? limit : most, false) }
      uneven.append((0.01 + unevenness(middles)) * (0.01 + quartileRange(shares.values.joined())))
    }
    let best = uneven.indices.min { (uneven[$0], $0) < (uneven[$1], $1) } ?? 0
    let second = uneven.indices.filter { $0 != best }.map { uneven[$0] }.min() ?? uneven[best]
    return uneven[best] < second * 0.75 ? (best + 1, true) : (most, false)
  }

  private static let groupMin = 5

  private static func quartileRange(_ shares: some Sequence<Double>) -> Double {
    let sorted = shares.ordered()
    return sorted.isEmpty ? 0 : sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
  }

  private static func unevenness(_ middles: [Double]) -> Double {
    let all = ErrorSummary.median(of: middles)
    let factors = middles.map { max($0, 0.001) / max(all, 0.001) }.map { max($0, 1 / $0) - 1 }
    return factors.reduce(0, +) / Double(factors.count)
  }
}

struct RobustLine {
  let fixed: Double
  let slope: Double

  /// The factor of the median's prediction above which a sample counts no more.
  private static let factorMax = 4.0

  init(_ samples: [(x: Double, y: Double)], pairsOf count: Int) {
    let step = max(1, samples.count / count)
    let few = stride(from: 0, to: samples.count, by: step).map { samples[$0] }
    var slopes: [Double] = []
    for (index, one) in few.enumerated() {
      for other in few[(index + 1)...] where other.x != one.x { slopes.append((other.y - one.y) / (other.x - one.x)) }
    }
    let steep = max(0, ErrorSummary.median(of: slopes))
    let middle = max(0, ErrorSummary.median(of: samples.map { $0.y - steep * $0.x }))
    let rest = samples.map { min($0.y, RobustLine.factorMax * (middle + steep * $0.x)) - steep * $0.x }
    let mean = rest.isEmpty ? 0 : rest.reduce(0, +) / Double(rest.count)
    if mean >= 0 {
      (fixed, slope) = (mean, steep)
    } else {
      fixed = 0
      slope = max(0, ErrorSummary.median(of: samples.compactMap { $0.x > 0 ? $0.y / $0.x : nil }))
    }
  }

  func value(at x: Double) -> Double { fixed + slope * x }

  /// Returns the reason why values give no slope, or nil: they must differ by a tenth between the 10th and the 90th of
  /// 100 images.
  static func missingReason(of values: [Double]) -> String? {
    let sorted = values.ordered()
    if let last = sorted.indices.last, sorted[last - last / 10] >= sorted[last / 10] * 1.1 { return nil }
    return "all images have about as many"
  }
}

struct SessionQueue {
  struct Image {
    var took: Int64
    /// The number of open requests when it began, itself included.
    var open: Int
    var pixels: Double
    var index: Int
  }

  private var requests: [(begin: Int64, end: Int64)] = []
  private(set) var images: [Image] = []
  private(set) var hasSizes = false
  private(set) var openMax = 0
  /// The numbers of answers that are left out: thumbnails, failures, and images that were at hand.
  private(set) var (thumbnails, failures, atHand) = (0, 0, 0)

  init(_ session: TraceSession) {
    // A temporary thumbnail ends no request, and requested thumbnails take no worker of images.
    thumbnails = session.images.count { $0.result != .thumbnail && $0.tier == .thumbnail }
    let ended = session.images.filter { $0.result != .thumbnail && $0.tier == .full }
    let order = ended.indices.ordered { (ended[$0].begin, ended[$0].time, $0) < (ended[$1].begin, ended[$1].time, $1) }
    for image in order.map({ ended[$0] }) {
      openMax = max(openMax, image.open)
      requests.append((image.begin, image.time))
      if image.result == .failure {
        failures += 1
      } else if image.took <= SessionFit.atHandMax {
        atHand += 1
      } else {
        if image.photo != nil { hasSizes = true }
        images.append(
          Image(
            took: image.took, open: image.open, pixels: SessionQueue.pixels(of: image, session),
            index: requests.count - 1))
      }
    }
  }

  private static func pixels(of image: TraceSession.Image, _ session: TraceSession) -> Double {
    guard let photo = image.photo else { return 0 }
    let form = BitmapForm(of: photo, reaching: image.target, fit: session.fit)
    return Double(form.decoded.pixelCount) + Double(form.reducedPixels) / 2
  }

  /// The rounding of a session's times: a request that began with an answer may seem to come before it.
  private static let rounding: Int64 = 2_000

  /// Returns the time of each image without waiting, in nanoseconds, if `workers` images are served at once.
  func serviceTimes(workers: Int) -> [Double] {
    var starts = [Int64](repeating: 0, count: requests.count)
    // The latest answers to come, ascending, at most one for each worker: the first of them frees a worker.
    var open: [Int64] = []
    for (index, request) in requests.enumerated() {
      open.removeSubrange(..<(open.firstIndex { $0 > request.begin + SessionQueue.rounding } ?? open.count))
      starts[index] = open.count < workers ? request.begin : open[0]
      open.insert(request.end, at: open.lastIndex { $0 <= request.end }.map { $0 + 1 } ?? 0)
      if open.count > workers { open.removeFirst() }
    }
    return images.map { Double(max(0, requests[$0.index].end - starts[$0.index])) }
  }
}
