import CacheLab
import LabBase
import StrategyKit

extension Calibration {
  /// The output of `lab-run calibrate`: the cost, how well it follows the decodes, and a verdict in words.
  public var text: String {
    ([heading, cost] + [table]
      + [concurrency, stability, verdict].map { $0.wrapped(width: 100).joined(separator: "\n") })
      .joined(separator: "\n\n") + "\n"
  }

  /// One or two plain sentences on how well the cost follows the decodes, with the reason if it does poorly.
  public var verdict: String {
    let sentence = "the model predicts a decode within \(errors.words)"
    guard errors.isPoor else { return sentence }
    let reason =
      noise.p95 * 2 > errors.p95
      ? "the machine is noisy, one decode repeats within \(NumberText.percent(noise.p95)) (p95): calibrate "
        + "again while it does nothing else, or raise --rounds"
      : "one decode repeats within \(NumberText.percent(noise.p95)) (p95), so it is not noise: what these files "
        + "cost does not follow bytes and pixels alone (progressive files among others cost more)"
    return "\(sentence), a poor fit: \(reason)"
  }

  /// The reason why the machine is unfit to measure, with the cure; nil if it is fit.
  public var unfitness: String? {
    guard spread > Calibration.spreadMax else { return nil }
    return "this machine is unfit to measure now: its pace differed by \(NumberText.percent(spread)) between "
      + "rounds, \(NumberText.percent(Calibration.spreadMax)) at most: calibrate again while it does nothing else; "
      + "no device was written"
  }

  private var heading: String {
    "\(device.name): \(NumberText.count(imageCount, "photo")) at 8 scales and reduced, "
      + "\(rounds) rounds, \(NumberText.count(decodeCount, "decode")), "
      + NumberText.count(device.workers, "worker")
  }

  private var cost: String {
    "cost = \(NumberText.grouped(device.fixed.rawValue)) ns + factor x "
      + "(\(NumberText.grouped(device.picosecondsPerByte)) ps x encoded bytes + "
      + "\(NumberText.grouped(device.picosecondsPerPixel)) ps x decoded pixels)\n     + "
      + "\(NumberText.grouped(device.picosecondsPerReducedPixel)) ps x pixels that a reduction writes"
  }

  private var table: String {
    var table = TextTable(
      columns: [["scale"], ["factor"], ["decodes"], ["median", "CPU ms"], ["error", "median"], ["error", "p95"]].map {
        TextTable.Column($0)
      })
    func append(_ name: String, _ factor: String, _ quality: FitQuality) {
      table.append([
        name, factor, "\(quality.decodes)", NumberText.milliseconds(quality.median),
        NumberText.percent(quality.errors.median), NumberText.percent(quality.errors.p95),
      ])
    }
    for (index, scale) in scales.enumerated() {
      let factor = device.scaleFactors.map { NumberText.fixed(Double($0[index]) / 1000, decimals: 3) } ?? "1"
      append("\(index + 1)/8", factor, scale)
    }
    if reduced.decodes > 0 { append("reduced", "", reduced) }
    let count = (scales + [reduced]).reduce(0) { $0 + $1.decodes }
    table.append([
      "all", "", "\(count)", "", NumberText.percent(errors.median), NumberText.percent(errors.p95),
    ])
    return String(table.text().dropLast())
  }

  private var concurrency: String {
    let wall = "wall time was \(NumberText.fixed(wallOverCPU, decimals: 2)) times CPU time"
    guard let ratio = busyOverAlone else { return "one worker: \(wall)" }
    return "with \(device.workers) workers busy a decode took \(NumberText.fixed(ratio, decimals: 3)) times the "
      + "CPU time that it takes alone (median; the cost includes it), and \(wall) (the cost does not include it)"
  }

  private var stability: String {
    "between rounds the pace differed by \(NumberText.percent(spread)) (limit "
      + "\(NumberText.percent(Calibration.spreadMax))); one decode repeats within \(noise.words)"
  }
}
