public import CacheLab
import LabBase
import LabJudge
public import LabRecords

extension Plot {
  /// What a strategy costs and gives, over all traces.
  private struct Trade {
    var names: [String]
    var cost: Double
    var gain: Double
    /// Knows the trace, so nobody is beaten by it.
    var isOracle: Bool
    var isFront = false

    /// Told by its own colour.
    var stands: Bool { isFront || isOracle }
    var style: StrategyStyle { StrategyStyle(names[0]) }
  }

  /// What memory or work buys, in blank area or images ready: one point a strategy, the front joined, dominated points
  /// faded. Over several traces a strategy's point is their mean.
  ///
  /// - Parameters:
  ///   - paysDecodes: What strategies pay with is decodes for each image that a cell asks for, in place of the peak of
  ///     bitmap memory.
  ///   - metric: The blank ratio or the hit rate after the first frame.
  ///   - set: That the traces are of, where there are others.
  public static func pareto(
    _ records: [RunRecord], paysDecodes: Bool = false, against metric: Metric = .warmBlankRatio, in set: String? = nil
  ) -> Plot {
    let shared = SharedRuns(RunRecord.distinct(records))
    let records = shared.records
    let isBetterHigh = metric.better == .higher
    let all = trades(records, metric, paysDecodes: paysDecodes)
    // Beside what has nothing ready all others would be one line.
    let some = paysDecodes && isBetterHigh ? all.filter { $0.gain > 0 } : all
    let trades = some.isEmpty ? all : some
    let below = all.filter { trade in !trades.contains { $0.names == trade.names } }.flatMap(\.names)
    let traces = records.map(\.trace).unique
    let word = isBetterHigh ? "hit" : "blank"
    let gains = trades.map(\.gain)
    let costs = trades.map(\.cost)
    let (least, most) = (costs.min() ?? 0, costs.max() ?? 1)
    let span = max(most - least, paysDecodes ? 0.1 : 1)
    let high = max((gains.max() ?? 1) * 1.08, 0.02)
    let low = (gains.min() ?? 0) - 0.1 * max((gains.max() ?? 0) - (gains.min() ?? 0), 1)
    let (left, bottom) = (max(0, least - 0.06 * span), paysDecodes && isBetterHigh ? low : -0.05 * high)
    let (right, top) = (most + 0.12 * span, isBetterHigh ? min(high, paysDecodes ? 100.5 : 106) : high)
    func range(_ from: Double, _ to: Double) -> String {
      "[\(NumberText.fixed(from, decimals: 5)):\(NumberText.fixed(to, decimals: 5))]"
    }
    // The front, then every point as a block of its own.
    let blocks = [trades.filter(\.isFront)] + trades.map { [$0] }
    let data = PlotData("strategy", paysDecodes ? "decodes a request" : "peak MB", "\(word) %", blocks: blocks) {
      trades in
      trades.map { trade in
        [
          trade.names.joined(separator: ", "), NumberText.fixed(trade.cost, decimals: 3),
          NumberText.fixed(trade.gain, decimals: 4),
        ]
      }
    }
    let blank = "blank area after the first frame, %, less is better"
    let hit = "images ready after the first frame, %, more is better"
    let subtitle =
      (traces.count == 1 ? "" : "means of \(traces.count) traces; ") + "\(caption(shared)); "
      + "joined: no other \(paysDecodes ? "decodes" : "holds") less and shows more; pale: beaten on both"
      + (below.isEmpty ? "" : "; \(below.joined(separator: ", ")): 0 %, not drawn")
    return series(
      name: "pareto-\(paysDecodes ? "work-" : "")\(word)-\(traces.count == 1 ? traces[0] : set ?? "traces")",
      title: "What \(paysDecodes ? "do decodes" : "does memory") buy \(place(traces, set))?",
      subtitle: subtitle, note: note(shared), data: data, key: key(trades),
      headings: ("numbers stand beside the points", []), height: 620,
      axes: """
        set xlabel '\(paysDecodes ? "decodes for each image that a cell asks for" : "peak of bitmap memory, MB"), less is better'
        set ylabel '\(isBetterHigh ? hit : blank)'
        set xrange \(range(left, right))
        set yrange \(range(bottom, top))
        \(numbers(trades, width: right - left, height: top - bottom, isBetterHigh: isBetterHigh))
        """, drawings: drawings(trades))
  }

