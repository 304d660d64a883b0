import LabBase
public import LabJudge

extension Plot {
  /// Strategies that a picture of a fleet shows: those that leave the least blank.
  private static let fleetCurves = 8
  /// Shares of the traces, in billionths of which a curve has a point.
  private static let fleetShares = [
    0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01, 0.005, 0.003, 0.002, 0.001, 0.0003, 0.0001,
  ]

  /// How blank area lies over the traces of a fleet, a picture a screen and device: its tails, and its kinds of traces.
  public static func fleet(_ table: FleetTable) -> [Plot] {
    table.views.enumerated().flatMap { number, view -> [Plot] in
      let shown = Array(view.rows.prefix(fleetCurves))
      guard !shown.isEmpty else { return [] }
      let suffix = number == 0 ? "" : "-\(number + 1)"
      return [tails(shown, view, table, suffix), strata(shown, view, table, suffix)].compactMap { $0 }
    }
  }

  /// Nil where there are too few traces for a tail.
  private static func tails(
    _ rows: [FleetTable.Row], _ view: FleetTable.View, _ table: FleetTable, _ suffix: String
  ) -> Plot? {
    let shares = fleetShares.filter { $0 * Double(table.plan.traceCount) >= 1 }
    guard shares.count > 1 else { return nil }
    let data = PlotData("strategy", "share of traces %", "blank %", blocks: rows) { row in
      shares.map { share in
        [
          row.name, NumberText.fixed(share * 100, decimals: 3),
          NumberText.fixed(row.blank(beyond: share) * 100, decimals: 4),
        ]
      }
    }
    return series(
      .tails, name: "fleet-tails\(suffix)",
      title: "How blank are the worst of \(NumberText.grouped(Int64(table.plan.traceCount))) traces?",
      subtitle: "\(view.title); \(NumberText.count(rows.count, "strategy")) with the least blank area on average"
        .replacing("strategys", with: "strategies"),
      data: data, series: key(rows), values: [("least", .number((shares.last ?? 0.01) * 100))])
  }

  private static func key(_ rows: [FleetTable.Row]) -> [Series] {
    let names = rows.map(\.name)
    return zip(names, StrategyStyle.of(names)).map { Series(name: $0, style: $1) }
  }

  private static func strata(
    _ rows: [FleetTable.Row], _ view: FleetTable.View, _ table: FleetTable, _ suffix: String
  ) -> Plot {
    let strata = rows[0].kinds.map(\.words)
    let data = PlotData("strategy", "row", "blank %", "traces", "kind of traces", blocks: rows) { row in
      strata.enumerated().compactMap { place, words in
        row.kinds.first { $0.words == words }.map { part in
          [row.name, "\(place)", NumberText.fixed(part.blank * 100, decimals: 4), "\(part.runs)", words]
        }
      }
    }
    return series(
      .strata, name: "fleet-strata\(suffix)", title: "Which traces stay blank?",
      subtitle: "\(view.title); mean warm blank area of traces by kind, length and load", data: data,
      series: key(rows), hasDots: true, height: 200 + 26 * strata.count, margins: (24 + room(for: strata), 74),
      values: [("kinds", .number(Double(strata.count))), ("kind", .tics(strata))])
  }
}
