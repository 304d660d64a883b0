import LabBase
import LabRecords
import StrategyKit

/// Turns evidence and limits into verdicts; nothing else goes in, so that evidence can be judged again, anywhere.
public struct GateJudge {
  public let limits: GateLimits

  public init(limits: GateLimits) { self.limits = limits }

  public func judge(_ evidence: GateEvidence) -> GateReport {
    let latency = latencyJudge.judge(evidence.latency)
    let rows = evidence.cells.flatMap { cell in
      let instructions = InstructionJudge(cell: cell, limit: limits.instructions).rows()
      return ExactJudge(cell: cell, limits: limits).rows() + MemoryJudge(cell: cell, limits: limits).rows()
        + instructions
        + latency.rows.filter { $0.cell == cell.name }.map { settled($0, by: instructions) }
    }
    let cases = evidence.cells.map { cell in
      GateCase(
        name: cell.name, reproduce: cell.reproduce, accept: cell.baselineCommand("accept"),
        parameters: cell.baseline?.parameterChanges(to: cell.record) ?? [], parting: cell.parting,
        trade: GateTrade(cell: cell, limits: limits, rows: rows.filter { $0.cell == cell.name }).text)
    }
    var report = GateReport(
      rows: rows, cases: cases, unfit: latency.unfit, instructionsLack: evidence.instructionsLack)
    report.isUntimed = evidence.latency.isEmpty && evidence.cells.contains { $0.record.configuration.decodes }
    report.unusedLimits = limits.unused(evidence.cells.map(\.name))
    return report
  }

  /// How decode times are judged under these limits.
  public var latencyJudge: LatencyJudge {
    LatencyJudge(settings: LatencySettings(limit: limits.latency.double))
  }

  /// A row of decode times that came to nothing, with what the instructions of the decodes say of them.
  private func settled(_ row: GateRow, by instructions: [GateRow]) -> GateRow {
    let decode = instructions.first { $0.metric.hasPrefix(InstructionKind.decode.rawValue) }
    guard row.verdict == .inconclusive, let decode, decode.verdict == .ok else { return row }
    var settled = row
    settled.detail +=
      "; the code executes what it did (instructions of a decode \(decode.change)); the clock could not be read here"
    return settled
  }

  /// True when a cell executes too much, so that it is worth to find out where.
  public func asksForFunctions(_ cell: GateEvidence.Cell) -> Bool {
    InstructionJudge(cell: cell, limit: limits.instructions).rows().contains { $0.verdict == .regressed }
  }

  /// True when a cell's memory is over, so that further runs may show that it was chance.
  public func asksForAnotherRun(_ cell: GateEvidence.Cell) -> Bool {
    MemoryJudge(cell: cell, limits: limits).rows().contains { $0.verdict == .regressed }
  }
}

/// Judges resident memory beyond the ledger: the least of a few runs against the baseline's.
struct MemoryJudge {
  let cell: GateEvidence.Cell
  let limits: GateLimits

  func rows() -> [GateRow] {
    // Where there is none, or one of another trace or library, the exact rows say it.
    guard let baseline = cell.baseline, baseline.differences(from: cell.record).isEmpty else { return [] }
    return row(baseline).map { [$0] } ?? []
  }

  /// Nil where nothing was decoded.
  private func row(_ baseline: Baseline) -> GateRow? {
    guard let new = cell.memoryRuns.min() else {
      // Decoded, and nothing was to be read of the process.
      guard cell.record.configuration.decodes, let old = baseline.memoryOverhead else { return nil }
      return row(old, nil, .notComparable, "this run could not measure it: --decode none leaves memory out")
    }
    guard let old = baseline.memoryOverhead else {
      let cure = "this stores it, and --decode none leaves memory out:\n\(cell.baselineCommand("accept"))"
      return row(nil, new, .notComparable, "\(cell.baselinePath) has no process memory: \(cure)")
    }
    let (before, now) = (baseline.environment.memoryAccounting, cell.record.environment.memoryAccounting)
    if before != now {
      let cure = "record a baseline on this system, or leave memory out by --decode none"
      return row(old, nil, .notComparable, "the baseline counts memory as \(before), this run as \(now): \(cure)")
    }
    if new > old + limits.memory {
      let lines = ["bytes that no bitmap accounts for"] + settings(baseline)
      return row(old, new, .regressed, lines.joined(separator: "\n"))
    }
    return row(old, new, new < old - limits.memory ? .improved : new == old ? .ok : .withinNoise, "")
  }

  /// What moves resident memory and is not as it was.
  private func settings(_ baseline: Baseline) -> [String] {
    let (old, new) = (baseline.environment.json, cell.record.environment.json)
    return ["transparent-huge-pages", "glibc-tunables", "libjpeg-turbo", "swift"].compactMap { key in
      let (before, now) = (old[key], new[key])
      if before == now { return nil }
      return "\(key) was \(before?.compactText ?? "unknown"), is \(now?.compactText ?? "unknown")"
    }
  }

  private func row(_ old: Int64?, _ new: Int64?, _ verdict: GateVerdict, _ detail: String) -> GateRow {
    func text(_ bytes: Int64) -> String { NumberText.fixed(Double(bytes) / 1_048_576, decimals: 2) + " MiB" }
    let change = if let old, let new { (new > old ? "+" : "") + text(new - old) } else { "" }
    let runs = cell.memoryRuns.count < 2 ? "" : " (least of \(cell.memoryRuns.count))"
    return GateRow(
      cell: cell.name, kind: .memory, metric: "memory-beyond-bitmaps\(runs)", old: old.map(text) ?? "",
      new: new.map(text) ?? "", change: change, limit: "+\(text(limits.memory))", verdict: verdict, detail: detail)
  }
}

/// Why a gate could not judge: what is wrong with a file that it reads, and the cure.
public struct GateError: Error, Sendable, CustomStringConvertible {
  let file: String
  let reason: String
  let cure: String

  public var description: String { "\(file): \(reason); \(cure)".visible }
}
