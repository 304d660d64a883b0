import CacheLab
import LabRecords
import StrategyKit

/// Judges the instructions of decodes and of the strategy's frames, old against new. Counts do not depend on the load of
/// the machine, so no statistics are needed.
struct InstructionJudge {
  /// The instructions that a decode or a frame may gain whatever its share, about a nanosecond: calls compile to so many
  /// more or fewer when other code changes, and a strategy that plans nothing executes some twenty.
  private static let slack: Int128 = 4

  let cell: GateEvidence.Cell
  let limit: Rational

  /// Returns rows for decodes and frames. The instructions of requests are not judged.
  func rows() -> [GateRow] {
    guard let (old, new) = cell.instructions else { return [] }
    return [InstructionKind.decode, .frame].compactMap { kind in new[kind].map { row(kind, old[kind], $0) } }
  }

  private func row(_ kind: InstructionKind, _ old: InstructionCount?, _ new: InstructionCount) -> GateRow {
    var (verdict, change) = (GateVerdict.notComparable, "")
    var detail = "the old program counted none: --without instructions leaves them out"
    if let old {
      (verdict, change) = self.verdict(old, new)
      detail = "of \(NumberText.count(Int(new.units), kind.rawValue)), counted by callgrind"
      if verdict == .regressed { detail += InstructionJudge.growths(old, new) }
    }
    return GateRow(
      cell: cell.name, kind: .instructions, metric: "\(kind.rawValue)-instructions", old: old?.text ?? "",
      new: new.text, change: change, limit: LatencyText.share(limit.double), verdict: verdict, detail: detail)
  }

  private func verdict(_ old: InstructionCount, _ new: InstructionCount) -> (GateVerdict, String) {
    func mean(_ count: InstructionCount, plus more: Int128 = 0) -> ExactNumber {
      ExactNumber(Int128(count.sum) + more * Int128(count.units), Int128(count.units))
    }
    let (before, now, slack) = (mean(old), mean(new), InstructionJudge.slack)
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
