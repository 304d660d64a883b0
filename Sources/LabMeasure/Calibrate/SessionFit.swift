public import CacheLab
import LabBase
import StrategyKit

/// A device fitted to the times of an app's images, from the begin of each request to its answer.
///
/// An app sees less than a machine that decodes by itself: neither the bytes of files nor the decoder's scale, and
/// waiting where more requests are open than the phone decodes at once. So the model is fixed + a pixel's time x
/// (decoded pixels + half of the pixels that a reduction writes), with the sizes that the lab would decode at. Waiting
/// is subtracted: requests are served in the order in which they began, so one begins to be served when it is among the
/// first `workers` that are not answered.
///
/// A pixel's time is the median of the slopes between all pairs of images (Theil 1950; Sen 1968), which half as many
/// outliers as images cannot move far. The fixed cost is the mean of what remains, where an image counts at most four
/// times what the median predicts: a mean includes what a slow image costs those behind it, but a download of seconds
/// is no decode.
public struct SessionFit: Sendable {
  /// The fewest images for a fit.
  public static let imagesMin = 30
  /// The nanoseconds below which an answered image was not decoded then.
  static let atHandMax: Int64 = 100_000

  /// The reason why a pixel's time is 0.
  public enum Pixels: Hashable, Sendable {
    case fitted
    /// The session has no sizes of photos.
    case sizesUnknown
    /// All images have about as many pixels.
    case allAlike
    /// Larger images took no longer.
    case noSlope
  }

  public let device: DeviceProfile
  /// The number of requests that the app kept open, and the most that were open in fact.
  public let openRequests: Int
  public let openMax: Int
  public let imageCount: Int
  /// The number of images that waited behind others.
  public let waitedCount: Int
  /// The numbers of thumbnails, failures, and images that were at hand.
  public let leftOut: (thumbnails: Int, failures: Int, atHand: Int)
  public let pixels: Pixels
  /// True if the session determines the number of workers; if not, the app's number is used.
  public let workersAreToldApart: Bool
  /// The errors of the cost against the time of each image.
  public let errors: ErrorSummary
  /// The median in milliseconds, waiting left out.
  public let median: Double

  /// - Parameter session: The name of the trace in messages.
  /// - Throws: `CalibrationError`.
  public init(_ trace: TraceSession, name: String, session: String) throws(CalibrationError) {
    let queue = SessionQueue(trace)
    guard queue.images.count >= SessionFit.imagesMin else {
      throw .tooFewImages(count: queue.images.count, session: session)
    }
    let best = SessionFit.workers(queue, trace.workers)
    workersAreToldApart = best.isToldApart
    let times = queue.serviceTimes(workers: best.count)
    let known = zip(queue.images, times).map { (x: $0.pixels, y: $1) }
    let spread = queue.hasSizes ? RobustLine.spread(known.map(\.x)) : .sizesUnknown
    let line = RobustLine(spread == .fitted ? known : known.map { (0, $0.y) }, pairsOf: 1000)
    pixels = spread == .fitted && line.slope == 0 ? .noSlope : spread
    let values = [line.fixed, line.slope * 1000, line.slope * 500]
    guard values.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1e15 }) else { throw .noFit("\(values)") }
    let device = DeviceProfile(
      name: name, fixed: Nanoseconds(rawValue: Int64(values[0].rounded())), picosecondsPerByte: 0,
      picosecondsPerPixel: Int64(values[1].rounded()), picosecondsPerReducedPixel: Int64(values[2].rounded()),
      workers: best.count)
    if let problem = DeviceLimits.problem(of: device) { throw .noFit(problem) }
    self.device = device
    openRequests = trace.workers
    openMax = queue.openMax
    imageCount = queue.images.count
    waitedCount = zip(queue.images, times).count { Double($0.took) > $1 + 1000 }
    leftOut = queue.leftOut
    errors = ErrorSummary(known.map { SessionFit.share(line.value(at: $0.x), of: $0.y) })
    median = ErrorSummary.median(of: times)
  }

  /// Returns how many images the phone serves at once: the number for which an image takes as long whether few requests
  /// were open when its own began, or many, and images differ least. With too many, images that had to wait seem to
  /// take longer; with too few, those that came alone do, and others no time at all.
  private static func workers(_ queue: SessionQueue, _ limit: Int) -> (count: Int, isToldApart: Bool) {
    let most = max(1, min(limit, queue.openMax))
    var uneven: [Double] = []
    for workers in 1...most {
      let times = queue.serviceTimes(workers: workers)
      let line = RobustLine(zip(queue.images, times).map { ($0.pixels, $1) }, pairsOf: 200)
      var shares: [Int: [Double]] = [:]
      for (image, time) in zip(queue.images, times) {
        shares[image.open, default: []].append(time / max(1, line.value(at: image.pixels)))
      }
      let middles = shares.sorted { $0.key < $1.key }.filter { $0.value.count >= groupMin }.map {
        ErrorSummary.median(of: $0.value)
      }
      guard middles.count > 1 else { return (queue.openMax < 2 ? limit : most, false) }
      uneven.append((0.01 + unevenness(middles)) * (0.01 + quartileRange(shares.values.joined())))
    }
    let best = uneven.indices.min { (uneven[$0], $0) < (uneven[$1], $1) } ?? 0
    let second = uneven.indices.filter { $0 != best }.map { uneven[$0] }.min() ?? uneven[best]
    return uneven[best] < second * 0.75 ? (best + 1, true) : (most, false)
  }

  /// The fewest images that begin with the same number of open requests for a median of theirs.
  private static let groupMin = 5

  /// Returns the range of the middle half.
  private static func quartileRange(_ shares: some Sequence<Double>) -> Double {
    let sorted = shares.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
  }

  /// Returns the mean distance of groups from the middle of all, as a factor less one.
  private static func unevenness(_ middles: [Double]) -> Double {
    let all = ErrorSummary.median(of: middles)
    let factors = middles.map { max($0, 0.001) / max(all, 0.001) }.map { max($0, 1 / $0) - 1 }
    return factors.reduce(0, +) / Double(factors.count)
  }

  private static func share(_ cost: Double, of time: Double) -> Double {
    time > 0 ? min(1, max(-1, cost / time - 1)) : 1
  }
}

