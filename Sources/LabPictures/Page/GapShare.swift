import LabRecords

/// How much of the gap between `none` and a strategy that knows the scroll a run closes, where its record says so.
enum GapShare {
  /// The mean over the common traces; nil unless every record of the strategy there has one.
  static func mean(_ matrix: ReportMatrix, _ strategy: String) -> Double? {
    let shares = matrix.common.map { trace in matrix.record(strategy, trace)?.gapClosed("blank") }
    guard !shares.isEmpty, !shares.contains(where: { $0 == nil }) else { return nil }
    return shares.compactMap { $0 }.reduce(0, +) / Double(shares.count)
  }
}
