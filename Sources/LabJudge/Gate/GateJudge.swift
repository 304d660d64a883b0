import LabRecords

/// Computes verdicts from evidence and limits alone, so that the same evidence gives the same verdicts anywhere.
public struct GateJudge {
  public let limits: GateLimits

  public init(limits: GateLimits) { self.limits = limits }

  public func judge(_ evidence: GateEvidence) -> GateReport {
    let latency = latencyJudge.judge(evidence.latency)
    let rows = evidence.cells.flatMap { cell in
      let instructions = instructionRows(cell)
      return ExactJudge(cell: cell, limits: limits).rows() + memoryRows(cell) + instructions
        + latency.rows.filter { $0.cell == cell.name }.map { settled($0, by: instructions) }
    }
    var report = GateReport(
      rows: rows, cells: evidence.cells, unfit: latency.unfit, uncountedReason: evidence.uncountedReason)
    report.isUntimed = evidence.latency.isEmpty && evidence.cells.contains { $0.record.configuration.hasDecodes }
    report.unusedLimits = limits.unused(evidence.cells.map(\.name))
    return report
  }

  /// The judge of decode times under these limits.
  public var latencyJudge: LatencyJudge {
    LatencyJudge(limit: limits.latency.double)
  }

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
    memoryRows(cell).contains { $0.verdict == .regressed }
  }
}

// MARK: Memory

extension GateJudge {
  /// Judges resident memory beyond the ledger, the minimum of a few runs against the baseline's. Returns no row if nothing
  /// was decoded, or if the exact rows report a missing or an incomparable baseline.
  private func memoryRows(_ cell: GateEvidence.Cell) -> [GateRow] {
    guard let baseline = cell.baseline, cell.differences?.settings == [] else { return [] }
    let (old, new) = (baseline.memoryOverhead, cell.memoryRuns.min())
    func rows(_ new: Int64?, _ verdict: GateVerdict, _ detail: String = "") -> [GateRow] {
      func text(_ bytes: Int64) -> String { NumberText.fixed(Double(bytes) / 1_048_576, decimals: 2) + " MiB" }
      let change = if let old, let new { (new > old ? "+" : "") + text(new - old) } else { "" }
      let runs = cell.memoryRuns.count < 2 ? "" : " (least of \(cell.memoryRuns.count))"
      return [
        GateRow(
          cell: cell.name, kind: .memory, metric: "memory-beyond-bitmaps\(runs)", old: old.map(text) ?? "",
          new: new.map(text) ?? "", change: change, limit: "+\(text(limits.memory))", verdict: verdict, detail: detail)
      ]
    }
    guard let new else {
      if old == nil || !cell.record.configuration.hasDecodes { return [] }
      return rows(nil, .notComparable, "this run could not measure it: --decode none leaves memory out")
    }
    guard let old else {
      let cure = "this stores it, and --decode none leaves memory out:\n\(cell.baselineCommand("accept"))"
      return rows(new, .notComparable, "\(cell.baselinePath) has no process memory; \(cure)")
    }
    let (before, now) = (baseline.environment, cell.record.environment)
    if before.memoryAccounting != now.memoryAccounting {
      return rows(
        nil, .notComparable,
        "the baseline counts memory as \(before.memoryAccounting), this run as \(now.memoryAccounting): "
          + "record a baseline on this system, or leave memory out by --decode none")
    }
    if new <= old + limits.memory {
      return rows(new, new < old - limits.memory ? .improved : new == old ? .ok : .withinNoise)
    }
    // The settings that affect resident memory.
    let changes = ["transparent-huge-pages", "glibc-tunables", "libjpeg-turbo", "swift"].compactMap { key -> String? in
      if before.json[key] == now.json[key] { return nil }
      return "\(key) was \(before.json[key]?.compactText ?? "unknown"), is \(now.json[key]?.compactText ?? "unknown")"
    }
    return rows(new, .regressed, (["bytes that no bitmap accounts for"] + changes).joined(separator: "\n"))
  }
}

// MARK: Instructions

extension GateJudge {
  /// The instructions that a decode or a frame may gain whatever its share, about a nanosecond: calls compile to so many
  /// more or fewer when other code changes, and a strategy that plans nothing executes some twenty.
  private static let slack: Int128 = 4

  /// Judges the instructions of decodes and of the strategy's frames, but not of requests. Counts do not depend on the load
  /// of the machine, so no statistics are needed.
  private func instructionRows(_ cell: GateEvidence.Cell) -> [GateRow] {
    guard let counts = cell.instructions else { return [] }
    return [InstructionKind.decode, .frame].compactMap { kind -> GateRow? in
      guard let new = counts.new[kind] else { return nil }
      let old = counts.old[kind]
      var (verdict, change) = (GateVerdict.notComparable, "")
      var detail = "the old program counted none: --without instructions leaves them out"
      if let old {
        (verdict, change) = self.verdict(old, new)
        detail = "of \(NumberText.count(Int(new.units), kind.rawValue)), counted by callgrind"
        if verdict == .regressed { detail += GateJudge.growths(old, new) }
      }
      return GateRow(
        cell: cell.name, kind: .instructions, metric: "\(kind.rawValue)-instructions", old: old?.text ?? "",
        new: new.text, change: change, limit: LatencyText.share(limits.instructions.double), verdict: verdict,
        detail: detail)
    }
  }

  private func verdict(_ old: InstructionCount, _ new: InstructionCount) -> (GateVerdict, String) {
    func mean(_ count: InstructionCount, plus more: Int128 = 0) -> ExactNumber {
      ExactNumber(Int128(count.sum) + more * Int128(count.units), Int128(count.units))
    }
    let (before, now, slack, limit) = (mean(old), mean(new), GateJudge.slack, limits.instructions)
    let tooMuch = ExactNumber(Int128(limit.numerator) + Int128(limit.denominator), Int128(limit.denominator))
    if before == now { return (.ok, "=") }
    let change = old.sum > 0 && new.sum > 0 ? LatencyText.change(Double.log(new.mean / old.mean)) : ""
    if now > before * tooMuch && now > mean(old, plus: slack) { return (.regressed, change) }
    if now * tooMuch < before && mean(new, plus: slack) < before { return (.improved, change) }
    return (.ok, change)
  }

  private static func growths(_ old: InstructionCount, _ new: InstructionCount) -> String {
    let grown = new.functions.map { (name: $0, old: old.functions[$0] ?? 0, new: $1) }.filter { $0.new > $0.old }
    // Names break ties: dictionaries have no order.
    let most = grown.sorted { ($1.new - $1.old, $0.name) < ($0.new - $0.old, $1.name) }.prefix(10)
    if most.isEmpty { return "" }
    return "; with all that they call, these grew most:\n"
      + most.map { "\(NumberText.grouped($0.old)) -> \(NumberText.grouped($0.new)) \($0.name)" }.joined(separator: "\n")
  }
}
