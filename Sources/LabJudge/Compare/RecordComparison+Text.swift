import LabRecords

extension RecordComparison {
  /// The comparison for a terminal.
  public var text: String {
    let tables = grids.map {
      ReportPart.lines(($0.title.map { $0 + "\n" } ?? "") + $0.grid.text(width: ReportPart.width))
    }
    return ([.wrapped(headLines)] + tables + [.wrapped(legendLines)]).text
  }

  /// The comparison for a pull request or a document.
  public var markdown: String {
    let tables = grids.flatMap { title, grid in (title.map { [.title($0)] } ?? []) + [ReportPart.table(grid.full)] }
    return (headLines.map { .paragraph($0) } + tables + legendLines.map { .paragraph($0) }).markdown
  }

  private var headLines: [String] {
    var lines = ["\(NumberText.count(recordCount, "record")), by \(columnName)"]
    let shared = common.filter { !isImplied($0.value, of: $0.name) }
    if !shared.isEmpty { lines.append("common: " + shared.map { "\($0.name) \($0.value)" }.joined(separator: "; ")) }
    for (name, values) in differing {
      let sides = zip(shortColumns, values).map { "\($1) (\($0))" }.joined(separator: ", ")
      lines.append("differs: \(name): \(columns.count == 1 ? values[0] : sides)")
    }
    return lines
  }

  private func isImplied(_ value: String, of name: String) -> Bool {
    RunSetting.recorded.first { $0.name == name }?.isImplied(value)
      ?? (value == (name == "memory" ? "resident" : "unknown"))
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
        "mixed: counted figures differ within a case, so its records are of several versions: compare their files")
    }
    if verdicts.contains(.tooFew) || measured > 0, differing.contains(where: { $0.name == "machine" }) {
      lines.append("the sides were measured on different machines: their milliseconds cannot be compared")
    }
    return lines
  }

  /// The titles of columns in tables: for files their strategies if these differ, else `shortColumns`.
  private var columnTitles: [String] {
    // If a side has several strategies, rows name them, and `differing` does not.
    let strategies = differing.first { $0.name == "strategy" }?.values ?? []
    return columnName == "file" && Set(strategies).count == columns.count ? strategies : shortColumns
  }

  /// The titles of columns; for files the last parts of their paths if these differ.
  var shortColumns: [String] {
    guard columnName == "file" else { return columns }
    let names = columns.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return Set(names).count == names.count ? names : columns
  }

  private var grids: [(title: String?, grid: ComparisonGrid)] {
    func grid(_ rowTitle: String, _ rows: [ComparisonGrid.Row]) -> ComparisonGrid {
      ComparisonGrid(rowTitle: rowTitle, columnTitle: columnName, columns: columnTitles, rows: rows)
    }
    // A row a figure, for records of one configuration a side.
    if rows.count == 1 { return [(nil, grid("figure", sheets.map { ($0.column.id, cells($0, row: 0)) }))] }
    return sheets.map { sheet in
      let (id, better) = (sheet.column.id, sheet.column.better)
      let own = rows.indices.map { (title: rows[$0], cells: cells(sheet, row: $0)) }
      return (
        better == .neither ? id : "\(id) (\(better.rawValue) is better)",
        grid(rowNames.joined(separator: ", "), own + summaries(of: sheet))
      )
    }
  }

  private func summaries(of sheet: Sheet) -> [ComparisonGrid.Row] {
    let unit = sheet.column.unit
    return sets.compactMap { set in
      guard let summary = sheet.summary(of: set.traces) else { return nil }
      let cells = columns.indices.map { column -> ComparisonGrid.Cell in
        let value = summary.values[column].map { unit.text($0, decimals: 2) } ?? "-"
        guard column > 0, let old = summary.values[0], let new = summary.values[column] else { return (value, "") }
        return (value, old == new ? "~" : FigureChange.difference(old, new, unit))
      }
      return (sets.count > 1 ? "\(summary.label), \(set.name)" : summary.label, cells)
    }
  }

  private func cells(_ sheet: Sheet, row: Int) -> [ComparisonGrid.Cell] {
    let decimals = sheet.column.unit.decimals(for: sheet.figures[row].compactMap { $0?.value })
    return columns.indices.map { column in
      (
        sheet.figures[row][column]?.text(decimals: decimals) ?? "-",
        sheet.change(row: row, column: column)?.text ?? ""
      )
    }
  }
}

/// The cells of a table of a comparison, laid out for a terminal. A table that is too wide becomes several in which
/// columns are rows.
struct ComparisonGrid {
  /// A figure, and its change from the first column; empty if there is none to compare with.
  typealias Cell = (value: String, change: String)
  typealias Row = (title: String, cells: [Cell])

  let rowTitle: String
  let columnTitle: String
  let columns: [String]
  let rows: [Row]

  var full: TextTable {
    let changeTitle = columns.count > 2 ? "against the first" : "change"
    return table(rowTitle, columns.indices.map { (columns[$0], $0 > 0 ? [changeTitle] : nil) }, rows)
  }

  /// Returns the table for a terminal, no wider than `width` if the cells allow it.
  func text(width: Int) -> String {
    let text = full.text(width: width)
    return ComparisonGrid.width(of: text) <= width || columns.count <= 2
      ? text : parts(width).joined(separator: "\n")
  }

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

  private func transposed(_ chosen: [Int]) -> TextTable {
    table(
      columnTitle, chosen.map { (rows[$0].title, ["against", "the first"]) },
      columns.indices.map { column in (columns[column], chosen.map { rows[$0].cells[column] }) })
  }

  /// - Parameter heads: The heads of the columns of values, each with that of a following column of changes, if any.
  private func table(
    _ corner: String, _ heads: [(title: String, change: [String]?)], _ lines: [Row]
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
