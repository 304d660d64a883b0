extension Plot {
  struct Series {
    var name: String
    var style: StrategyStyle
    var figures: [String] = []
    var isPale = false
  }

  /// Returns series over common axes, one for each block of `data`, beside a key with a row for each in the same order: its
  /// style, its name and columns of figures. The picture is as wide as the names need, and as high as the key.
  @inline(never) static func series(
    _ template: Resource, name: String, title: String, subtitle: String, note: String? = nil, data: [[String]],
    series: [Series], headings: (names: String, figures: [String]) = ("", []), hasDots: Bool = false,
    height: Int = 560, values: [String]
  ) -> Plot {
    let end = sharedEnd(series.map(\.name))
    let names = series.map { lines(of: String($0.name.dropLast(end.count))) }
    // Rows begin a line below what stands above the names.
    var rows: [Double] = []
    var next = headings.names.isEmpty && headings.figures.isEmpty ? 0 : 20
    for name in names {
      rows.append(Double(next))
      next += 20 * name.count
    }
    let room = room(for: names + [lines(of: headings.names)])
    let own: [String] = [
      assign("left", 95), assign("bottom", 74), assign("series", series.count),
      assign("dots", hasDots), assign("about", headings.names), assign("columns", headings.figures.count),
      assign("headings", headings.figures), assign("names", names.map { $0.joined(separator: "\n") }),
      assign("rows", rows), assign("faded", series.map { $0.isPale ? 1 : 0 }),
      assign("figures", series.flatMap(\.figures)),
    ]
    return Plot(
      name: name, title: title, subtitle: end.isEmpty ? subtitle : "\(subtitle); each with \(end)", note: note,
      width: max(1000, 697 + room + 52 * headings.figures.count + 20), height: max(height, 130 + next), data: data,
      styles: series.map { ($0.style, $0.isPale) }, values: own + values, templates: .key, template)
  }

  /// Returns the hit rate over the budget on one trace, a line for each strategy, with the working set marked.
  public static func budget(_ points: [BudgetPoint], workingSet: WorkingSet, trace: String, setting: String) -> Plot {
    let strategies = points.map(\.strategy).unique
    let lines = zip(strategies, StrategyStyle.of(strategies)).map { name, style in
      (name: name, style: style, points: points.filter { $0.strategy == name })
    }
    // In the order in which the lines end, from top to bottom.
    let ranked = lines.ordered { ($0.points.last?.hitRate ?? 0) > ($1.points.last?.hitRate ?? 0) }
    let megabytes = points.map { Double($0.budget) / 1e6 }
    let (least, most) = (megabytes.min() ?? 1, max(megabytes.max() ?? 2, (megabytes.min() ?? 1) * 2))
    let repeats = workingSet.repeatShare * 100
    let high = max((points.map { $0.hitRate * 100 }.max() ?? 1), repeats, 1)
    let blocks = ranked.map { line in
      line.points.map {
        [
          line.name, NumberText.fixed(Double($0.budget) / 1e6, decimals: 3),
          NumberText.fixed($0.hitRate * 100, decimals: 3),
        ]
      }
    }
    let marks = [("working set", workingSet.bytes), ("largest reuse window", workingSet.largestReuseBytes)]
      .map { (words: $0, megabytes: Double($1) / 1e6) }.filter { least <= $0.megabytes && $0.megabytes <= most }
    return series(
      .budget, name: "budget-\(strategies.count == 1 ? "\(strategies[0])-" : "")\(trace)",
      title: "What does a larger budget buy on \(trace)?",
      subtitle: "\(setting); \(NumberText.grouped(workingSet.requests)) requests; dotted: "
        + "\(NumberText.fixed(repeats, decimals: 1))% are for images asked for before, the most that keeping alone serves",
      data: data("strategy", "budget MB", "warm hit rate %", blocks: blocks),
      series: ranked.map { Series(name: $0.name, style: $0.style) },
      values: [
        assign("least", least), assign("most", most), assign("high", high * 1.1), assign("repeated", repeats),
        assign("marks", marks.count), assign("megabytes", marks.map(\.megabytes)),
        assign("marked", marks.map { "\($0.words) \(NumberText.fixed($0.megabytes, decimals: 1)) MB" }),
      ])
  }

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

  private static func tails(
    _ rows: [Population.Row], _ title: String, _ table: SweepTable, _ suffix: String
  ) -> Plot? {
    let count = table.population?.traceCount ?? 0
    let shares = fleetShares.filter { $0 * Double(count) >= 1 }
    guard shares.count > 1, !rows.isEmpty else { return nil }
    let blocks = rows.map { row in
      shares.map { share in
        [
          row.name, NumberText.fixed(share * 100, decimals: 3),
          NumberText.fixed((table.population?.quantile(.noticed, 1 - share, row.cell) ?? 0) * 1000, decimals: 2),
        ]
      }
    }
    let names = rows.map(\.name)
    return series(
      .tails, name: "fleet-tails\(suffix)",
      title: "How often do people wait in the worst of \(NumberText.grouped(Int64(count))) traces?", subtitle: title,
      data: data("strategy", "share of traces %", "noticed of 1,000", blocks: blocks),
      series: zip(names, StrategyStyle.of(names)).map { Series(name: $0, style: $1) },
      values: [assign("least", (shares.last ?? 0.01) * 100)])
  }
}

/// The hit rate of requests after the first frame, of a strategy as tables show it, at a budget.
public typealias BudgetPoint = (strategy: String, budget: Int64, hitRate: Double)

extension WorkingSet {
  /// Budgets around its size: from a 64th of it, at least 1 MB, to a third more, each a fifth larger than the one before.
  public var budgets: [Int64] {
    var budgets: [Int64] = []
    var budget = max(1_000_000, bytes / 64)
    while true {
      // Three digits.
      var unit: Int64 = 1
      while budget / unit >= 1000 { unit *= 10 }
      budgets.append(budget / unit * unit)
      if budget * 3 > bytes * 4 { return budgets }
      budget += budget / 5
    }
  }
}
