public import CacheLab
import LabBase
public import LabRecords
import StrategyKit

/// Judges the counted metrics of a cell, old against new: in exact numbers; floating point is for texts alone.
struct ExactJudge {
  let cell: GateEvidence.Cell
  let limits: GateLimits

  func rows() -> [GateRow] {
    let new = ExactFigure.all { cell.record.metric(named: $0) }
    guard let baseline = cell.baseline else { return budgetRows(new) }
    let differences = baseline.differences(from: cell.record)
    if !differences.isEmpty {
      let lines = differences + ["this makes the new one the baseline:", cell.baselineCommand("accept")]
      return [notComparable(lines.joined(separator: "\n"))]
    }
    if !baseline.missingCounts.isEmpty { return [lacks(baseline.missingCounts, "count")] }
    let old = ExactFigure.all { baseline.metric(named: $0) }
    var lacking: [String] = []
    let rows = new.compactMap { figure -> GateRow? in
      if let before = old.first(where: { $0.name == figure.name }) {
        return judge(before, figure)
      }
      let limit = limits.limit(figure.name, cell: cell.name)
      // A cap alone is judged by the run itself.
      if limit.soft != nil { lacking.append(figure.name) }
      return budgetRow(figure) ?? (limit.isAny ? row(figure, old: nil, verdict: .notGated) : nil)
    }
    return (lacking.isEmpty ? [] : [lacks(lacking, "metric")]) + rows + missing(old, new)
  }

  /// A baseline that gates less than the run has.
  private func lacks(_ names: [String], _ kind: String) -> GateRow {
    notComparable(
      "\(cell.baselinePath) lacks the \(kind)\(names.count == 1 ? "" : "s") \(GateReport.list(names)), which this run has: "
        + "restore the file, or make the present numbers the baseline:\n\(cell.baselineCommand("accept"))")
  }

  /// Why the run cannot be judged by its baseline: never green.
  private func notComparable(_ detail: String) -> GateRow {
    GateRow(cell: cell.name, kind: .exact, metric: "baseline", verdict: .notComparable, detail: detail)
  }

  /// Without a baseline only budgets can be judged.
  private func budgetRows(_ new: [ExactFigure]) -> [GateRow] {
    let judged = new.compactMap { budgetRow($0) }
    if !judged.isEmpty { return judged }
    return [notComparable("there is no \(cell.baselinePath): this makes it\n\(cell.baselineCommand("record"))")]
  }

  /// It against its cap; nil where it has none.
  private func budgetRow(_ figure: ExactFigure) -> GateRow? {
    limits.limit(figure.name, cell: cell.name).hard.map { hard in
      row(figure, old: nil, verdict: passes(figure, hard) ? .ok : .regressed, detail: explanation(figure))
    }
  }

  private func missing(_ old: [ExactFigure], _ new: [ExactFigure]) -> [GateRow] {
    old.filter { before in !new.contains { $0.name == before.name } }.map { before in
      GateRow(
        cell: cell.name, kind: .exact, metric: before.name, old: before.text(decimals: 1), limit: "=",
        verdict: .notComparable, detail: "the run has no such metric")
    }
  }

  private func judge(_ old: ExactFigure, _ new: ExactFigure) -> GateRow {
    let limit = limits.limit(new.name, cell: cell.name)
    if let hard = limit.hard, !passes(new, hard) {
      return row(new, old: old, verdict: .regressed, detail: explanation(new))
    }
    if old.equals(new) { return row(new, old: old, verdict: .ok) }
    if limit.isAny { return row(new, old: old, verdict: .notGated) }
    if old.denominator == 0 || new.denominator == 0 {
      let side = old.denominator == 0 ? "the baseline's" : "this run's"
      return notCompared(old, new, "\(side) is a share of nothing, with 0 below")
    }
    // Strategies have no say in it: the program or the baseline is another.
    if new.name == Metric.requests.id { return notCompared(old, new, "the same trace asks for other cells") }
    if new.better == .neither { return row(new, old: old, verdict: .changed) }
    if !isWorse(old, new) { return row(new, old: old, verdict: .improved) }
    return isAllowed(old, new, limit.soft)
      ? row(new, old: old, verdict: .ok) : row(new, old: old, verdict: .regressed, detail: explanation(new))
  }

  /// Two values that say nothing of each other.
  private func notCompared(_ old: ExactFigure, _ new: ExactFigure, _ reason: String) -> GateRow {
    let cure = "if the run is right, this makes it the baseline:\n\(cell.baselineCommand("accept"))"
    return row(new, old: old, verdict: .notComparable, detail: "\(reason): \(cure)")
  }

  /// Whether the new value is worse by no more than a share of the old one; a cap alone lets it move below the cap.
  private func isAllowed(_ old: ExactFigure, _ new: ExactFigure, _ share: Rational?) -> Bool {
    guard let share else { return true }
    let (part, whole) = (Int128(share.numerator), Int128(share.denominator))
    let bound = old.exact * ExactNumber(new.better == .higher ? whole - part : whole + part, whole)
    return new.better == .higher ? new.exact >= bound : new.exact <= bound
  }

  private func isWorse(_ old: ExactFigure, _ new: ExactFigure) -> Bool {
    new.better == .higher ? new.exact < old.exact : new.exact > old.exact
  }

