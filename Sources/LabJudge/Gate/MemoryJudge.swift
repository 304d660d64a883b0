import LabBase
import LabRecords

/// Judges resident memory beyond the ledger: the least of a few runs against the baseline's.
struct MemoryJudge {
  let cell: GateEvidence.Cell
  let limits: GateLimits

  func rows() -> [GateRow] {
    // Where there is none, or one of another trace or library, the exact rows say it.
    guard let baseline = cell.baseline, baseline.differences(from: cell.record).isEmpty else { return [] }
    guard let new = cell.memoryRuns.min() else {
      // Decoded, and nothing was to be read of the process.
      guard cell.record.configuration.measuring.decodes, let old = baseline.memoryOverhead else { return [] }
      return [row(old, nil, .notComparable, "this run could not measure it: --decode none leaves memory out")]
    }
    guard let old = baseline.memoryOverhead else {
      let cure = "this stores it, and --decode none leaves memory out:\n\(cell.baselineCommand("accept"))"
      return [row(nil, new, .notComparable, "\(cell.baselinePath) has no process memory: \(cure)")]
    }
    let accountings = (baseline.environment.memoryAccounting, cell.record.environment.memoryAccounting)
    if accountings.0 != accountings.1 {
      let cure = "record a baseline on this system, or leave memory out by --decode none"
      return [
        row(
          old, nil, .notComparable,
          "the baseline counts memory as \(accountings.0), this run as \(accountings.1): \(cure)")
      ]
    }
    if new > old + limits.memory {
      return [
        row(old, new, .regressed, (["bytes that no bitmap accounts for"] + settings(baseline)).joined(separator: "\n"))
      ]
    }
    let verdict: GateVerdict = new < old - limits.memory ? .improved : new == old ? .ok : .withinNoise
    return [row(old, new, verdict, "")]
  }

  /// What moves resident memory and is not as it was.
  private func settings(_ baseline: Baseline) -> [String] {
    let (old, new) = (baseline.environment.json, cell.record.environment.json)
    return ["transparent-huge-pages", "glibc-tunables", "libjpeg-turbo", "swift"].compactMap { key in
      let (before, now) = (old?[key], new?[key])
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
