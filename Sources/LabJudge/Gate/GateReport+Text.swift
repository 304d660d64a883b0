import LabBase
import LabRecords

extension GateReport {
  /// Verdicts that are always shown; rows that passed unchanged are only counted.
  private static let told: [GateVerdict] = [.regressed, .notComparable, .inconclusive, .improved]

  /// For a terminal.
  ///
  /// - Parameter showsAll: also the rows that passed unchanged.
  public func text(showsAll: Bool) -> String {
    let shown = rows.filter { showsAll || GateReport.told.contains($0.verdict) || $0.kind != .exact }
    var text = ""
    if !shown.isEmpty { text += GateReport.table(shown).text(width: 110) + "\n" }
    for row in shown where !row.detail.isEmpty && row.verdict != .ok && row.verdict != .notGated {
      text += detail(row)
    }
    for cell in failingCells {
      if let parting = partings[cell] { text += block("\(cell), both replays:", parting) }
      text += reproduce[cell].map { block("\(cell), to reproduce:", $0) } ?? ""
    }
    for cell in failingCells { text += trade(cell).map { block("\(cell), a trade:", $0) } ?? "" }
    for cell in improvedCells {
      text += accept[cell].map { block("\(cell), to keep what improved:", $0) } ?? ""
    }
    for sentence in sentences { text += "\(sentence)\n" }
    return text + summary + "\n"
  }

  static func table(_ rows: [GateRow]) -> TextTable {
    let columns: [TableColumn<GateRow>] = [
      .words("case", text: \.cell), .words("metric", text: \.metric), .numbers("base", text: \.old),
      .numbers("head", text: \.new), .numbers("change", text: \.change), .numbers("limit", text: \.limit),
      .words("verdict", text: \.verdict.rawValue),
    ]
    return TextTable(rows, columns)
  }

  /// What was not judged, and why.
  var sentences: [String] {
    var sentences: [String] = []
    if !instructionsLack.isEmpty { sentences.append("Instructions were not counted: \(instructionsLack).") }
    if isUntimed {
      sentences.append("Decode times were not judged: name an old binary to compare with, by --base or --base-ref.")
    }
    sentences += unusedLimits.map { "There are limits of \"\($0)\", and no such case was judged: is its name right?" }
    if let unfit { sentences.append("The machine is unfit to measure: \(unfit).") }
    return sentences
  }

  /// One sentence with the counts of every verdict.
  public var summary: String {
    let counts = GateVerdict.allCases.compactMap { verdict -> String? in
      let count = rows(verdict).count
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return "gate: " + ((judgesNothing ? ["nothing to judge"] : []) + counts).joined(separator: ", ")
  }

  private func detail(_ row: GateRow) -> String { block("\(row.cell), \(row.metric):", row.detail) }

  /// A title with lines below it. Commands are not broken: they are there to be pasted.
  private func block(_ title: String, _ text: String) -> String {
    let programs = Set(reproduce.values.map { $0.prefix { $0 != " " } + " " })
    let lines = text.split(separator: "\n").flatMap { line in
      programs.contains { line.hasPrefix($0) } ? [String(line)] : String(line).wrapped(width: 106)
    }
    return "\(title)\n" + lines.map { "    \($0)\n" }.joined()
  }

  /// Cells with a row that improved and none that fails, in order: their new numbers are fit to be a baseline.
  var improvedCells: [String] { cells { $0 == .improved }.filter { !failingCells.contains($0) } }

  /// Cells with a row that fails, in order.
  var failingCells: [String] { cells { $0 == .regressed || $0 == .notComparable } }

  private func cells(_ isMeant: (GateVerdict) -> Bool) -> [String] {
    rows.filter { isMeant($0.verdict) }.map(\.cell).unique
  }
}
