extension Plot {
  private struct Trade {
    var names: [String]
    var cost: Double
    var waits: Double
    var isOracle: Bool
    var isFront = false

    var isBold: Bool { isFront || isOracle }
  }

  /// Returns noticed waits over memory or work: a point for each strategy, its mean over several traces, the front joined,
  /// dominated points pale.
  ///
  /// - Parameter cost: `Column.peak` or `Column.work`.
  public static func pareto(_ records: [RunRecord], paying cost: Column = .peak, in set: String? = nil) -> Plot {
    let shared = records.shared
    let trades = trades(shared, cost)
    let traces = shared.map(\.trace).unique
    let (costs, waits) = (trades.map(\.cost), trades.map(\.waits))
    let (least, most, high) = (costs.min() ?? 0, costs.max() ?? 1, max((waits.max() ?? 1) * 1.08, 0.5))
    let span = max(most - least, cost == .work ? 0.1 : 1)
    let (from, to, low) = (max(0, least - 0.06 * span), most + 0.12 * span, -0.05 * high)
    // The front, then a block for each point.
    let blocks = [trades.filter(\.isFront)] + trades.map { [$0] }
    let rows = blocks.map { trades in
      trades.map { trade in
        [
          trade.names.joined(separator: ", "), NumberText.fixed(trade.cost, decimals: 3),
          NumberText.fixed(trade.waits, decimals: 4),
        ]
      }
    }
    let numbers = numbers(trades, width: to - from, height: high - low)
    let buys = cost == .work ? "do decodes" : "does memory"
    let series = zip(1..., trades).flatMap { number, trade in
      trade.names.map { Series(name: "\(number)  \($0)", style: StrategyStyle(trade.names[0]), isPale: !trade.isBold) }
    }
    return .series(
      .pareto,
      name: "pareto-\(cost == .work ? "work" : "memory")-\(traces.count == 1 ? traces[0] : set ?? "traces")",
      title: "What \(buys) buy \(place(traces, set))?",
      subtitle: (traces.count == 1 ? "" : "means of \(traces.count) traces; ") + "\(caption(shared)); "
        + "joined: no other pays less and keeps fewer waiting; pale: beaten on both",
      note: note(records), data: data("strategy", cost.label, Column.noticed.label, blocks: rows), series: series,
      headings: ("numbers stand beside the points", []), hasDots: true,
      height: 620,
      values: [
        assign("cost", cost.label), assign("from", from), assign("to", to), assign("low", low), assign("high", high),
        assign("turn", most - 0.1 * (to - from)), assign("points", trades.count),
        // The first series of each point.
        assign("style", trades.indices.map { place in Double(trades[..<place].reduce(1) { $0 + $1.names.count }) }),
        assign("labels", numbers.count), assign("words", numbers.map(\.words)), assign("xs", numbers.map(\.trade.cost)),
        assign("ys", numbers.map(\.trade.waits)), assign("stands", numbers.map { $0.trade.isBold ? 1 : 0 }),
      ])
  }

  /// Returns the numbers of points from left to right. Those that would overlap share a label, unless one is dominated and
  /// the other is not: numbers of dominated points are on the worse side of the front, all others on the better one.
  private static func numbers(_ trades: [Trade], width: Double, height: Double) -> [(words: String, trade: Trade)] {
    var labels: [(first: Trade, last: Trade, runs: [ClosedRange<Int>])] = []
    for (number, trade) in zip(1..., trades) {
      let reach = (trade.isBold ? 0.03 : 0.06) * width
      let near = labels.firstIndex {
        trade.isBold == $0.first.isBold && trade.cost - $0.last.cost < reach
          && (trade.waits - $0.first.waits).magnitude < 0.035 * height
      }
      guard let near else {
        labels.append((trade, trade, [number...number]))
        continue
      }
      labels[near].last = trade
      let run = labels[near].runs.count - 1
      if labels[near].runs[run].upperBound == number - 1 {
        labels[near].runs[run] = labels[near].runs[run].lowerBound...number
      } else {
        labels[near].runs.append(number...number)
      }
    }
    return labels.map { label in
      let words = label.runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
      return (words.joined(separator: ", "), label.first)
    }
  }

  private static func trades(_ records: [RunRecord], _ cost: Column) -> [Trade] {
    // A tenth of a MB dominates none.
    let parts = cost == .work ? 100.0 : 10
    var trades: [Trade] = []
    for name in records.map(\.strategy).unique {
      let own = records.filter { $0.strategy == name }
      let (costs, waits) = (own.compactMap(cost.shown), own.compactMap(Column.noticed.shown))
      guard costs.count == waits.count, let exact = costs.mean, let wait = waits.mean else { continue }
      let mean = (exact * parts).rounded() / parts
      if let index = trades.firstIndex(where: {
        $0.cost == mean && $0.isOracle == own[0].isOracle && ($0.waits - wait).magnitude < 0.05
      }) {
        trades[index].names.append(name)
      } else {
        trades.append(Trade(names: [name], cost: mean, waits: wait, isOracle: own[0].isOracle))
      }
    }
    let choices = trades.indices.filter { !trades[$0].isOracle }
    let isFront = ParetoFront.members(of: choices.map { [trades[$0].cost, trades[$0].waits] })
    for (index, isFront) in zip(choices, isFront) { trades[index].isFront = isFront }
    return trades.ordered { ($0.cost, $0.waits) < ($1.cost, $1.waits) }
  }

  static func place(_ traces: [String], _ set: String?) -> String {
    "\(traces.count == 1 ? "on" : "over") \(TraceGroup.words(traces, of: set))"
  }

  /// Returns a picture for each set of traces. A set has a name if there are others.
  public static func bySet(_ records: [RunRecord], _ plot: ([RunRecord], String?) -> Plot) -> [Plot] {
    let groups = TraceGroup.all(records.map(\.traceName))
    return groups.map { group in plot(group.traces.map { records[$0] }, groups.count > 1 ? group.name : nil) }
  }
}