extension SessionFit {
  /// The output of `lab-run calibrate --from`.
  public var text: String {
    ([cost] + [samples, workers, terms, verdict].map { $0.wrapped(width: 100).joined(separator: "\n") })
      .joined(separator: "\n\n") + "\n"
  }

  /// A sentence on how well the cost follows the images.
  public var verdict: String {
    let sentence = "the model predicts an image within \(errors.words)"
    guard errors.isPoor else { return sentence }
    return "\(sentence): images of the same size take different times on this phone, which no device of the lab does; "
      + "the cost is their mean, where none counts more than four times the usual"
  }

  private var cost: String {
    "\(device.name): cost = \(NumberText.grouped(device.fixed.rawValue)) ns + "
      + "\(NumberText.grouped(device.picosecondsPerPixel)) ps x decoded pixels + "
      + "\(NumberText.grouped(device.picosecondsPerReducedPixel)) ps x pixels that a reduction writes"
  }

  private var samples: String {
    let others = [
      (leftOut.thumbnails, "thumbnail"), (leftOut.failures, "failure"),
      (leftOut.atHand, "answer within \(NumberText.milliseconds(Double(SessionFit.atHandMax))) ms"),
    ].filter { $0.0 > 0 }.map { NumberText.count($0.0, $0.1) }
    let middle = NumberText.milliseconds(median)
    return "\(NumberText.count(imageCount, "image")), \(middle) ms in the middle, waiting left out"
      + (others.isEmpty ? "" : "; not used: \(others.joined(separator: ", "))")
  }

  private var workers: String {
    let count = NumberText.count(device.workers, "worker")
    let most = "the app kept up to \(openMax) requests open"
    if openMax < 2 { return "\(count), the app's own number: \(most), so that more at once were never seen" }
    guard workersAreToldApart else {
      return "\(count): \(most); whether the phone serves fewer at once cannot be told from their times"
    }
    if device.workers == openMax { return "\(count): \(most), and the phone served them at once" }
    return "\(count): \(most), but an image takes the same with few and with many of them open only if the "
      + "phone serves \(device.workers) at once; \(NumberText.count(waitedCount, "image")) waited, which is taken off. With "
      + "GridDriverOptions.workers = \(device.workers) the strategy would say who comes first, and not the system"
  }

  private var terms: String {
    let pixel =
      switch pixels {
      case .fitted: "a pixel that a reduction writes is taken to cost half of a decoded one, as on the declared devices"
      case .sizesUnknown:
        "a pixel costs nothing here, for the session has no sizes of photos: give GridDriver its photos"
      case .allAlike:
        "a pixel costs nothing here, for all images have about as many: a session with other columns tells more"
      case .noSlope: "a pixel costs nothing here: larger images took no longer"
      }
    return "a byte of a file costs nothing here, for an app does not know how many bytes its photos have: what files "
      + "of usual size cost is in the fixed cost; \(pixel)"
  }

  /// The part of a device file about the fit.
  var json: JSON {
    .object([
      "images": .integer(Int128(imageCount)), "waited": .integer(Int128(waitedCount)),
      "thumbnails-left-out": .integer(Int128(leftOut.thumbnails)),
      "failures-left-out": .integer(Int128(leftOut.failures)), "at-hand-left-out": .integer(Int128(leftOut.atHand)),
      "open-requests": .integer(Int128(openRequests)), "open-requests-seen": .integer(Int128(openMax)),
      "workers-told-apart": .bool(workersAreToldApart), "median-ns": .integer(Int128(median.rounded())),
      "pixels": .string("\(pixels)"), "clock": .string("from the begin of a request to its answer, waiting left out"),
      "error": errors.json,
    ])
  }
}

/// A line that outliers hardly move; neither its slope nor its height at 0 is negative.
struct RobustLine {
  let fixed: Double
  let slope: Double

  /// The factor of the median's prediction above which a sample counts no more.
  private static let factorMax = 4.0

  /// - Parameter pairsOf: The number of samples, evenly taken, that give slopes.
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

  /// Returns whether pixels differ enough for a slope: by a tenth between the 10th and the 90th of 100 images.
  static func spread(_ values: [Double]) -> SessionFit.Pixels {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .allAlike }
    return sorted[last - last / 10] >= sorted[last / 10] * 1.1 ? .fitted : .allAlike
  }
}
