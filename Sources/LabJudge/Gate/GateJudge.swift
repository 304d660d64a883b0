import CacheLab
import LabRecords
import StrategyKit

/// Computes verdicts from evidence and limits alone, so that the same evidence gives the same verdicts anywhere.
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
    var report = GateReport(
      rows: rows, cells: evidence.cells, unfit: latency.unfit, uncountedReason: evidence.uncountedReason)
    report.isUntimed = evidence.latency.isEmpty && evidence.cells.contains { $0.record.configuration.decodes }
    report.unusedLimits = limits.unused(evidence.cells.map(\.name))
    return report
  }

  /// The judge of decode times under these limits.
  public var latencyJudge: LatencyJudge {
    LatencyJudge(settings: LatencySettings(limit: limits.latency.double))
  }

  /// Returns an inconclusive row of decode times as the instructions of the decodes settle it.
  private func settled(_ row: GateRow, by instructions: [GateRow]) -> GateRow {
    let decode = instructions.first { $0.metric.hasPrefix(InstructionKind.decode.rawValue) }
    guard row.verdict == .inconclusive, let decode, decode.verdict == .ok else { return row }
    var settled = row
    settled.detail +=
      "; the code executes what it did (instructions of a decode \(decode.change)); the clock could not be read here"
    return settled
  }

  /// Returns whether a cell's memory exceeds its limit, which further runs may show to be chance.
  public func canBeChance(_ cell: GateEvidence.Cell) -> Bool {
    MemoryJudge(cell: cell, limits: limits).rows().contains { $0.verdict == .regressed }
  }
}

/// Judges resident memory beyond the ledger: the minimum of a few runs against the baseline's.
struct MemoryJudge {
  let cell: GateEvidence.Cell
  let limits: GateLimits

  /// Returns no row if nothing was decoded, or if the exact rows report a missing or an incomparable baseline.
  func rows() -> [GateRow] {
    guard let baseline = cell.baseline, baseline.differences(from: cell.record).settings.isEmpty else { return [] }
    let (old, new) = (baseline.memoryOverhead, cell.memoryRuns.min())
    let (before, now) = (baseline.environment.memoryAccounting, cell.record.environment.memoryAccounting)
    guard let old, let new else {
      if let old, cell.record.configuration.decodes {
        return [row(old, nil, .notComparable, "this run could not measure it: --decode none leaves memory out")]
      }
      guard let new else { return [] }
      let cure = "this stores it, and --decode none leaves memory out:\n\(cell.baselineCommand("accept"))"
      return [row(nil, new, .notComparable, "\(cell.baselinePath) has no process memory: \(cure)")]
    }
    if before != now {
      let cure = "record a baseline on this system, or leave memory out by --decode none"
      return [row(old, nil, .notComparable, "the baseline counts memory as \(before), this run as \(now): \(cure)")]
    }
    if new <= old + limits.memory {
      return [row(old, new, new < old - limits.memory ? .improved : new == old ? .ok : .withinNoise, "")]
    }
    // The settings that affect resident memory.
    let keys = ["transparent-huge-pages", "glibc-tunables", "libjpeg-turbo", "swift"]
    let changes = keys.compactMap { key -> String? in
      let (before, now) = (baseline.environment.json[key], cell.record.environment.json[key])
      if before == now { return nil }
      return "\(key) was \(before?.compactText ?? "unknown"), is \(now?.compactText ?? "unknown")"
    }
    return [row(old, new, .regressed, (["bytes that no bitmap accounts for"] + changes).joined(separator: "\n"))]
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

/// A problem with a file that a gate needs, with its cure.
public struct GateError: Error, Sendable, CustomStringConvertible {
  let file: String
  let reason: String
  let cure: String

  public var description: String { "\(file): \(reason); \(cure)".visible }
}
