import StrategyKit

/// Turns evidence and limits into verdicts; nothing else goes in, so that evidence can be judged again, anywhere.
public struct GateJudge {
  private let limits: GateLimits

  public init(limits: GateLimits) { self.limits = limits }

  public func judge(_ evidence: GateEvidence) -> GateReport {
    let latency = latencyJudge.judge(evidence.latency, family: evidence.latency.count * LatencyStatistic.gatedCount)
    let rows = evidence.cells.flatMap { cell in
      ExactJudge(cell: cell, limits: limits).rows() + MemoryJudge(cell: cell, limits: limits).rows()
        + kernelRows(cell) + latency.rows.filter { $0.cell == cell.name }
    }
    let commands = evidence.cells.map { ($0.name, $0.reproduce) }
    let accept = evidence.cells.map { ($0.name, $0.baselineCommand("accept")) }
    let partings = evidence.cells.filter { !$0.parting.isEmpty }.map { ($0.name, $0.parting) }
    return GateReport(
      rows: rows, unfit: latency.unfit, reproduce: Dictionary(commands) { first, _ in first },
      accept: Dictionary(accept) { first, _ in first },
      partings: Dictionary(partings) { first, _ in first })
  }

  /// How decode times are judged under these limits.
  public var latencyJudge: LatencyJudge {
    LatencyJudge(
      settings: LatencySettings(limit: Double(limits.latency.numerator) / Double(limits.latency.denominator)))
  }

  private func kernelRows(_ cell: GateEvidence.Cell) -> [GateRow] {
    guard let now = cell.kernel, let baseline = cell.baseline?.kernel else { return [] }
    return [KernelRatioJudge(limit: limits.latency).judge(cell: cell.name, baseline: baseline, now: now)]
  }

  /// True when a cell's memory is over, so that further runs may show that it was chance.
  public func asksForAnotherRun(_ cell: GateEvidence.Cell) -> Bool {
    MemoryJudge(cell: cell, limits: limits).rows().contains { $0.verdict == .regressed }
  }
}
