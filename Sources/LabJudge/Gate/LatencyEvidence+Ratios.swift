extension LatencyEvidence {
  /// Natural logarithm of new over old, a pair.
  public func logRatios(_ statistic: LatencyStatistic) -> [Double] {
    pairs.map { LatencyEvidence.logRatio($0.head, $0.base, statistic) }
  }

  /// What the very same comparison says of a binary against itself: the noise of this job.
  ///
  /// Two pairs of opposite order make a block, old new new old. In it the two old arms, and the two new ones, differ by
  /// nothing but time. The earlier plays the old binary in one block and the later in the next, as in the pairs
  /// themselves, so that what drifts steadily cancels here as it does there. Two ratios a block: as many as pairs.
  public func sameBinaryLogRatios(_ statistic: LatencyStatistic) -> [Double] {
    var ratios: [Double] = []
    for start in stride(from: 0, to: pairs.count - 1, by: 2) {
      let (first, second) = (pairs[start], pairs[start + 1])
      guard first.baseFirst != second.baseFirst else { continue }
      let sign: Double = start % 4 == 0 ? 1 : -1
      ratios.append(sign * LatencyEvidence.logRatio(second.base, first.base, statistic))
      ratios.append(sign * LatencyEvidence.logRatio(second.head, first.head, statistic))
    }
    return ratios
  }

  private static func logRatio(_ new: Arm, _ old: Arm, _ statistic: LatencyStatistic) -> Double {
    // A clock that stood still counts as its smallest step.
    Double.log(Double(max(1, statistic.value(of: new))) / Double(max(1, statistic.value(of: old))))
  }
}
