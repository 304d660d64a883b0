import CacheLab
import LabBase
import LabRecords

/// Tables as a page writes them.
enum PageTable {
  /// A text table of the terminal's as markup, in a box that scrolls by itself where the screen is too narrow.
  ///
  /// - Parameters:
  ///   - label: what the table holds, for whoever does not see it.
  ///   - head: markup of the head's rows; the columns' titles unless given.
  ///   - bars: Of each column the numbers that stand as bars behind its rows, the longest as long as its cell; with bars a
  ///     narrow screen shows each row as a list.
  ///   - lead: the row that stands out.
  static func html(
    _ table: TextTable, label: String, head: String? = nil, bars: [[Double?]] = [], lead: Int? = nil
  ) -> String {
    let tops = bars.map { $0.compactMap(\.self).max() ?? 0 }
    let body = table.rows.enumerated().map { index, row in
      let cells = row.indices.dropFirst().map { place in
        let bar = bars.isEmpty || tops[place] <= 0 ? nil : bars[place][index].map { $0 / tops[place] }
        return cell(row[place], table.columns[place], bar: bar, isListed: !bars.isEmpty)
      }
      return "<tr\(index == lead ? " class=\"lead\"" : "")><th scope=\"row\">\(HTMLText.escaped(row[0]))</th>"
        + "\(cells.joined())</tr>\n"
    }
    return "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(HTMLText.escaped(label))\">"
      + "<table\(bars.isEmpty ? "" : " class=\"listed\"")>\n<thead>\(head ?? self.head(table.columns))</thead>\n"
      + "<tbody>\n\(body.joined())</tbody></table></div>\n"
  }

  private static func head(_ columns: [TextTable.Column]) -> String {
    let cells = columns.map { column in
      "<th scope=\"col\"\(column.alignsRight ? " class=\"num\"" : "")>"
        + column.title.map(HTMLText.escaped).joined(separator: "<br>") + "</th>"
    }
    return "<tr>\(cells.joined())</tr>"
  }

  private static func cell(_ text: String, _ column: TextTable.Column, bar: Double?, isListed: Bool) -> String {
    let classes = (column.alignsRight ? ["num"] : []) + (bar == nil ? [] : ["bar"])
    let mark = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    let style = bar.map { " style=\"--v:\(NumberText.fixed(min(max($0, 0), 1), decimals: 3))\"" } ?? ""
    let title = isListed ? " data-label=\"\(HTMLText.escaped(column.title.joined(separator: " ")))\"" : ""
    return "<td\(mark)\(style)\(title)>\(HTMLText.escaped(text))</td>"
  }
}

/// Strategies over the traces of a set: a row each, the one that lacks least first.
struct OverviewTable {
  private let matrix: ReportMatrix
  private let columns: [TableColumn<String>]

  init(_ matrix: ReportMatrix) {
    self.matrix = matrix
    func mean(_ figure: Column, _ heading: String...) -> TableColumn<String> {
      func mean(_ name: String) -> Double? { matrix.mean(name, figure.number) }
      return TableColumn(heading, bar: { figure.unit == .nanoseconds ? nil : mean($0) }) { figure.text(mean($0)) }
    }
    func worst(_ figure: Column, _ heading: String..., hasBar: Bool = false) -> TableColumn<String> {
      func most(_ name: String) -> Double? { matrix.most(name, figure.number)?.value }
      return TableColumn(heading, bar: { hasBar ? most($0) : nil }) { figure.text(most($0)) }
    }
    func sharp(_ name: String) -> Double? { matrix.mean(name) { ReportMatrix.lacking($0).map { 1 - $0 } } }
    var columns: [TableColumn<String>] = [
      .words("strategy") { $0 }, mean(Column(.warmHitRate), "images ready", "mean"),
      TableColumn(["sharp", "mean"], bar: sharp) { NumberText.sharp(sharp($0)) },
    ]
    if matrix.hasThumbnails { columns.append(mean(Column(.warmSoftRatio), "thumbnails", "mean")) }
    columns += [
      mean(Column(.warmBlankRatio), "blank", "mean"),
      .words(matrix.hasThumbnails ? "not sharp" : "blank", "worst trace") { name in
        matrix.most(name, ReportMatrix.lacking).map { "\(NumberText.percent($0.value)) \($0.trace)" } ?? "-"
      },
    ]
    if matrix.records.contains(where: { $0.metric(.firstScreenSharpTime)?.number != nil }) {
      columns.append(mean(Column(.firstScreenSharpTime), "first screen", "sharp, mean ms"))
    }
    columns += [
      worst(Column(.warmTimeToImage, .p95), "time to image", "p95, worst, ms"),
      worst(Column(.peakBitmapBytes), "bitmaps", "peak, MB", hasBar: true),
      mean(Column(.decodesPerRequest), "decodes", "a request"),
    ]
    if matrix.records.contains(where: { $0.metric(.peakRSS)?.number != nil }) {
      columns.append(worst(Column(.peakRSS), "RSS", "peak, MB"))
    }
    if matrix.compared.contains(where: { matrix.gapClosed($0) != nil }) {
      columns.append(.numbers("gap", "closed") { NumberText.percent(matrix.gapClosed($0)) })
    }
    self.columns = columns + [.words("drives", "Photos") { OverviewTable.drives(matrix, $0) }]
  }

  private static func drives(_ matrix: ReportMatrix, _ name: String) -> String {
    guard let record = matrix.records.first(where: { $0.strategy == name }) else { return "" }
    if record.isYardstick { return "a yardstick, not to ship" }
    return record.configuration.drivesPhotos ? "yes" : "no"
  }

  /// What stands above it, where there are tables of other sets; nil elsewhere.
  var title: String? { matrix.set == nil ? nil : matrix.commonWords }

  /// What the columns mean.
  static let legend =
    "Means and worst are over the traces that all of these strategies ran on. Images ready: found when their cell "
    + "appeared. Sharp, thumbnails, blank: shares of the visible cell area over time that show their image, a thumbnail "
    + "alone, and nothing. All these leave out the first screen, which no strategy can have ready; how long it takes to be "
    + "sharp stands beside them. Decodes a request: decodes of images for each that a cell asks for. Peaks are the highest of any of these traces."

  var html: String {
    PageTable.html(
      text, label: "Strategies over \(matrix.commonWords)",
      bars: columns.map { column in matrix.compared.map { column.bar($0) } },
      lead: matrix.compared.firstIndex { $0 == matrix.best })
  }

  var text: TextTable { TextTable(matrix.compared, columns) }
}

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
    return PageTable.html(text, label: "\(oneWay) beside \(physics)", head: head)
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