  private static func drawings(_ trades: [Trade]) -> [String] {
    ["data index 0 using 2:3 with lines linewidth 1.5 linecolor rgb pale"]
      + zip(1..., trades).map { index, trade in
        "data index \(index) using 2:3 with points pointtype \(trade.style.point) "
          + "pointsize \(trade.stands ? "1" : "0.6") linecolor rgb \(trade.stands ? trade.style.hue : "pale")"
      }
  }

  /// A row for each strategy, with the number of its point.
  private static func key(_ trades: [Trade]) -> [Series] {
    zip(1..., trades).flatMap { number, trade in
      trade.names.map {
        Series(name: "\(number)  \($0)", style: trade.style, isPoints: true, isPale: !trade.stands)
      }
    }
  }

  /// The numbers of points, from left to right; those that would lie on each other share a label, unless one is beaten
  /// and the other is not: numbers of beaten ones stand on the worse side of the front, all others on the better one.
  private static func numbers(_ trades: [Trade], width: Double, height: Double, isBetterHigh: Bool) -> String {
    var labels: [(first: Trade, last: Trade, runs: [ClosedRange<Int>])] = []
    for (number, trade) in zip(1..., trades) {
      let reach = (trade.stands ? 0.02 : 0.05) * width
      let near = labels.firstIndex {
        trade.stands == $0.first.stands && trade.cost - $0.last.cost < reach
          && (trade.gain - $0.first.gain).magnitude < 0.035 * height
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
    let right = (trades.map(\.cost).max() ?? 0) - 0.1 * width
    return labels.map { label in
      let words = label.runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
      let stands = label.first.stands
      let (side, across) = stands || label.first.cost > right ? ("right", "-0.6") : ("left", "0.6")
      return "set label '\(words.joined(separator: ", "))' "
        + "at \(NumberText.fixed(label.first.cost, decimals: 3)),\(NumberText.fixed(label.first.gain, decimals: 4)) "
        + "\(side) offset \(across),\(stands == isBetterHigh ? "0.4" : "-0.4") font small "
        + "textcolor rgb \(stands ? "ink" : "muted") front"
    }.joined(separator: "\n")
  }

  private static func trades(_ records: [RunRecord], _ metric: Metric, paysDecodes: Bool) -> [Trade] {
    // A tenth of a MB beats nobody.
    let parts = paysDecodes ? 100.0 : 10
    var trades: [Trade] = []
    for name in records.map(\.strategy).unique {
      let own = records.filter { $0.strategy == name }
      let costs = own.compactMap { record in
        record.metric(paysDecodes ? .decodesPerRequest : .peakBitmapBytes)?.number.map { $0 / (paysDecodes ? 1 : 1e6) }
      }
      let gains = own.compactMap { $0.metric(metric)?.number }
      guard costs.count == gains.count, let exact = costs.mean, let gain = gains.mean.map({ $0 * 100 }) else {
        continue
      }
      let mean = (exact * parts).rounded() / parts
      if let index = trades.firstIndex(where: {
        $0.cost == mean && $0.isOracle == own[0].isOracle && ($0.gain - gain).magnitude < 0.005
      }) {
        trades[index].names.append(name)
      } else {
        trades.append(Trade(names: [name], cost: mean, gain: gain, isOracle: own[0].isOracle))
      }
    }
    let choices = trades.indices.filter { !trades[$0].isOracle }
    let isFront = ParetoFront.members(
      of: choices.map { [trades[$0].cost, metric.better == .higher ? -trades[$0].gain : trades[$0].gain] })
    for (index, isFront) in zip(choices, isFront) { trades[index].isFront = isFront }
    return trades.sorted { ($0.cost, $0.gain) < ($1.cost, $1.gain) }
  }

  /// `on hunt`, `over 20 traces of stress`.
  static func place(_ traces: [String], _ set: String?) -> String {
    "\(traces.count == 1 ? "on" : "over") \(TraceGroup.words(traces, of: set))"
  }

  /// Pictures of each set of traces, none over two of them. A set has a name where there are others.
  public static func bySet(_ records: [RunRecord], _ plot: ([RunRecord], String?) -> Plot) -> [Plot] {
    let groups = TraceGroup.all(records.map(\.traceName))
    return groups.map { group in plot(group.traces.map { records[$0] }, groups.count > 1 ? group.name : nil) }
  }
}
