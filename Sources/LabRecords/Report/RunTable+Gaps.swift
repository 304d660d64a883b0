import LabBase

/// What each of many strategies closes of the gap between none and a clairvoyant.
extension RunTable {
  static var gapColumns: [TextTable.Column] { ["hits", "blank"].map { .init(["gap in", $0, "closed"]) } }

  static func gapCells(of record: RunRecord) -> [String] {
    ["hits", "blank"].map { axis in record.isYardstick ? "-" : NumberText.percent(record.gapClosed(axis)) }
  }

  /// The table for a terminal, the gap in columns of it where these fit its width, else in a table of its own below.
  static func tables(_ records: [RunRecord]) -> String {
    let wide = table(records, hasGaps: true).text()
    let isFitting = wide.split(separator: "\n").allSatisfy { $0.count <= width }
    let table = table(records, hasGaps: isFitting).text(width: width)
    let sharing = Conclusion.tabledShares(records)
    if isFitting || sharing.isEmpty { return table }
    var gaps = TextTable(columns: [.init(["strategy"], alignsRight: false)] + gapColumns)
    for record in sharing { gaps.append([record.strategy] + gapCells(of: record)) }
    return table + "\n" + gaps.text(width: width)
  }
}
