extension GateReport {
  /// Verdicts that are always shown; rows that passed unchanged are only counted.
  private static let told: [GateVerdict] = [.regressed, .notComparable, .inconclusive, .improved]

  /// For a terminal.
  ///
  /// - Parameter showsAll: also the rows that passed unchanged.
  public func text(showsAll: Bool) -> String {
    let shown = rows.filter { showsAll || GateReport.told.contains($0.verdict) || $0.kind != .exact }
    var text = ""
    if !shown.isEmpty {
      var table = TextTable(columns: [
        .init(["cell"], alignsRight: false), .init(["metric"], alignsRight: false), .init(["base"]), .init(["head"]),
        .init(["change"]), .init(["limit"]), .init(["verdict"], alignsRight: false),
      ])
      for row in shown {
        table.append([row.cell, row.metric, row.old, row.new, row.change, row.limit, row.verdict.rawValue])
      }
      text += table.text(width: 110) + "\n"
    }
    for row in shown where !row.detail.isEmpty && row.verdict != .ok { text += GateReport.detail(row) }
    for cell in failingCells { text += reproduce[cell].map { "reproduce \(cell): \($0)\n" } ?? "" }
    if let unfit { text += "The machine is unfit to measure: \(unfit).\n" }
    return text + summary + "\n"
  }

  /// One sentence with the counts of every verdict.
  public var summary: String {
    let counts = GateVerdict.allCases.compactMap { verdict -> String? in
      let count = rows(verdict).count
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return "gate: \(rows.isEmpty ? "nothing to judge" : counts.joined(separator: ", "))"
  }

  private static func detail(_ row: GateRow) -> String {
    let lines = row.detail.split(separator: "\n").flatMap { String($0).wrapped(width: 106) }
    return "\(row.cell), \(row.metric):\n" + lines.map { "    \($0)\n" }.joined()
  }

  /// Cells with a row that fails, in order.
  var failingCells: [String] {
    var cells: [String] = []
    for row in rows where row.verdict == .regressed || row.verdict == .notComparable {
      if !cells.contains(row.cell) { cells.append(row.cell) }
    }
    return cells
  }
}
