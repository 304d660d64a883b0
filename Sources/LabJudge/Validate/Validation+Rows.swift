import CacheLab
import LabRecords

extension Validation {
  /// Points of hit rate and of blank ratio that the two clocks may be apart.
  static let ratioBound = 0.02
  /// Bitmap memory may be apart by this share of its peak, or by two bitmaps where that is more.
  static let memoryBound = 0.03

  static func rows(_ virtual: RunFacts, _ rounds: [RunFacts]) -> [ValidationRow] {
    let bitmap = Double(virtual.tally.requestedBytes) / Double(max(1, virtual.tally.requests.count))
    let memory = max(memoryBound * Double(virtual.tally.peak.bytes), 2 * bitmap)
    let bounds: [Column: Double] = [
      Column(.hitRate): ratioBound, Column(.blankRatio): ratioBound, Column(.peakBitmapBytes): memory,
    ]
    return columns.compactMap { column in
      guard let expected = column.number(column.metric.value(of: virtual)) else { return nil }
      let real = rounds.compactMap { column.number(column.metric.value(of: $0)) }
      guard real.count == rounds.count else { return nil }
      return ValidationRow(
        name: column.part == .whole ? column.id : "\(column.metric.id) \(column.part)", unit: column.unit,
        virtual: expected, real: real, bound: bounds[column].map { .within($0) } ?? .none)
    }
  }

  private static let columns =
    [Metric.hitRate, .warmHitRate, .blankRatio, .warmBlankRatio, .peakBitmapBytes, .meanBitmapBytes].map { Column($0) }
    + [.mean, .p50, .p95, .p99].map { Column(.timeToImage, $0) }
    + [
      Metric.lateRequests, .misses, .decodes, .redecodes, .wastedDecodes, .cancelledJobs, .neverShown, .evictions,
      .refusedJobs, .overdrafts,
    ].map { Column($0) }
}
