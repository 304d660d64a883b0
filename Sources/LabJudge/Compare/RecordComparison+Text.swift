import CacheLab
import LabRecords

extension RecordComparison {
  /// For a terminal.
  public var text: String {
    let tables = grids.map {
      ReportPart.lines(($0.title.map { $0 + "\n" } ?? "") + $0.grid.text(width: ReportPart.width))
    }
    return ([.wrapped(headLines)] + tables + [.wrapped(legendLines)]).text
  }

  /// For a pull request or a document.
  public var markdown: String {
    let tables = grids.flatMap { title, grid in (title.map { [.title($0)] } ?? []) + [ReportPart.table(grid.whole)] }
    return (headLines.map { .paragraph($0) } + tables + legendLines.map { .paragraph($0) }).markdown
  }

  private var headLines: [String] {
    var lines = ["\(NumberText.count(recordCount, "record")), by \(columnDimension.rawValue)"]
    let shared = common.filter { !$0.dimension.goesWithoutSaying($0.value) }
    if !shared.isEmpty {
      lines.append("common: " + shared.map { "\($0.dimension.rawValue) \($0.value)" }.joined(separator: "; "))
    }
    for (dimension, values) in differing {
      let sides = zip(shortColumns, values).map { "\($1) (\($0))" }.joined(separator: ", ")
      lines.append("differs: \(dimension.rawValue): \(columns.count == 1 ? values[0] : sides)")
    }
    return lines
  }

  private var legendLines: [String] {
    guard columns.count > 1 else { return [] }
    let changes = sheets.flatMap { sheet in
      rows.indices.flatMap { row in columns.indices.compactMap { sheet.change(row: row, column: $0) } }
    }
    let verdicts = Set(changes.map(\.verdict))
    let measured = changes.count { $0.probability != nil }
    var lines = ["~ no change; counted figures are compared by equality"]
    if measured > 0 {
      lines[0] +=
        ", measured ones by the rank-sum test of their records (p < \(FigureChange.level), each row by itself: of "
        + "\(measured) rows chance alone moves \(NumberText.fixed(Double(measured) * FigureChange.level, decimals: 1))); "
        + "± is the 95 % interval of a median"
    }
    if verdicts.contains(.tooFew) {
      lines.append(
        "? cannot be told: a measured difference needs \(FigureChange.countMin) records on each side (run again with "
          + "the same --out)")
    }
    if verdicts.contains(.mixed) {
      lines.append(
        "mixed: counted figures differ within a case, so its records are of several versions (--col revision)")
    }
    if verdicts.contains(.tooFew) || measured > 0, differing.contains(where: { $0.dimension == .machine }) {
      lines.append("the sides were measured on different machines: their milliseconds cannot be compared")
    }
    return lines
  }

  /// Columns' titles in tables: of files their strategies where these tell them apart, else as `shortColumns`.
  private var columnTitles: [String] {
    // A side of several strategies has them in its rows, and none is in what differs between sides.
    let strategies = differing.first { $0.dimension == .strategy }?.values ?? []
    return columnDimension == .file && Set(strategies).count == columns.count ? strategies : shortColumns
  }

  /// Columns' titles; of files the last part of the path where that tells them apart.
  var shortColumns: [String] {
    guard columnDimension == .file else { return columns }
    let names = columns.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return Set(names).count == names.count ? names : columns
  }

  private var grids: [(title: String?, grid: ComparisonGrid)] {
    if rows.count == 1 {
      // A row a figure, for records of one configuration a side.
      return [(nil, grid("figure", sheets.map { ($0.column.id, cells($0, row: 0)) }))]
    }
    let rowTitle = rowDimensions.map(\.rawValue).joined(separator: ", ")
    return sheets.map { (title(of: $0), grid(rowTitle, rows(of: $0) + summaries(of: $0))) }
  }

  private func title(of sheet: Sheet) -> String {
    sheet.column.better == .neither ? sheet.column.id : "\(sheet.column.id) (\(sheet.column.better.rawValue) is better)"
  }

  private func grid(_ rowTitle: String, _ rows: [ComparisonGrid.Row]) -> ComparisonGrid {
    ComparisonGrid(
      rowTitle: rowTitle, columnTitle: columnDimension.rawValue, columns: columnTitles, rows: rows)
  }

