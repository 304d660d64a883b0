import CacheLab
import LabBase
import LabRecords

/// Tables as a page writes them.
enum PageTable {
  /// A cell: its text, whether it is a number, and how long a bar stands behind it.
  struct Cell {
    var text: String
    var isNumber = true
    /// 0 to 1; nil for none.
    var bar: Double?
  }

  /// A table in a box that scrolls by itself where the screen is too narrow.
  ///
  /// - Parameters:
  ///   - label: what the table holds, for whoever does not see it.
  ///   - caption: markup above the table; empty for none.
  ///   - head: markup of the head's rows.
  ///   - lead: the row that stands out.
  ///   - labels: What the cells of a row are called, the name's left out: then a narrow screen shows each row as a list.
  static func html(
    label: String, caption: String = "", head: String, rows: [[Cell]], lead: Int? = nil, labels: [String] = []
  ) -> String {
    let body = rows.enumerated().map { index, row in
      "<tr\(index == lead ? " class=\"lead\"" : "")>"
        + row.enumerated().map { place, value in
          cell(value, isName: place == 0, label: place > 0 && place <= labels.count ? labels[place - 1] : nil)
        }.joined() + "</tr>\n"
    }
    return "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(HTMLText.escaped(label))\">"
      + "<table\(labels.isEmpty ? "" : " class=\"listed\"")>"
      + (caption.isEmpty ? "" : "<caption>\(caption)</caption>")
      + "\n<thead>\(head)</thead>\n<tbody>\n\(body.joined())</tbody></table></div>\n"
  }

  /// A text table of the terminal's as markup.
  static func html(_ table: TextTable, label: String) -> String {
    let head = table.columns.map { column in
      "<th scope=\"col\"\(column.alignsRight ? " class=\"num\"" : "")>"
        + column.title.map(HTMLText.escaped).joined(separator: "<br>") + "</th>"
    }
    let rows = table.rows.map { row in
      zip(row, table.columns).map { Cell(text: $0, isNumber: $1.alignsRight) }
    }
    return html(label: label, head: "<tr>\(head.joined())</tr>", rows: rows)
  }

  private static func cell(_ cell: Cell, isName: Bool, label: String?) -> String {
    if isName { return "<th scope=\"row\">\(HTMLText.escaped(cell.text))</th>" }
    var classes = cell.isNumber ? ["num"] : []
    var style = ""
    if let bar = cell.bar {
      classes.append("bar")
      style = " style=\"--v:\(NumberText.fixed(min(max(bar, 0), 1), decimals: 3))\""
    }
    let mark = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    let title = label.map { " data-label=\"\(HTMLText.escaped($0))\"" } ?? ""
    return "<td\(mark)\(style)\(title)>\(HTMLText.escaped(cell.text))</td>"
  }
}

/// Strategies over the traces of a set: a row each, the one that lacks least first.
struct OverviewTable {
  private struct Column {
    var title: [String]
    var isNumber = true
    /// Text and the number that a bar shows.
    var value: (String) -> (text: String, bar: Double?)
  }

  private let matrix: ReportMatrix
  private let columns: [Column]

  init(_ matrix: ReportMatrix) {
    typealias Figure = LabRecords.Column
    self.matrix = matrix
    func mean(_ figure: Figure) -> (String) -> (text: String, bar: Double?) {
      { name in
        let mean = matrix.mean(name, figure.number)
        return (figure.text(mean), figure.unit == .nanoseconds ? nil : mean)
      }
    }
    func worst(_ figure: Figure, hasBar: Bool = false) -> (String) -> (text: String, bar: Double?) {
      { name in
        let most = matrix.most(name, figure.number)?.value
        return (figure.text(most), hasBar ? most : nil)
      }
    }
    var columns = [
      Column(title: ["images ready", "mean"], value: mean(Figure(.warmHitRate))),
      Column(title: ["sharp", "mean"]) { name in
        let sharp = matrix.mean(name) { ReportMatrix.lacking($0).map { 1 - $0 } }
        return (NumberText.sharp(sharp), sharp)
      },
      Column(title: ["thumbnails", "mean"], value: mean(Figure(.warmSoftRatio))),
      Column(title: ["blank", "mean"], value: mean(Figure(.warmBlankRatio))),
      Column(title: [matrix.hasThumbnails ? "not sharp" : "blank", "worst trace"], isNumber: false) { name in
        let most = matrix.most(name, ReportMatrix.lacking)
        return (most.map { "\(NumberText.percent($0.value)) \($0.trace)" } ?? "-", nil)
      },
      Column(title: ["first screen", "sharp, mean ms"], value: mean(Figure(.firstScreenSharpTime))),
      Column(title: ["time to image", "p95, worst, ms"], value: worst(Figure(.warmTimeToImage, .p95))),
      Column(title: ["bitmaps", "peak, MB"], value: worst(Figure(.peakBitmapBytes), hasBar: true)),
      Column(title: ["decodes", "a request"], value: mean(Figure(.decodesPerRequest))),
    ]
    if !matrix.records.contains(where: { $0.metric(.firstScreenSharpTime)?.number != nil }) {
      columns.removeAll { $0.title[0] == "first screen" }
    }
    if !matrix.hasThumbnails { columns.removeAll { $0.title[0] == "thumbnails" } }
    if matrix.records.contains(where: { $0.metric(.peakRSS)?.number != nil }) {
      columns.append(Column(title: ["RSS", "peak, MB"], value: worst(Figure(.peakRSS))))
    }
    if matrix.compared.contains(where: { matrix.gapClosed($0) != nil }) {
      columns.append(Column(title: ["gap", "closed"]) { (NumberText.percent(matrix.gapClosed($0)), nil) })
    }
    columns.append(
      Column(title: ["drives", "Photos"], isNumber: false) { (OverviewTable.drives(matrix, $0), nil) })
    self.columns = columns
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
    let head = (["strategy"] + columns.map { $0.title.joined(separator: "\n") }).enumerated().map { index, title in
      let isNumber = index > 0 && columns[index - 1].isNumber
      let text = HTMLText.escaped(title).replacing("\n", with: "<br>")
      return "<th scope=\"col\"\(isNumber ? " class=\"num\"" : "")>\(text)</th>"
    }
    let values = matrix.compared.map { name in columns.map { $0.value(name) } }
    let tops = columns.indices.map { column in values.compactMap { $0[column].bar }.max() ?? 0 }
    let rows = zip(matrix.compared, values).map { name, row in
      [PageTable.Cell(text: name, isNumber: false)]
        + row.indices.map { column in
          let bar = row[column].bar.flatMap { tops[column] > 0 ? $0 / tops[column] : nil }
          return PageTable.Cell(text: row[column].text, isNumber: columns[column].isNumber, bar: bar)
        }
    }
    let lead = matrix.compared.firstIndex { $0 == matrix.best }
    return PageTable.html(
      label: "Strategies over \(matrix.commonWords)", head: "<tr>\(head.joined())</tr>", rows: rows,
      lead: lead,
      labels: columns.map { $0.title.joined(separator: " ") })
  }

  var text: TextTable {
    TextTable(
      matrix.compared,
      [.words("strategy") { $0 }]
        + columns.map { column in
          TableColumn(column.title, alignsRight: column.isNumber) { column.value($0).text }
        })
  }
}
