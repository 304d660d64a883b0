import CacheLab

extension Validation {
  /// A metric and what of it is compared.
  private struct Subject {
    var metric: any Metric.Type
    var figure: String?
    var bound: ValidationRow.Bound

    init(_ metric: any Metric.Type, _ figure: String? = nil, within bound: Double? = nil) {
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
      Subject(HitRate.self, within: ratioBound), Subject(WarmHitRate.self),
      Subject(BlankRatio.self, within: ratioBound),
      Subject(WarmBlankRatio.self), Subject(PeakBitmapBytes.self, within: memory), Subject(MeanBitmapBytes.self),
      Subject(TimeToImage.self, "mean"), Subject(TimeToImage.self, "p50"), Subject(TimeToImage.self, "p95"),
      Subject(TimeToImage.self, "p99"), Subject(LateRequests.self), Subject(Misses.self), Subject(Decodes.self),
      Subject(Redecodes.self), Subject(WastedDecodes.self), Subject(CancelledJobs.self), Subject(NeverShown.self),
      Subject(Evictions.self), Subject(RefusedJobs.self), Subject(Overdrafts.self),
    ]
    return subjects.compactMap { subject in
      guard let expected = subject.value(of: virtual) else { return nil }
      let real = rounds.compactMap { subject.value(of: $0) }
      guard real.count == rounds.count else { return nil }
      let descriptor = subject.metric.descriptor
      return ValidationRow(
        name: descriptor.id + (subject.figure.map { " \($0)" } ?? ""), unit: descriptor.unit, virtual: expected,
        real: real, bound: subject.bound)
    }
  }
}
