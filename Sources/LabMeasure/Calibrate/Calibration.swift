public import CacheLab
import LabBase
public import LabLibrary
import StrategyKit

/// A device fitted to decodes of this machine, with figures on how far it may be trusted.
public struct Calibration: Sendable {
  /// The fewest photos for a fit.
  public static let imagesMin = 8
  /// The rounds that a median and a spread need, up to what one would wait for.
  public static let roundsRange = 3...100
  /// The largest difference of pace between rounds on a machine that is fit to measure: beyond it coefficients would
  /// depend on the time of measuring. On two cores with two to three other programs at work the pace differed by 3 %,
  /// so a tenth is no everyday noise, and a cost that is wrong by a tenth is nearer than any declared device.
  public static let spreadMax = 0.1

  public let device: DeviceProfile
  public let imageCount: Int
  public let rounds: Int
  /// The number of timed decodes, all rounds together.
  public let decodeCount: Int
  /// The number of damaged files that still gave an image.
  public let partialImages: Int64
  /// The sizes of the measured files.
  public let encodedBytes: ClosedRange<Int64>
  /// The sizes of the measured bitmaps.
  public let pixels: ClosedRange<Int64>
  /// The fit by scale, 1/8 first, without reduced decodes.
  public let scales: [FitQuality]
  /// The fit of reduced decodes.
  public let reduced: FitQuality
  /// The errors of all decodes.
  public let errors: ErrorSummary
  /// The distance of the slowest round from the fastest, as a share. A round's pace is the mean of the middle half,
  /// over all decodes, of time against the decode's own median.
  public let spread: Double
  /// The distance of single timings from the decode's median: no model can be nearer.
  public let noise: ErrorSummary
  /// The CPU time of a decode with all workers busy against the same decode alone, median; nil with one worker.
  public let busyOverAlone: Double?
  /// The wall time against the CPU time of all decodes together, with all workers busy.
  public let wallOverCPU: Double

  /// Times decodes and fits a device to them.
  ///
  /// - Parameters:
  ///   - imageCount: The number of photos, each decoded at all eight scales and once reduced; fewer if the library has
  ///     fewer.
  ///   - workers: The number of decodes at once, and the device's workers.
  ///   - progress: Called from time to time with the number of decodes begun and their total.
  /// - Throws: `MeasureError` if decodes cannot be timed, `CalibrationError` if no model fits them.
  public static func measure(
    _ library: PhotoLibrary, imageCount: Int, rounds: Int, workers: Int, name: String,
    progress: (Int, Int) -> Void
  ) throws -> Calibration {
    let plan = CalibrationPlan(assets: library.index.assets, imageCount: imageCount)
    guard plan.imageCount >= imagesMin else { throw CalibrationError.tooFewPhotos(count: plan.imageCount) }
    let trials = DecodeTrials(library: library, plan: plan, rounds: rounds, workers: workers)
    return try Calibration(
      try trials.run(progress: progress), plan: plan, assets: library.index.assets, workers: workers, name: name)
  }

  /// Fits a device to the median of each decode's rounds. One interrupted round then changes nothing, and unlike the
  /// minimum the median does not fall with the number of rounds.
  init(
    _ timings: DecodeTimings, plan: CalibrationPlan, assets: ContiguousArray<AssetInfo>, workers: Int, name: String
  ) throws(CalibrationError) {
    let medians = timings.busy.map { ErrorSummary.median(of: $0.map { Double($0.cpu) }) }
    let all = zip(plan.decodes, medians).map { decode, median in
      CostSample(
        encodedBytes: Int64(assets[decode.asset].encodedBytes), pixels: decode.form.decoded.pixelCount,
        eighths: decode.form.scale.eighths, reducedPixels: decode.form.reducedPixels, nanoseconds: median)
    }
    let samples = all.filter { $0.reducedPixels == 0 }
    // What the same file takes without the reduction is known: the rest is the reduction's.
    let reductions = plan.decodes.indices.compactMap { index in
      plan.unreduced(index).map { (medians[index] - medians[$0]) / Double(all[index].reducedPixels) }
    }
    let device = try CostFit(samples).device(
      name: name, workers: workers, perReducedPixel: max(0, ErrorSummary.median(of: reductions)))
    self.device = device
    imageCount = plan.imageCount
    rounds = timings.busy.first?.count ?? 0
    decodeCount = timings.decodeCount
    partialImages = timings.partialImages
    let (bytes, pixels) = (samples.map(\.encodedBytes), samples.map(\.pixels))
    encodedBytes = (bytes.min() ?? 0)...(bytes.max() ?? 0)
    self.pixels = (pixels.min() ?? 0)...(pixels.max() ?? 0)
    scales = (1...8 as ClosedRange<Int32>).map { eighths in
      FitQuality(samples.filter { $0.eighths == eighths }, device)
    }
    reduced = FitQuality(all.filter { $0.reducedPixels > 0 }, device)
    errors = ErrorSummary(all.map { $0.error(of: device) })
    (spread, noise) = Calibration.stability(timings.busy, medians: medians)
    busyOverAlone = Calibration.slowdown(timings, medians: medians)
    let timed = timings.busy.joined()
    wallOverCPU = Double(timed.reduce(0) { $0 + $1.wall }) / Double(max(1, timed.reduce(0) { $0 + $1.cpu }))
  }

