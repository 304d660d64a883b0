import LabBase

/// What a gate found, in one line, and in one more for each case.
extension GateReport {
  /// How the process ends, in a word.
  var outcome: String {
    switch exitCode(isStrict: isStrict) {
    case 0: "passed"
    case 3: "UNFIT"
    case 5: "NOT COMPARABLE"
    case 6: "INCONCLUSIVE"
    default: "FAILED"
    }
  }

  /// Metrics that are said first, and what people call them.
  private static let said: KeyValuePairs<String, String> = [
    "peak-bitmap-bytes": "peak", "noticed-waits": "noticed waits", "hit-rate": "hits",
    "decodes-per-request": "decodes a request",
  ]

  /// `peak 34.7 -> 36.8 MB (+5.9%) in 3 of 3 cases; hits +3.0 pt in 3 of 3 cases`; what did not move is left out.
  public var headline: String {
    let cells = Set(rows.map(\.cell)).count
    let moves = GateReport.moves(rows, of: cells)
    let apart = Set(rows(.notComparable).map(\.cell)).count
    let parts = moves + (apart > 0 ? ["\(NumberText.count(apart, "case")) cannot be compared"] : [])
    if !parts.isEmpty { return parts.joined(separator: "; ") }
    return rows.contains(where: \.hasMoved)
      ? "only figures beside the point moved" : "nothing moved in \(NumberText.count(cells, "case"))"
  }

  /// Each figure that moved, old and new: `hit-rate 84.2% -> 87.0% (+2.80 pt)`.
  public var moves: [String] {
    rows.filter(\.hasMoved).map { "\($0.metric) \($0.old) -> \($0.new)\($0.change.isEmpty ? "" : " (\($0.change))")" }
  }

  /// What people look at first, and beside it at most three others that regressed.
  private static func moves(_ rows: [GateRow], of cells: Int) -> [String] {
    let moved = rows.filter(\.hasMoved)
    var names = said.map(\.key).filter { name in moved.contains { $0.metric == name } }
    let others = moved.filter { $0.verdict == .regressed && !names.contains($0.metric) }
    names += others.sorted { $0.growth > $1.growth }.map(\.metric).unique.prefix(names.isEmpty ? 3 : 1)
    return names.compactMap { name in
      let all = moved.filter { $0.metric == name }
      // The case that it got worst in speaks for all.
      guard let worst = all.max(by: { $0.growth < $1.growth }) else { return nil }
      let word = said.first { $0.key == name }?.value ?? name
      return "\(word) \(worst.move)" + (cells > 1 ? " in \(all.count) of \(cells) cases" : "")
    }
  }

  /// A line for each case in which something moved or fails: how it came out, and its changed parameters.
  var caseLines: [String] {
    cases.compactMap { part in
      let rows = rows.filter { $0.cell == part.name }
      guard !part.parameters.isEmpty || rows.contains(where: { $0.hasMoved || $0.verdict.isOpenOrWorse }) else {
        return nil
      }
      let note = part.parameters.isEmpty ? [] : [part.parameters.joined(separator: ", ")]
      let moves = cases.count > 1 ? GateReport.moves(rows, of: 1) : []
      return "\(part.name): "
        + (note + moves + [GateReport.counts(rows).joined(separator: ", ")]).joined(separator: "; ")
    }
  }
}

extension GateRow {
  /// `34.7 -> 36.8 MB (+5.9%)`; of a share its points alone.
  var move: String {
    if change.hasSuffix(" pt") { return change }
    let unit = new.firstIndex(of: " ").map { new[$0...] } ?? ""
    let before = old.hasSuffix(unit) ? String(old.dropLast(unit.count)) : old
    return "\(before) -> \(new)" + (change.isEmpty ? "" : " (\(change))")
  }
}
