import CacheLab
import LabBase
import LabRecords

/// The same fingers in two scroll views, side by side: the recorded trace and what the physics of iOS makes of it.
struct PhysicsTable {
  let matrix: ReportMatrix
  let oneWay: String
  let physics: String

  /// `fastscroll`, load 0.75, worst second 1.93
  private func load(_ trace: String) -> String {
    guard let record = matrix.records(on: trace).first, let load = record.metric(.load)?.number,
      let worst = record.metric(.loadWorstSecond)?.number
    else { return "" }
    return "load \(NumberText.fixed(load, decimals: 2)), worst second \(NumberText.fixed(worst, decimals: 2))"
  }

  private static let columns: [(title: String, column: Column)] = [
    ("ready", Column(.warmHitRate)), ("blank", Column(.warmBlankRatio)), ("MB", Column(.peakBitmapBytes)),
  ]

  /// Those that ran on both.
  private var strategies: [String] {
    matrix.strategies.filter { name in [oneWay, physics].allSatisfy { matrix.record(name, $0) != nil } }
  }

  private func cells(_ strategy: String) -> [String] {
    [oneWay, physics].flatMap { trace in
      PhysicsTable.columns.map { $0.column.text(matrix.record(strategy, trace).flatMap($0.column.number)) }
    }
  }

  var html: String {
    let groups = [oneWay, physics].map { trace in
      "<th scope=\"colgroup\" colspan=\"3\" class=\"group\"><b>\(HTMLText.escaped(trace))</b><br>"
        + "\(HTMLText.escaped(load(trace)).replacing(", ", with: "<br>"))</th>"
    }
    let titles = [0, 1].flatMap { _ in PhysicsTable.columns.map { "<th scope=\"col\">\($0.title)</th>" } }
    let head = "<tr><td></td>\(groups.joined())</tr>\n<tr><th scope=\"col\">strategy</th>\(titles.joined())</tr>"
    let rows = strategies.map { name in
      [PageTable.Cell(text: name, isNumber: false)] + cells(name).map { PageTable.Cell(text: $0) }
    }
    return PageTable.html(label: "\(oneWay) beside \(physics)", head: head, rows: rows)
  }

  var text: TextTable {
    let titles = ["", "ios "].flatMap { which in PhysicsTable.columns.map { which + $0.title } }
    return TextTable(
      strategies,
      [.words("strategy") { $0 }]
        + titles.enumerated().map { place, title in .numbers(title) { cells($0)[place] } })
  }

  /// What stands above the table in Markdown.
  var title: String { "\(oneWay) (\(load(oneWay))) beside \(physics) (\(load(physics)))" }

  static let legend =
    "A strategy that is tried on one scroll view alone is tuned to it and not to people: the recorded fling and what an "
    + "iPhone's published physics makes of the same strokes. Load: what the requests cost over what the workers can "
    + "decode; in a worst second above 1 nobody can have everything ready. MB: peak of bitmap memory."
}
