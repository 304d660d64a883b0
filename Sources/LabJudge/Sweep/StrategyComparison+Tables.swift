extension StrategyComparison {
  private static let cellsMax = 40

  /// The text for a terminal, at most 100 columns wide where names allow it.
  public var text: String { parts.flatMap { report($0, tables($0).joined().filter { !$0.isEmpty }) }.text }

  package var whole: [ReportPart] { parts.flatMap { report($0, tables($0).map { Array($0.joined()) }) } }

  private func report(_ part: Part, _ tables: [[TableColumn<Row>]]) -> [ReportPart] {
    let own = tables.map { columns in
      TextTable(part.rows, [.words("strategy") { plan.strategies[$0.strategy].text }] + columns)
    }
    return [.title(title(part))] + (own + [lostTable(part)].compactMap(\.self)).map { .table($0) }
      + [.paragraph(note(part))]
  }

  private func title(_ part: Part) -> String {
    let cases =
      plan.crowd == nil
      ? NumberText.count(part.of.group.traces.count * plan.devices.count, "case")
      : plan.count(part.of.group.traces.count)
    return "AGAINST \(plan.strategies[base].text) on \(plan.screenWords(part.of.screen)), \(cases): "
      + "\(plan.words(part.of.group)) on \(plan.deviceWords)"
  }

  private func note(_ part: Part) -> String {
    let lost = lostCells(part).count
    var words =
      "Blank ratio, time, p95, peak, bytes and decodes are means over cases of the ratio to "
      + "\(plan.strategies[base].text); the first frame is left out."
    if part.passed > 0 {
      words +=
        " In \(NumberText.count(part.passed, "case")) a strategy with no more memory passes the clairvoyant, and the gap "
        + "ends at it."
    }
    words += bound(part)
    let most = StrategyComparison.cellsMax
    return lost > most ? "\(words) \(most) of \(lost) worse cases are listed." : words
  }

  private func bound(_ part: Part) -> String {
    let lack = lacks.map { " No bound holds where \($0)." }.joined()
    guard let bound = part.bound else { return lack }
    return " The bound: with the peak of \(plan.strategies[base].text) no strategy has more hits than "
      + "\(StrategyComparison.fixed(bound.hitRate)) or less blank than "
      + "\(StrategyComparison.fixed(bound.blankRatio * 100, 2)) %, means over "
      + "\(NumberText.count(bound.caseCount, "case")).\(lack)"
  }

  /// Returns tables, each in the parts that a terminal is wide enough for; with thumbnails, first one about both tiers.
  @inline(never) private func tables(_ part: Part) -> [[[TableColumn<Row>]]] {
    let hasThumbnails = part.rows.contains { $0.cells.contains { $0.own[.thumbnails] != nil } }
    return (hasThumbnails ? [StrategyComparison.tiers] : []) + [StrategyComparison.figures + [gaps(part)]]
  }

  private static func fixed(_ value: Double, _ decimals: Int = 3) -> String {
    NumberText.fixed(value, decimals: decimals)
  }

  private static func own(_ column: Column) -> (Row) -> String { { fixed($0.own(column)) } }
  private static func ratio(_ column: Column) -> (Row) -> String { { fixed($0.ratio(column)) } }

  private static var wins: TableColumn<Row> { .numbers("cases", "no worse") { "\($0.won) of \($0.cells.count)" } }

  private static var overdrafts: TableColumn<Row> {
    .numbers("overdrafts") { NumberText.grouped($0.own(.overdrafts)) }
  }

  private static var figures: [[TableColumn<Row>]] {
    [
      [
        wins, .numbers("hit", text: own(.hits)), .numbers("blank", "ratio", text: ratio(.blank)),
        .numbers("pooled", "blank") { row in
          let base = row.cells.reduce(0) { $0 + $1.base.value(.blank) }
          return base > 0 ? fixed(row.cells.reduce(0) { $0 + $1.own.value(.blank) } / base) : "-"
        },
      ] + Figure.ratios.map { TableColumn($0.heading, text: ratio($0.column)) },
      [
        .numbers("mean", "bytes", text: ratio(.meanBytes)), .numbers("decodes") { fixed($0.ratio(.decodes), 2) },
        .numbers("blank", "%") { fixed($0.own(.blank) * 100, 2) },
        .numbers("decodes", "a request") { NumberText.decodes(perRequest: $0.cells.compactMap { $0.own[.work] }.mean) },
        overdrafts,
      ],
    ]
  }

  private func gaps(_ part: Part) -> [TableColumn<Row>] {
    let headings: [(Gap, String, String)] = [
      (.hits, "hit", "gap"), (.blank, "blank", "gap"), (.hitsFromBase, "\(plan.strategies[base].text)'s hit", "gap"),
    ]
    return headings.filter { gap, _, _ in part.rows.contains { $0.closed(gap) != nil } }.map { gap, name, end in
      .numbers(name, end) { row in row.closed(gap).map { StrategyComparison.fixed($0) } ?? "-" }
    }
  }

  private static var tiers: [[TableColumn<Row>]] {
    func blank(_ row: Row) -> [Double] {
      row.cells.filter { $0.base.value(.blank) > 0 }.map { $0.own.value(.blank) / $0.base.value(.blank) }
    }
    return [
      [
        wins, .numbers("full", "hit", text: own(.hits)),
        .numbers("blank", "ratio") { row in blank(row).mean.map { fixed($0) } ?? "-" },
        .numbers("of", "cases") { "\(blank($0).count)" },
        .numbers("largest") { row in blank(row).max().map { fixed($0) } ?? "-" },
        .numbers("with the", "first frame", text: ratio(.coldBlank)),
        .numbers("soft", "%") { fixed($0.own(.thumbnailArea) * 100, 2) },
      ],
      [
        .numbers("first image", "mean ms") { fixed($0.own(.firstImage) / 1e6, 2) },
        .numbers("first", "p95 ms") { fixed($0.own(.firstImageP95) / 1e6, 1) },
        .numbers("full image", "p95 ms") { fixed($0.own(.waitP95) / 1e6, 1) },
        .numbers("mean", "bytes", text: ratio(.meanBytes)),
        .numbers("full", "decodes") { row in fixed(row.ratio { $0.value(.decodes) - $0.value(.thumbnails) }, 2) },
        .numbers("thumbnails") { row in fixed(row.ratio({ $0.value(.thumbnails) }, to: { $0.value(.decodes) }), 2) },
        overdrafts,
      ],
    ]
  }

  private func lostCells(_ part: Part) -> [(strategy: Int, cell: Cell)] {
    part.rows.filter { $0.won > 0 }.flatMap { row in
      row.cells.filter { !$0.lost.isEmpty }.map { (row.strategy, $0) }
    }
  }

  /// Returns the cells of strategies that are not worse everywhere in which they are worse than the base.
  private func lostTable(_ part: Part) -> TextTable? {
    typealias Lost = (strategy: Int, cell: Cell)
    let lost = lostCells(part)
    guard !lost.isEmpty else { return nil }
    func worse(_ column: Column, _ heading: String) -> TableColumn<Lost> {
      .numbers("worse", heading) { lost in
        guard lost.cell.lost.contains(column) else { return "" }
        return [lost.cell.own, lost.cell.base].map { figures in
          let value = figures.value(column)
          return column.unit == .ratio
            ? StrategyComparison.fixed(value * 100) : StrategyComparison.fixed(value / 1e6, 2)
        }.joined(separator: " / ")
      }
    }
    let columns: [TableColumn<Lost>] = [
      .words("strategy") { plan.strategies[$0.strategy].text }, .words("trace") { plan.traceNames[$0.cell.trace] },
      .words("device") { plan.deviceName($0.cell.device) }, worse(.hits, "hit %"),
      worse(.wait, "mean ms"), worse(.blank, "blank %"), worse(.peak, "peak MB"),
    ]
    return TextTable(lost.prefix(StrategyComparison.cellsMax), columns)
  }
}
