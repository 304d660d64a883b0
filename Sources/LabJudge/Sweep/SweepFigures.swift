import LabBase

/// The numbers of a run, or means over several, that summaries and recommendations look at.
struct SweepFigures: Hashable, Sendable {
  /// Share of the visible area without an image after the first frame; nil when nothing was shown after it.
  var blank: Double?
  /// Share of requests after the first frame whose image was there; nil when there were none.
  var hits: Double?
  /// Mean time to image after the first frame, and its 95th percentile, nanoseconds.
  var wait: Double
  var waitP95: Double
  /// The highest point of all bitmaps, bytes; of several runs the mean, and in `worstPeak` the highest.
  var peak: Double
  var worstPeak: Double
  var meanBytes: Double
  /// Decodes of images for each that a cell asks for; nil when none did.
  var work: Double?
  /// The cost of all requests in what all workers can do; above 1 cells ask for more than workers can decode.
  var load: Double?

  init(_ row: SweepRow) {
    func number(_ figure: SweepFigure) -> Double? { row.text(figure.column).flatMap { Double($0) } }
    blank = number(.blank)
    hits = number(.hits)
    wait = number(.wait) ?? 0
    waitP95 = number(.waitP95) ?? 0
    peak = number(.peak) ?? 0
    worstPeak = peak
    meanBytes = number(.meanBytes) ?? 0
    work = number(.work)
    load = number(.load)
  }

  /// The mean of each number over runs; a share that some do not have is the mean over those that have it.
  ///
  /// - Precondition: there is a run.
  init(meanOf runs: [SweepFigures]) {
    precondition(!runs.isEmpty, "a mean is over something")
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    func share(_ values: [Double]) -> Double? { values.isEmpty ? nil : mean(values) }
    blank = share(runs.compactMap { $0.blank })
    hits = share(runs.compactMap { $0.hits })
    wait = mean(runs.map { $0.wait })
    waitP95 = mean(runs.map { $0.waitP95 })
    peak = mean(runs.map { $0.peak })
    worstPeak = runs.map { $0.worstPeak }.max() ?? 0
    meanBytes = mean(runs.map { $0.meanBytes })
    work = share(runs.compactMap { $0.work })
    load = share(runs.compactMap { $0.load })
  }

  /// True when less area is blank; of equals, when more images are ready, then when the highest peak is lower.
  func isBetter(than other: SweepFigures) -> Bool {
    (blank ?? 0, -(hits ?? 1), worstPeak) < (other.blank ?? 0, -(other.hits ?? 1), other.worstPeak)
  }

  /// Decodes a request, for people.
  var workText: String { NumberText.decodes(perRequest: work) }

  var json: JSON {
    .object([
      "warm-blank-ratio": blank.map { .number($0) } ?? .null, "warm-hit-rate": hits.map { .number($0) } ?? .null,
      "warm-time-to-image-mean": .number(wait), "warm-time-to-image-p95": .number(waitP95),
      "peak-bitmap-bytes": .number(peak), "peak-bitmap-bytes-worst": .number(worstPeak),
      "mean-bitmap-bytes": .number(meanBytes), "decodes-per-request": work.map { .number($0) } ?? .null,
    ])
  }
}