  /// Returns the spread between rounds and the noise of single timings.
  private static func stability(
    _ timings: [[DecodeTiming]], medians: [Double]
  ) -> (spread: Double, noise: ErrorSummary) {
    let relative = zip(timings, medians).map { rounds, median in rounds.map { Double($0.cpu) / median } }
    let paces = (0..<(relative.first?.count ?? 0)).map { round in
      ErrorSummary.midmean(of: relative.map { $0[round] })
    }
    let spread = (paces.max() ?? 1) / (paces.min() ?? 1) - 1
    return (spread, ErrorSummary(relative.joined().map { $0 - 1 }))
  }

  private static func slowdown(_ timings: DecodeTimings, medians: [Double]) -> Double? {
    let ratios = zip(timings.alone, medians).compactMap { alone, busy in
      alone.isEmpty ? nil : busy / ErrorSummary.median(of: alone.map { Double($0.cpu) })
    }
    return ratios.isEmpty ? nil : ErrorSummary.median(of: ratios)
  }
}

extension Calibration {
  /// The part of a device file about the fit, beside the device's numbers.
  var json: JSON {
    var members: [String: JSON] = [
      "images": .integer(Int128(imageCount)), "rounds": .integer(Int128(rounds)),
      "decodes": .integer(Int128(decodeCount)), "partial-images": .integer(Int128(partialImages)),
      "encoded-bytes": .array([.integer(Int128(encodedBytes.lowerBound)), .integer(Int128(encodedBytes.upperBound))]),
      "output-pixels": .array([.integer(Int128(pixels.lowerBound)), .integer(Int128(pixels.upperBound))]),
      "clock": .string("thread CPU, median of the rounds, all workers busy"),
      "error": errors.json,
      "noise": noise.json,
      "spread-between-rounds": .share(spread),
      "busy-cpu-over-alone": busyOverAlone.map { .share($0) } ?? .null,
      "busy-wall-over-cpu": .share(wallOverCPU),
    ]
    members["scales"] = .array(
      scales.enumerated().map { index, scale in
        .object(scale.members.merging(["eighths": .integer(Int128(index + 1))]) { $1 })
      })
    members["reduced"] = .object(reduced.members)
    return .object(members)
  }
}

extension FitQuality {
  fileprivate var members: [String: JSON] {
    [
      "decodes": .integer(Int128(decodes)), "median-ns": .integer(Int128(median.rounded())), "error": errors.json,
    ]
  }
}

extension ErrorSummary {
  var json: JSON { .object(["median": .share(median), "p95": .share(p95)]) }
}

extension JSON {
  /// Returns a share to four decimals: the rest is noise.
  fileprivate static func share(_ value: Double) -> JSON { .number((value * 10_000).rounded() / 10_000) }
}

/// The reason why no device could be fitted.
public enum CalibrationError: Error, Equatable, Sendable {
  /// Fewer photos decode than a fit needs.
  case tooFewPhotos(count: Int)
  case tooFewSamples(count: Int, eighths: Int32)
  /// All files have about one size, so the cost of a byte cannot be told from that of every decode.
  case tooFewSizes(least: Int64, most: Int64)
  /// A session with fewer images than a fit needs.
  case tooFewImages(count: Int, session: String)
  /// No finite cost that is not negative follows the measurements.
  case noFit(String)
}

extension CalibrationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewPhotos(let count):
      "the library has \(count) photos that decode, a fit needs \(Calibration.imagesMin): choose a larger library"
    case .tooFewSamples(let count, let eighths):
      "\(count) decodes at \(eighths)/8, a fit needs \(Calibration.imagesMin): raise --images"
    case .tooFewSizes(let least, let most):
      "the files measured have \(least) to \(most) bytes: what a byte costs cannot be told from what every decode "
        + "costs; raise --images, or choose a library whose files differ by a tenth at least"
    case .tooFewImages(let count, let session):
      "\(session.visible) tells what \(count) images took, a fit needs \(SessionFit.imagesMin): record a longer session"
    case .noFit(let reason):
      "no cost model fits what was measured (\(reason)): calibrate again while the machine does nothing else, "
        + "or raise --rounds"
    }
  }
}
