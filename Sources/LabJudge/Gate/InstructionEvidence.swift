import LabBase
public import LabRecords
import LabSystem
import StrategyKit

/// Instructions of a cell, old and new, and where they grew.
public struct InstructionEvidence: Hashable, Sendable {
  /// A function that executes more than it did, with all that it calls.
  public struct Growth: Hashable, Sendable {
    public var name: String
    /// Nil where it was not among those that executed most.
    public var old: Int64?
    public var new: Int64
  }

  /// Functions that are named at most.
  public static let growthsMax = 10

  public var new: InstructionCount
  /// Nil where the baseline has none.
  public var old: InstructionCount?
  /// Whether the old ones are those of another program here and now, and not a baseline's.
  public var isSideBySide: Bool
  /// By kind, where callgrind told both.
  public var growths: [InstructionKind: [Growth]]

  /// Two counts, and the functions that grew most between them.
  public init(new: InstructionCount, old: InstructionCount?, isSideBySide: Bool) {
    (self.new, self.old, self.isSideBySide) = (new, old, isSideBySide)
    growths = old.map { InstructionEvidence.growths(from: $0, to: new) } ?? [:]
  }

  /// The functions that grew most, by kind.
  static func growths(from old: InstructionCount, to new: InstructionCount) -> [InstructionKind: [Growth]] {
    var found: [InstructionKind: [Growth]] = [:]
    for kind in InstructionKind.allCases {
      guard let before = old.part(kind)?.functions, !before.isEmpty, let now = new.part(kind)?.functions else {
        continue
      }
      let known = Dictionary(before.map { ($0.name, $0.instructions) }) { max($0, $1) }
      // Of a list that was cut, as a baseline's is, as many are compared.
      let merged = Dictionary(now.prefix(before.count).map { ($0.name, $0.instructions) }) { max($0, $1) }
      let grown = merged.map { Growth(name: $0.key, old: known[$0.key], new: $0.value) }.filter { $0.change > 0 }
      // Names break ties: dictionaries have no order.
      found[kind] = Array(grown.sorted { ($1.change, $0.name) < ($0.change, $1.name) }.prefix(growthsMax))
    }
    return found
  }
}

extension InstructionEvidence.Growth {
  var change: Int64 { new - (old ?? 0) }
}

/// Judges the instructions of decodes and of the strategy's frames, old against new. They repeat whatever else the machine
/// does, so that two counts are compared and no statistics are needed.
struct InstructionJudge {
  /// Instructions of a decode or a frame that a row may gain whatever its share: about a nanosecond. What the compiler
  /// puts around a call moves by as many when other code changes, and a strategy that plans nothing executes some twenty.
  static let slack: Int128 = 4

  /// What is judged; a request's are printed elsewhere.
  static let kinds: [InstructionKind] = [.decode, .frame]

  let cell: GateEvidence.Cell
  let limit: Rational

  func rows() -> [GateRow] {
    guard let evidence = cell.instructions else { return [] }
    // Another trace or library: the exact rows say it.
    if !evidence.isSideBySide, cell.baseline?.differences(from: cell.record).isEmpty != true { return [] }
    return InstructionJudge.kinds.compactMap { kind in evidence.new.part(kind).map { row(kind, $0, evidence) } }
  }

  private func row(_ kind: InstructionKind, _ new: InstructionCount.Part, _ evidence: InstructionEvidence) -> GateRow {
    func row(_ old: InstructionCount.Part?, _ verdict: GateVerdict, _ change: String, _ detail: String) -> GateRow {
      GateRow(
        cell: cell.name, kind: .instructions, metric: InstructionJudge.metric(kind, evidence.new),
        old: old.map(\.text) ?? "", new: new.text, change: change,
        limit: LatencyText.share(limit.double), verdict: verdict, detail: detail)
    }
    guard let before = evidence.old, let old = before.part(kind) else {
      let lack = "\(cell.baselinePath) has none: this stores it, and --instructions none leaves instructions out:"
      return row(
        nil, .notComparable, "",
        evidence.isSideBySide
          ? "the old program counted none: --instructions none leaves instructions out"
          : "\(lack)\n\(cell.baselineCommand("accept"))")
    }
    let differences = before.surroundings.differences(
      from: evidence.new.surroundings, isSideBySide: evidence.isSideBySide)
    if !differences.isEmpty {
      let cure =
        evidence.isSideBySide
        ? "take a base that is built and run as this program is" : "record anew:\n\(cell.baselineCommand("accept"))"
      return row(old, .notComparable, "", "\(differences.joined(separator: "; ")): \(cure)")
    }
    if kind == .decode && before.slice != evidence.new.slice {
      return row(old, .notComparable, "", "other photos or scales were decoded: \(cell.baselineCommand("accept"))")
    }
    let (verdict, change) = verdict(old, new)
    var detail =
      "instructions of \(NumberText.count(Int(new.units), kind.rawValue)), counted by \(evidence.new.way.rawValue)"
    if verdict == .regressed, let grown = evidence.growths[kind], !grown.isEmpty {
      detail +=
        "; with all that they call, these grew most:\n" + grown.map(InstructionJudge.line).joined(separator: "\n")
    }
    return row(old, verdict, change, detail)
  }

  private func verdict(_ old: InstructionCount.Part, _ new: InstructionCount.Part) -> (GateVerdict, String) {
    /// With so many instructions more in each unit.
    func mean(_ part: InstructionCount.Part, plus more: Int128 = 0) -> ExactNumber {
      ExactNumber(Int128(part.sum) + more * Int128(part.units), Int128(part.units))
    }
    let (before, now, slack) = (mean(old), mean(new), InstructionJudge.slack)
    let tooMuch = ExactNumber(Int128(limit.numerator) + Int128(limit.denominator), Int128(limit.denominator))
    if before == now { return (.ok, "=") }
    let change = old.sum > 0 && new.sum > 0 ? LatencyText.change(Double.log(new.mean / old.mean)) : ""
    if now > before * tooMuch && now > mean(old, plus: slack) { return (.regressed, change) }
    if now * tooMuch < before && mean(new, plus: slack) < before { return (.improved, change) }
    return (.ok, change)
  }

  /// `decode-instructions (callgrind)`.
  static func metric(_ kind: InstructionKind, _ count: InstructionCount) -> String {
    "\(kind.rawValue)-instructions (\(count.way.rawValue))"
  }

  private static func line(_ growth: InstructionEvidence.Growth) -> String {
    let old = growth.old.map { NumberText.grouped($0) } ?? "few"
    return "\(old) -> \(NumberText.grouped(growth.new)) \(growth.name)"
  }
}