  private func passes(_ figure: ExactFigure, _ budget: ExactNumber) -> Bool {
    figure.better == .higher ? figure.exact >= budget : figure.exact <= budget
  }

  /// What of a failure can be said from the run itself.
  private func explanation(_ figure: ExactFigure) -> String {
    figure.name == "peak-bitmap-bytes" ? peak().joined(separator: "\n") : ""
  }

  private func peak() -> [String] {
    func text(_ value: MetricValue?) -> String? {
      guard case .parts(let parts)? = value else { return nil }
      func megabytes(_ key: String) -> String { NumberText.megabytes(Double(parts[key] ?? 0)) }
      return "frame \(parts["frame"] ?? 0) at \(NumberText.fixed(Double(parts["time-ns"] ?? 0) / 1e9, decimals: 2)) s: "
        + "displayed \(megabytes("displayed")), kept \(megabytes("kept")), in flight \(megabytes("in-flight")) MB"
    }
    let new = text(cell.record.metric(.peakBreakdown)).map { "new peak: \($0)" }
    let old = text(cell.baseline?.metric(named: Metric.peakBreakdown.id)).map { "old peak: \($0)" }
    return [new, old].compactMap { $0 }
  }

  private func row(_ new: ExactFigure, old: ExactFigure?, verdict: GateVerdict, detail: String = "") -> GateRow {
    // As many decimals as it takes to tell the two apart.
    let decimals = (1...6).first { old == nil || old!.equals(new) || old!.text(decimals: $0) != new.text(decimals: $0) }
    return GateRow(
      cell: cell.name, kind: .exact, metric: new.name, old: old?.text(decimals: decimals ?? 6) ?? "",
      new: new.text(decimals: decimals ?? 6), change: old.map { change($0, new) } ?? "",
      limit: limits.limit(new.name, cell: cell.name).text, verdict: verdict, detail: detail,
      growth: old.map { new.growth(from: $0) } ?? 0)
  }

  private func change(_ old: ExactFigure, _ new: ExactFigure) -> String {
    if old.equals(new) { return "=" }
    if old.denominator == 0 || new.denominator == 0 { return "" }
    return new.unit.difference(from: old.value, to: new.value)
  }
}

extension Metric.Unit {
  /// Points of a share; else what it is of the old value; else the plain difference.
  func difference(from old: Double, to new: Double) -> String {
    let difference = new - old
    let sign = difference > 0 ? "+" : ""
    if self == .ratio {
      return sign + NumberText.fixed(difference * 100, decimals: difference.magnitude < 0.001 ? 4 : 2) + " pt"
    }
    if self == .count && old.rounded() == old && new.rounded() == new && difference.magnitude < 1e15 {
      return sign + NumberText.grouped(difference)
    }
    guard old != 0 else { return sign + text(difference, decimals: 2) }
    let share = difference / old * 100
    return sign + NumberText.fixed(share, decimals: share.magnitude < 0.1 ? 3 : 1) + "%"
  }
}

/// One exact number of a run: a count, a fraction, or a number of a distribution.
public struct ExactFigure: Hashable, Sendable {
  public let column: Column
  public let numerator: Int128
  /// Positive, or 0 for a share of nothing.
  public let denominator: Int128

  /// Nil where the value has no such number.
  init?(_ column: Column, _ value: MetricValue?) {
    guard let exact = column.exact(value) else { return nil }
    self.column = column
    (numerator, denominator) = exact
  }

  /// The figures of all deterministic metrics, in the catalog's order; metrics of several named parts have none.
  ///
  /// - Parameter metrics: a metric's value by its id.
  public static func all(_ metrics: (String) -> MetricValue?) -> [ExactFigure] {
    Metric.all(.deterministic).flatMap { metric in
      let value = metrics(metric.id)
      return Column.all(of: metric, value).filter { !$0.isNamed }.compactMap { ExactFigure($0, value) }
    }
  }

  /// The column's id: `time-to-image-p95`.
  public var name: String { column.id }
  public var unit: Metric.Unit { column.unit }
  public var better: Metric.Direction { column.better }

  /// For people and statistics; verdicts take `exact`.
  public var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }

  /// The number itself; 0 for a share of nothing.
  public var exact: ExactNumber { ExactNumber(numerator, denominator) }

  /// The share by which it is worse than `old`, for people; below 0 where it is better.
  func growth(from old: ExactFigure) -> Double {
    let difference = better == .higher ? old.value - value : value - old.value
    return difference == 0 ? 0 : difference / max(old.value.magnitude, .leastNormalMagnitude)
  }

  /// Exactly the same number.
  public func equals(_ other: ExactFigure) -> Bool {
    if denominator == 0 || other.denominator == 0 { return denominator == other.denominator }
    return exact == other.exact
  }

  /// For people: in the metric's unit, with as many decimals as ask for.
  func text(decimals: Int) -> String {
    if denominator == 0 { return "-" }
    if unit == .count, denominator == 1, let count = Int64(exactly: numerator) { return NumberText.grouped(count) }
    return unit.text(value, decimals: unit == .perRequest ? max(2, decimals) : decimals)
  }
}
