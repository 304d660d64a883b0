import LabRecords

/// Judges the counted metrics of a cell, old against new, in exact numbers; only texts use floating point.
struct ExactJudge {
  let cell: GateEvidence.Cell
  let limits: GateLimits

  func rows() -> [GateRow] {
    let new = ExactFigure.all { cell.record.metric(named: $0) }
    guard let baseline = cell.baseline else {
      // Without old values only caps can be judged.
      let capped = new.filter { limit(of: $0).hard != nil }.map { judge(nil, $0) }
      if !capped.isEmpty { return capped }
      return [notComparable("there is no \(cell.baselinePath): this makes it\n\(cell.baselineCommand("record"))")]
    }
    let differences = baseline.differences(from: cell.record).settings
    if !differences.isEmpty {
      let lines = differences + ["this makes the new one the baseline:", cell.baselineCommand("accept")]
      return [notComparable(lines.joined(separator: "\n"))]
    }
    let lacking = baseline.missingCounts
    if !lacking.isEmpty {
      let counts = "count\(lacking.count == 1 ? "" : "s") \(GateReport.list(lacking))"
      let cure = "restore the file, or make the present numbers the baseline:\n\(cell.baselineCommand("accept"))"
      return [notComparable("\(cell.baselinePath) lacks the \(counts), which this run has: \(cure)")]
    }
    let old = ExactFigure.all { baseline.metric(named: $0) }
    return (new + old).map(\.name).unique.map { name in
      judge(old.first { $0.name == name }, new.first { $0.name == name })
    }
  }

  private func limit(of figure: ExactFigure) -> GateLimit { limits.limit(figure.name, cell: cell.name) }

  private func notComparable(_ detail: String) -> GateRow {
    GateRow(cell: cell.name, kind: .exact, metric: "baseline", verdict: .notComparable, detail: detail)
  }

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
    return row(old, new, .notComparable, "\(reason): \(cure)")
  }

  /// Returns the frames of the old peak and the new one; empty for other figures.
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
