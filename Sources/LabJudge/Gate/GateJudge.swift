import LabRecords
import StrategyKit

/// Turns evidence and limits into verdicts; nothing else goes in, so that evidence can be judged again, anywhere.
public struct GateJudge {
  private let limits: GateLimits

  public init(limits: GateLimits) { self.limits = limits }

  public func judge(_ evidence: GateEvidence) -> GateReport {
    let latency = latencyJudge.judge(evidence.latency, family: evidence.latency.count * LatencyStatistic.gatedCount)
    let rows = evidence.cells.flatMap { cell in
      let instructions = instructionRows(cell)
      return ExactJudge(cell: cell, limits: limits).rows() + MemoryJudge(cell: cell, limits: limits).rows()
        + instructions
        + latency.rows.filter { $0.cell == cell.name }.map { settled($0, by: instructions) }
    }
    let commands = evidence.cells.map { ($0.name, $0.reproduce) }
    let accept = evidence.cells.map { ($0.name, $0.baselineCommand("accept")) }
    let partings = evidence.cells.filter { !$0.parting.isEmpty }.map { ($0.name, $0.parting) }
    var report = GateReport(
      rows: rows, unfit: latency.unfit, reproduce: Dictionary(commands) { first, _ in first },
      accept: Dictionary(accept) { first, _ in first },
      partings: Dictionary(partings) { first, _ in first }, instructionsLack: evidence.instructionsLack)
    report.isUntimed = evidence.latency.isEmpty && evidence.cells.contains { $0.record.configuration.measuring.decodes }
    report.unusedLimits = limits.unused(evidence.cells.map(\.name))
    return report
  }

  /// How decode times are judged under these limits.
  public var latencyJudge: LatencyJudge {
    LatencyJudge(
      settings: LatencySettings(limit: Double(limits.latency.numerator) / Double(limits.latency.denominator)))
  }

  private func instructionRows(_ cell: GateEvidence.Cell) -> [GateRow] {
    InstructionJudge(cell: cell, limit: limits.instructions).rows()
  }

  /// A row of decode times that came to nothing, with what the instructions of the decodes say of them.
  private func settled(_ row: GateRow, by instructions: [GateRow]) -> GateRow {
    let decode = instructions.first { $0.metric.hasPrefix(InstructionKind.decode.rawValue) }
    guard row.verdict == .inconclusive, let decode, decode.verdict == .ok else { return row }
    return row.adding(
      "the code executes what it did (instructions of a decode \(decode.change)); the clock could not be read here")
  }

  /// True when a cell executes too much, so that it is worth to find out where.
  public func asksForFunctions(_ cell: GateEvidence.Cell) -> Bool {
    instructionRows(cell).contains { $0.verdict == .regressed }
  }

  /// True when a cell's memory is over, so that further runs may show that it was chance.
  public func asksForAnotherRun(_ cell: GateEvidence.Cell) -> Bool {
    MemoryJudge(cell: cell, limits: limits).rows().contains { $0.verdict == .regressed }
  }
}