  /// A row a configuration.
  private func rows(of sheet: Sheet) -> [ComparisonGrid.Row] {
    rows.indices.map { (rows[$0], cells(sheet, row: $0)) }
  }

  /// A row a set.
  private func summaries(of sheet: Sheet) -> [ComparisonGrid.Row] {
    sets.compactMap { set -> ComparisonGrid.Row? in
      guard let summary = sheet.summary(of: set.traces) else { return nil }
      let cells = columns.indices.map { column -> ComparisonGrid.Cell in
        let value = summary.values[column].map { sheet.column.unit.text($0, decimals: 2) } ?? "-"
        guard column > 0, let old = summary.values[0], let new = summary.values[column] else {
          return .init(value: value)
        }
        return .init(value: value, change: old == new ? "~" : FigureChange.difference(old, new, sheet.column.unit))
      }
      return (sets.count > 1 ? "\(summary.label), \(set.name)" : summary.label, cells)
    }
  }

  /// Each against the first.
  private func cells(_ sheet: Sheet, row: Int) -> [ComparisonGrid.Cell] {
    let decimals = sheet.column.unit.decimals(for: sheet.figures[row].compactMap { $0?.value })
    return columns.indices.map { column in
      .init(
        value: sheet.figures[row][column]?.text(decimals: decimals) ?? "-",
        change: sheet.change(row: row, column: column)?.text ?? "")
    }
  }
}

/// The cells of one table of a comparison, laid out so that a terminal shows them.
///
/// Few columns stand as they are. What many strategies are held against each other in would be lines of hundreds of
/// letters: then a column becomes a row, in as many tables as it takes.
struct ComparisonGrid {
  struct Cell {
    var value: String
    /// Against the first column; empty where there is nothing to hold it against.
    var change = ""
  }

  typealias Row = (title: String, cells: [Cell])

  /// The dimensions of rows and columns.
  let rowTitle: String
  let columnTitle: String
  let columns: [String]
  let rows: [Row]

  /// All of it in one table.
  var whole: TextTable {
    let changeTitle = columns.count > 2 ? "against the first" : "change"
    return table(
      rowTitle, columns.indices.map { (columns[$0], $0 > 0 ? [changeTitle] : nil) }, rows)
  }

  /// For a terminal: no wider than `width` where the cells allow it.
  func text(width: Int) -> String {
    let whole = whole.text(width: width)
    return ComparisonGrid.width(of: whole) <= width || columns.count <= 2
      ? whole : parts(width).joined(separator: "\n")
  }

  /// Tables of as many rows, as columns, as fit, one at least.
  private func parts(_ width: Int) -> [String] {
    var texts: [String] = []
    var (chosen, text) = ([Int](), "")
    for index in rows.indices {
      let next = transposed(chosen + [index]).text(width: width)
      if chosen.isEmpty || ComparisonGrid.width(of: next) <= width {
        (chosen, text) = (chosen + [index], next)
      } else {
        texts.append(text)
        (chosen, text) = ([index], transposed([index]).text(width: width))
      }
    }
    return texts + [text]
  }

  private static func width(of text: String) -> Int { text.split(separator: "\n").map(\.count).max() ?? 0 }

  /// A row a column, its change against the first of them in the same row.
  private func transposed(_ chosen: [Int]) -> TextTable {
    table(
      columnTitle, chosen.map { (rows[$0].title, ["against", "the first"]) },
      columns.indices.map { column in (columns[column], chosen.map { rows[$0].cells[column] }) })
  }

  /// - Parameter heads: Of the columns of values; nil for those without one of changes behind them.
  private func table(
    _ corner: String, _ heads: [(title: String, change: [String]?)], _ lines: [(title: String, cells: [Cell])]
  ) -> TextTable {
    let columns = heads.flatMap { head -> [TextTable.Column] in
      [.init([head.title])] + (head.change.map { [.init($0, alignsRight: false)] } ?? [])
    }
    var table = TextTable(columns: [.init([corner], alignsRight: false)] + columns)
    for line in lines {
      table.append(
        [line.title] + zip(heads, line.cells).flatMap { $0.change == nil ? [$1.value] : [$1.value, $1.change] })
    }
    return table
  }
}
