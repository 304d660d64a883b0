/// Judges the counted metrics of a cell, old against new, in exact numbers; only texts use floating point.
struct ExactJudge {
  let cell: GateCell
  let limits: GateLimits

  func rows() -> [GateRow] {
    let new = ExactFigure.all { cell.record.metric(named: $0) }
    // Without old values only caps can be judged.
    let capped = cell.baseline == nil ? new.filter { limit(of: $0).hard != nil }.map { judge(nil, $0) } : []
    if !capped.isEmpty { return capped }
    if let reason = incomparability {
      return [GateRow(cell: cell.name, kind: .exact, metric: "baseline", verdict: .notComparable, detail: reason)]
    }
    let old = ExactFigure.all { cell.baseline?.metric(named: $0) }
    return (new + old).map(\.name).unique.map { name in
      judge(old.first { $0.name == name }, new.first { $0.name == name })
    }
  }

  private var incomparability: String? {
    guard let baseline = cell.baseline else {
      return "there is no \(cell.baselinePath): this makes it\n\(cell.baselineCommand("record"))"
    }
    let (accept, lacking) = (cell.baselineCommand("accept"), baseline.missingCounts)
    if let differences = cell.differences?.settings, !differences.isEmpty {
      return (differences + ["this makes the new one the baseline:", accept]).joined(separator: "\n")
    }
    if lacking.isEmpty { return nil }
    let counts = "count\(lacking.count == 1 ? "" : "s") \(GateReport.list(lacking))"
    return "\(cell.baselinePath) lacks the \(counts), which this run has; "
      + "restore the file, or make the present numbers the baseline:\n\(accept)"
  }

  private func limit(of figure: ExactFigure) -> GateLimit { limits.limit(figure.name, cell: cell.name) }

  private func judge(_ old: ExactFigure?, _ new: ExactFigure?) -> GateRow {
    guard let new else { return row(old, nil, .notComparable, "the run has no such metric") }
    let limit = limit(of: new)
    if let cap = limit.hard, isWorse(new, than: cap) { return row(old, new, .regressed, peak(new)) }
    guard let old else {
      if limit.isAny { return row(nil, new, .notGated) }
      return limit.soft == nil || cell.baseline == nil
        ? row(nil, new, .ok) : notCompared(nil, new, "the baseline has no such metric")
    }
    if old.isEqual(to: new) { return row(old, new, .ok) }
    if limit.isAny { return row(old, new, .notGated) }
    if old.isOfNothing || new.isOfNothing {
      let side = old.isOfNothing ? "the baseline's" : "this run's"
      return notCompared(old, new, "\(side) is a share of nothing, with 0 below")
    }
    // No strategy affects the requests: the program or the baseline is another.
    if new.name == Metric.requests.id { return notCompared(old, new, "the same trace asks for other cells") }
    if new.better == .neither { return row(old, new, .changed) }
    if !isWorse(new, than: old.exact) { return row(old, new, .improved) }
    // With only a cap, any value below it passes.
    guard let share = limit.soft else { return row(old, new, .ok) }
    let (part, whole) = (Int128(share.numerator), Int128(share.denominator))
    let bound = old.exact * ExactNumber(new.better == .higher ? whole - part : whole + part, whole)
    return isWorse(new, than: bound) ? row(old, new, .regressed, peak(new)) : row(old, new, .ok)
  }

  private func isWorse(_ figure: ExactFigure, than bound: ExactNumber) -> Bool {
    figure.better == .higher ? figure.exact < bound : figure.exact > bound
  }

  private func notCompared(_ old: ExactFigure?, _ new: ExactFigure, _ reason: String) -> GateRow {
    let cure = "if the run is right, this makes it the baseline:\n\(cell.baselineCommand("accept"))"
    return row(old, new, .notComparable, "\(reason); \(cure)")
  }

  private func peak(_ figure: ExactFigure) -> String {
    if figure.name != "peak-bitmap-bytes" { return "" }
    let id = Metric.peakBreakdown.id
    let values = [("new", cell.record.metric(named: id)), ("old", cell.baseline?.metric(named: id))]
    return values.compactMap { name, value -> String? in
      guard case .parts(let parts)? = value else { return nil }
      func megabytes(_ key: String) -> String { NumberText.megabytes(Double(parts[key] ?? 0)) }
      let seconds = NumberText.fixed(Double(parts["time-ns"] ?? 0) / 1e9, decimals: 2)
      return "\(name) peak: frame \(parts["frame"] ?? 0) at \(seconds) s: displayed \(megabytes("displayed")), "
        + "kept \(megabytes("kept")), in flight \(megabytes("in-flight")) MB"
    }.joined(separator: "\n")
  }

