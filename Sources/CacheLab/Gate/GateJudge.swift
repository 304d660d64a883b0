/// Turns evidence and limits into verdicts; nothing else goes in, so that evidence can be judged again, anywhere.
public struct GateJudge {
  private let limits: GateLimits

  public init(limits: GateLimits) { self.limits = limits }

  public func judge(_ evidence: GateEvidence) -> GateReport {
    let rows = evidence.cells.flatMap { cell in
      ExactJudge(cell: cell, limits: limits).rows() + MemoryJudge(cell: cell, limits: limits).rows()
    }
    let commands = evidence.cells.map { ($0.name, $0.reproduce) }
    let partings = evidence.cells.filter { !$0.parting.isEmpty }.map { ($0.name, $0.parting) }
    return GateReport(
      rows: rows, unfit: nil, reproduce: Dictionary(commands) { first, _ in first },
      partings: Dictionary(partings) { first, _ in first })
  }

  /// True when a cell's memory is over, so that further runs may show that it was chance.
  public func asksForAnotherRun(_ cell: GateEvidence.Cell) -> Bool {
    MemoryJudge(cell: cell, limits: limits).rows().contains { $0.verdict == .regressed }
  }
}
