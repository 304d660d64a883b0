import CacheLab

extension Plot {
  /// The most strategies of a picture: those with the fewest noticed waits.
  private static let fleetCurves = 8
  private static let fleetShares = [
    0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01, 0.005, 0.003, 0.002, 0.001, 0.0003, 0.0001,
  ]

  /// Returns the distribution of noticed waits over the traces of a pack, a picture for each screen and device.
  public static func fleet(_ table: SweepTable) -> [Plot] {
    table.percentiles.enumerated().compactMap { number, view in
      tails(Array(view.rows.prefix(fleetCurves)), view.title, table, number == 0 ? "" : "-\(number + 1)")
    }
  }

  /// Returns nil if there are too few traces for a tail.
  private static func tails(
    _ rows: [Population.Row], _ title: String, _ table: SweepTable, _ suffix: String
  ) -> Plot? {
    let count = table.population?.traceCount ?? 0
    let shares = fleetShares.filter { $0 * Double(count) >= 1 }
    guard shares.count > 1, !rows.isEmpty else { return nil }
    let data = PlotData("strategy", "share of traces %", "noticed of 1,000", blocks: rows) { row in
      shares.map { share in
        [
          row.name, NumberText.fixed(share * 100, decimals: 3),
          NumberText.fixed(table.noticed(beyond: share, row) * 1000, decimals: 2),
        ]
      }
    }
    let names = rows.map(\.name)
    return series(
      PackageResources.tails_gp, name: "fleet-tails\(suffix)",
      title: "How often do people wait in the worst of \(NumberText.grouped(Int64(count))) traces?", subtitle: title,
      data: data, series: zip(names, StrategyStyle.of(names)).map { Series(name: $0, style: $1) },
      values: [("least", .number((shares.last ?? 0.01) * 100))])
  }
}