  private func row(_ old: ExactFigure?, _ new: ExactFigure?, _ verdict: GateVerdict, _ detail: String = "") -> GateRow {
    let pair = old.flatMap { old in new.map { (old: old, new: $0) } }
    var (change, decimals) = ("", 1)
    if let (old, new) = pair, old.isEqual(to: new) {
      change = "="
    } else if let (old, new) = pair {
      // Enough decimals to tell the two apart.
      while decimals < 6 && old.text(decimals: decimals) == new.text(decimals: decimals) { decimals += 1 }
      if !old.isOfNothing && !new.isOfNothing { change = new.unit.difference(from: old.value, to: new.value) }
    }
    return GateRow(
      cell: cell.name, kind: .exact, metric: new?.name ?? old?.name ?? "", old: old?.text(decimals: decimals) ?? "",
      new: new?.text(decimals: decimals) ?? "", change: change, limit: new.map { limit(of: $0).text } ?? "=",
      verdict: verdict, detail: detail, figures: pair)
  }
}

/// An exact number of a run: a count, a fraction, or a number of a distribution.
public struct ExactFigure: Sendable {
  public let column: Column
  /// The value; 0 for a share of nothing, whose denominator is 0.
  public let exact: ExactNumber
  let isOfNothing: Bool

  init?(_ column: Column, _ value: MetricValue?) {
    guard let (numerator, denominator) = column.exact(value) else { return nil }
    self.column = column
    (exact, isOfNothing) = (ExactNumber(numerator, denominator), denominator == 0)
  }

  /// Returns the figures of all deterministic metrics in the catalog's order; metrics with named parts have none.
  ///
  /// - Parameter metrics: Returns a metric's value by its id.
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

  /// The value for people and statistics; verdicts use `exact`.
  public var value: Double { exact.value }

  /// Returns whether two figures are exactly the same number.
  public func isEqual(to other: ExactFigure) -> Bool { isOfNothing == other.isOfNothing && exact == other.exact }

  func text(decimals: Int) -> String {
    if isOfNothing { return "-" }
    if unit == .count, let count = exact.count { return NumberText.grouped(count) }
    return unit.text(value, decimals: unit == .perRequest ? max(2, decimals) : decimals)
  }
}

extension Metric.Unit {
  /// Returns the difference in points for a share, else as a percentage of the old value, else as it is.
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

/// A fraction of integers with an exact order: verdicts on counted metrics use no other numbers.
public struct ExactNumber: Comparable, Sendable {
  private let numerator: Int128
  private let denominator: Int128

  /// Creates a fraction; a share of nothing, whose denominator is 0, is 0.
  public init(_ numerator: Int128, _ denominator: Int128 = 1) {
    // The smallest integer has no opposite.
    let (above, below) = (max(numerator, -.max), max(denominator, -.max))
    self.numerator = below == 0 ? 0 : below < 0 ? -above : above
    self.denominator = below == 0 ? 1 : below < 0 ? -below : below
  }

  /// The value for people and statistics.
  public var value: Double { Double(numerator) / Double(denominator) }

  var count: Int64? { denominator == 1 ? Int64(exactly: numerator) : nil }

  /// Returns the product; beyond 127 bits it loses its lowest bits.
  public static func * (left: ExactNumber, right: ExactNumber) -> ExactNumber {
    var above = (left.numerator, right.numerator)
    var below = (left.denominator, right.denominator)
    while true {
      let (numerator, isTooMuch) = above.0.multipliedReportingOverflow(by: above.1)
      let (denominator, isTooFine) = below.0.multipliedReportingOverflow(by: below.1)
      if !isTooMuch && !isTooFine { return ExactNumber(numerator, max(1, denominator)) }
      (above, below) = (halved(above), halved(below))
    }
  }

  private static func halved(_ factors: (Int128, Int128)) -> (Int128, Int128) {
    factors.0.magnitude > factors.1.magnitude ? (factors.0 >> 1, factors.1) : (factors.0, factors.1 >> 1)
  }

  /// Returns whether two fractions have the same value.
  public static func == (left: ExactNumber, right: ExactNumber) -> Bool { !(left < right) && !(right < left) }

  public static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    let one = left.numerator.multipliedFullWidth(by: right.denominator)
    let other = right.numerator.multipliedFullWidth(by: left.denominator)
    return (one.high, one.low) < (other.high, other.low)
  }
}
