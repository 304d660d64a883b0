import CacheLab
import LabBase
import StrategyKit

extension SessionFit {
  /// What `lab-run calibrate --from` prints.
  public var text: String {
    ([cost] + [samples, workers, terms, verdict].map { $0.wrapped(width: 100).joined(separator: "\n") })
      .joined(separator: "\n\n") + "\n"
  }

  /// How well the cost follows what images took.
  public var verdict: String {
    let sentence =
      "the model predicts an image within \(NumberText.percent(errors.median)) (median), "
      + "\(NumberText.percent(errors.p95)) (p95)"
    let poor = CalibrationText.poor
    guard errors.median > poor.median || errors.p95 > poor.p95 else { return sentence }
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

  /// What a device file says of the fit.
  var json: JSON {
    .object([
      "images": .integer(Int128(imageCount)), "waited": .integer(Int128(waitedCount)),
      "thumbnails-left-out": .integer(Int128(leftOut.thumbnails)),
      "failures-left-out": .integer(Int128(leftOut.failures)), "at-hand-left-out": .integer(Int128(leftOut.atHand)),
      "open-requests": .integer(Int128(openRequests)), "open-requests-seen": .integer(Int128(openMax)),
      "workers-told-apart": .bool(workersAreToldApart), "median-ns": .integer(Int128(median.rounded())),
      "pixels": .string("\(pixels)"), "clock": .string("from the begin of a request to its answer, waiting left out"),
      "error": .object([
        "median": .number((errors.median * 10_000).rounded() / 10_000),
        "p95": .number((errors.p95 * 10_000).rounded() / 10_000),
      ]),
    ])
  }
}
