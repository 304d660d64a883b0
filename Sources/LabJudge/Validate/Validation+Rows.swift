import CacheLab

extension Validation {
  /// A metric and what of it is compared.
  private struct Subject {
    var metric: Metric
    var figure: String?
    var bound: ValidationRow.Bound

    init(_ metric: Metric, _ figure: String? = nil, within bound: Double? = nil) {
      self.metric = metric
      self.figure = figure
      self.bound = bound.map { .within($0) } ?? .none
    }

    func value(of run: RunFacts) -> Double? {
      let value = metric.value(of: run)
      guard case .distribution(let distribution) = value else { return value.number }
      switch figure {
      case "p50": return Double(distribution.p50)
      case "p95": return Double(distribution.p95)
      case "p99": return Double(distribution.p99)
      default: return distribution.mean
      }
    }
  }

  /// Points of hit rate and of blank ratio that the two clocks may be apart.
  static let ratioBound = 0.02
  /// Bitmap memory may be apart by this share of its peak, or by two bitmaps where that is more.
  static let memoryBound = 0.03

  static func rows(_ virtual: RunFacts, _ rounds: [RunFacts]) -> [ValidationRow] {
    let bitmap = Double(virtual.tally.requestedBytes) / Double(max(1, virtual.tally.requests.count))
    let memory = max(memoryBound * Double(virtual.tally.peak.bytes), 2 * bitmap)
    let subjects: [Subject] = [
      Subject(.hitRate, within: ratioBound), Subject(.warmHitRate),
      Subject(.blankRatio, within: ratioBound),
      Subject(.warmBlankRatio), Subject(.peakBitmapBytes, within: memory), Subject(.meanBitmapBytes),
      Subject(.timeToImage, "mean"), Subject(.timeToImage, "p50"), Subject(.timeToImage, "p95"),
      Subject(.timeToImage, "p99"), Subject(.lateRequests), Subject(.misses), Subject(.decodes),
      Subject(.redecodes), Subject(.wastedDecodes), Subject(.cancelledJobs), Subject(.neverShown),
      Subject(.evictions), Subject(.refusedJobs), Subject(.overdrafts),
    ]
    return subjects.compactMap { subject in
      guard let expected = subject.value(of: virtual) else { return nil }
      let real = rounds.compactMap { subject.value(of: $0) }
      guard real.count == rounds.count else { return nil }
      let metric = subject.metric
      return ValidationRow(
        name: metric.id + (subject.figure.map { " \($0)" } ?? ""), unit: metric.unit, virtual: expected,
        real: real, bound: subject.bound)
    }
  }
}
