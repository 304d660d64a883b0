/// Computes verdicts from measurements and limits alone, so that the same measurements give the same verdicts anywhere.
public struct GateJudge {
  public let limits: GateLimits

  public init(limits: GateLimits) { self.limits = limits }

  /// - Parameter uncountedReason: The reason why no instructions were counted; empty if they were, or were not requested.
  public func judge(
    _ cells: [GateCell], latency: [LatencyEvidence] = [], uncountedReason: String = ""
  ) -> GateReport {
    let times = latencyJudge.judge(latency)
    let rows = cells.flatMap { cell in
      let instructions = instructionRows(cell)
      return ExactJudge(cell: cell, limits: limits).rows() + [memoryRow(cell)].compactMap(\.self) + instructions
        + times.rows.filter { $0.cell == cell.name }.map { settled($0, by: instructions) }
    }
    return GateReport(
      rows: rows, cells: cells, unfit: times.unfit, uncountedReason: uncountedReason,
      isUntimed: latency.isEmpty && cells.contains { $0.record.configuration.hasDecodes },
      unusedLimits: limits.unused(cells.map(\.name)))
  }

  /// The judge of decode times under these limits.
  public var latencyJudge: LatencyJudge { LatencyJudge(limit: limits.latency.double) }

  private func settled(_ row: GateRow, by instructions: [GateRow]) -> GateRow {
    let decode = instructions.first { $0.metric.hasPrefix(InstructionKind.decode.rawValue) }
    guard row.verdict == .inconclusive, let decode, decode.verdict == .ok else { return row }
    var settled = row
    settled.detail +=
      "; the code executes what it did (instructions of a decode \(decode.change)); the clock could not be read here"
    return settled
  }

  /// Returns whether a cell's memory exceeds its limit, which further runs may show to be chance.
  public func canBeChance(_ cell: GateCell) -> Bool { memoryRow(cell)?.verdict == .regressed }

  /// Judges resident memory beyond the ledger, the minimum of a few runs against the baseline's. Returns nil if nothing
  /// was decoded, or if the exact rows report a missing or an incomparable baseline.
  private func memoryRow(_ cell: GateCell) -> GateRow? {
    guard let baseline = cell.baseline, cell.differences?.settings == [] else { return nil }
    let (old, new) = (baseline.memoryOverhead, cell.memoryRuns.min())
    @inline(never) func row(_ new: Int64?, _ verdict: GateVerdict, _ detail: String = "") -> GateRow {
      func text(_ bytes: Int64) -> String { NumberText.fixed(Double(bytes) / 1_048_576, decimals: 2) + " MiB" }
      let change = if let old, let new { (new > old ? "+" : "") + text(new - old) } else { "" }
      let runs = cell.memoryRuns.count < 2 ? "" : " (least of \(cell.memoryRuns.count))"
      return GateRow(
        cell: cell.name, kind: .memory, metric: "memory-beyond-bitmaps\(runs)", old: old.map(text) ?? "",
        new: new.map(text) ?? "", change: change, limit: "+\(text(limits.memory))", verdict: verdict, detail: detail)
    }
    guard let new else {
      if old == nil || !cell.record.configuration.hasDecodes { return nil }
      return row(nil, .notComparable, "this run could not measure it: --decode none leaves memory out")
    }
    guard let old else {
      let cure = "this stores it, and --decode none leaves memory out:\n\(cell.baselineCommand("accept"))"
      return row(new, .notComparable, "\(cell.baselinePath) has no process memory; \(cure)")
    }
    let (before, now) = (baseline.environment, cell.record.environment)
    if before.memoryAccounting != now.memoryAccounting {
      return row(
        nil, .notComparable,
        "the baseline counts memory as \(before.memoryAccounting), this run as \(now.memoryAccounting): "
          + "record a baseline on this system, or leave memory out by --decode none")
    }
    if new <= old + limits.memory {
      return row(new, new < old - limits.memory ? .improved : new == old ? .ok : .withinNoise)
    }
    // The settings that affect resident memory.
    let keys = ["transparent-huge-pages", "glibc-tunables", "libjpeg-turbo", "swift"]
    let changes = keys.filter { before.json[$0] != now.json[$0] }.map { key in
      "\(key) was \(before.json[key]?.compactText ?? "unknown"), is \(now.json[key]?.compactText ?? "unknown")"
    }
    return row(new, .regressed, (["bytes that no bitmap accounts for"] + changes).joined(separator: "\n"))
  }

  /// The instructions that a decode or a frame may gain whatever its share, about a nanosecond: calls compile to so many
  /// more or fewer when other code changes, and a strategy that plans nothing executes some twenty.
  private static let slack: Int128 = 4

  /// Judges the instructions of decodes and of the strategy's frames, but not of requests. Counts do not depend on the load
  /// of the machine, so no statistics are needed.
  private func instructionRows(_ cell: GateCell) -> [GateRow] {
    guard let counts = cell.instructions else { return [] }
    return [InstructionKind.decode, .frame].compactMap { kind in
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
    let most = ExactNumber(Int128(limit.numerator) + Int128(limit.denominator), Int128(limit.denominator))
    if before == now { return (.ok, "=") }
    let change = old.sum > 0 && new.sum > 0 ? LatencyText.change(Double.log(new.mean / old.mean)) : ""
    if now > before * most && now > mean(old, plus: slack) { return (.regressed, change) }
    if now * most < before && mean(new, plus: slack) < before { return (.improved, change) }
    return (.ok, change)
  }

  private static func growths(_ old: InstructionCount, _ new: InstructionCount) -> String {
    let grown = new.functions.map { (name: $0, old: old.functions[$0] ?? 0, new: $1) }.filter { $0.new > $0.old }
    // Names break ties: dictionaries have no order.
    let most = grown.ordered { ($1.new - $1.old, $0.name) < ($0.new - $0.old, $1.name) }.prefix(10)
    if most.isEmpty { return "" }
    return "; with all that they call, these grew most:\n"
      + most.map { "\(NumberText.grouped($0.old)) -> \(NumberText.grouped($0.new)) \($0.name)" }.joined(separator: "\n")
  }
}
