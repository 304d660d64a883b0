extension RecordComparison {
  /// The comparison for a terminal.
  public var text: String {
    let tables = tables.map { title, table in
      ReportPart.lines((title.map { $0 + "\n" } ?? "") + table.text(width: ReportPart.width))
    }
    return ([.wrapped(headLines)] + tables + [.wrapped(legendLines)]).text
  }

  /// The comparison for a pull request or a document.
  public var markdown: String {
    let tables = tables.flatMap { title, table in (title.map { [.title($0)] } ?? []) + [ReportPart.table(table)] }
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
    let changes = sheets.flatMap(\.changes)
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
        "? cannot be told: a measured difference needs \(MedianInterval.countMin) records on each side (run again with "
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

  private var tables: [(title: String?, table: TextTable)] {
    // A row a figure, for records of one configuration a side.
    if rows.count == 1, columns.count <= 2 {
      return [(nil, table("figure", sheets.map { (title: $0.column.id, sheet: $0, row: 0) }))]
    }
    return sheets.map { sheet in
      let (id, better) = (sheet.column.id, sheet.column.better)
      let title = better == .neither ? id : "\(id) (\(better.rawValue) is better)"
      if columns.count > 2 { return (title, list(sheet)) }
      let lines = rows.indices.map { (title: rows[$0], sheet: sheet, row: $0) }
      return (title, table(rowNames.joined(separator: ", "), lines))
    }
  }

  private func table(_ corner: String, _ lines: [(title: String, sheet: Sheet, row: Int)]) -> TextTable {
    typealias Line = (title: String, sheet: Sheet, row: Int)
    let values = columns.indices.map { column in
      TableColumn<Line>.numbers(columnTitles[column]) { figure($0.sheet, row: $0.row, column: column) }
    }
    let changes = TableColumn<Line>.words("change") { $0.sheet.change(row: $0.row, column: 1)?.text ?? "" }
    return TextTable(lines, [.words(corner) { $0.title }] + values + (columns.count > 1 ? [changes] : []))
  }

  private func list(_ sheet: Sheet) -> TextTable {
    typealias Line = (row: Int, column: Int)
    let lines = rows.indices.flatMap { row in
      columns.indices.filter { sheet.figures[row][$0] != nil }.map { (row: row, column: $0) }
    }
    let names: [TableColumn<Line>] =
      rows.count == 1 ? [] : [.words(rowNames.joined(separator: ", ")) { rows[$0.row] }]
    let figures: [TableColumn<Line>] = [
      .words(columnName) { columnTitles[$0.column] },
      .numbers("figure") { figure(sheet, row: $0.row, column: $0.column) },
      .words("against the first") { sheet.change(row: $0.row, column: $0.column)?.text ?? "" },
    ]
    return TextTable(lines, names + figures)
  }

  private func figure(_ sheet: Sheet, row: Int, column: Int) -> String {
    let decimals = sheet.column.unit.decimals(for: sheet.figures[row].compactMap { $0?.value })
    return sheet.figures[row][column]?.text(decimals: decimals) ?? "-"
  }
}
