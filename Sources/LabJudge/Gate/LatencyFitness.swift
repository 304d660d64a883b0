import LabBase

/// Whether a machine held still enough to be measured on.
struct LatencyFitness {
  let settings: LatencySettings

  /// Why it did not, and the cure; nil when it did.
  ///
  /// - Parameter gated: The gated comparisons of the cells, in their order, the same number for each cell.
  func complaint(_ cells: [LatencyEvidence], _ gated: [LatencyComparison], family: Int) -> String? {
    let perCell = gated.count / max(1, cells.count)
    let chances = HolmAdjustment.adjusted(gated.map(\.selfProbability), family: family)
    for (index, cell) in cells.enumerated() {
      let own = zip(gated, chances).dropFirst(index * perCell).prefix(perCell)
      let reasons = [burnIn(cell), own.compactMap { selfShift($0.0, $0.1) }.first, steal(cell)]
      if let reason = reasons.compactMap({ $0 }).first { return "\(cell.cell): \(reason)" }
    }
    return nil
  }

  private func burnIn(_ cell: LatencyEvidence) -> String? {
    // The first process finds files and code cold.
    let medians = cell.burnIn.dropFirst()
    guard let least = medians.min(), let most = medians.max(), least > 0 else { return nil }
    let spread = Double(most) / Double(least) - 1
    guard spread > settings.burnInSpreadMax else { return nil }
    return "the first processes, all of one binary, differ by \(NumberText.percent(spread)), "
      + "\(NumberText.percent(settings.burnInSpreadMax)) at most: close what else runs, or take another machine"
  }

  /// The job's own A/A comparison: a machine on which a binary differs from itself by half of what is too much, and not
  /// by chance, cannot tell two binaries apart.
  private func selfShift(_ comparison: LatencyComparison, _ chance: Double) -> String? {
    guard let own = comparison.selfShift, comparison.pairs >= settings.pairsMin, chance <= settings.alpha,
      own.shift.magnitude > Double.log(1 + settings.limit / 2)
    else { return nil }
    return "in \(comparison.statistic.rawValue) the same binary differs from itself by "
      + "\(LatencyText.change(own.shift)), \(LatencyText.share(settings.limit / 2)) at most: run it again, or give a "
      + "larger limit"
  }

  private func steal(_ cell: LatencyEvidence) -> String? {
    // In millionths, as evidence files have it.
    guard let steal = cell.stealMillionths, Double(steal) > settings.stealMax * 1e6 else { return nil }
    return "the host took \(NumberText.percent(Double(steal) / 1e6)) of the machine away, "
      + "\(NumberText.percent(settings.stealMax)) at most: run it again, or on a machine of its own"
  }
}
