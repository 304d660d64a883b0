public import CacheLab
import LabBase
import LabJudge
public import LabRecords

extension Plot {
  /// What strategies pay with.
  public enum Cost: Sendable {
    /// The peak of bitmap memory, MB.
    case memory
    /// Decodes for each image that a cell asks for.
    case work

    /// For an axis, and at the head of the data; and what part of the unit a picture tells apart: a tenth of a MB beats
    /// nobody.
    fileprivate var words: (label: String, column: String, parts: Double) {
      switch self {
      case .memory: ("peak of bitmap memory, MB", "peak MB", 10)
      case .work: ("decodes for each image that a cell asks for", "decodes a request", 100)
      }
    }

    fileprivate func value(_ record: RunRecord) -> Double? {
      switch self {
      case .memory: record.metric(.peakBitmapBytes)?.number.map { $0 / 1e6 }
      case .work: record.metric(.decodesPerRequest)?.number
      }
    }
  }

  /// What a strategy costs and gives, over all traces.
  private struct Trade {
    var names: [String]
    var cost: Double
    var gain: Double
    /// Knows the trace, so nobody is beaten by it.
    var isYardstick: Bool
    var isFront = false

    /// Told by its own colour.
    var stands: Bool { isFront || isYardstick }
    var style: StrategyStyle { StrategyStyle(names[0]) }
  }

  /// What memory or work buys, in blank area or images ready: one point a strategy, the front joined, dominated points
  /// faded. Over several traces a strategy's point is their mean.
  ///
  /// - Parameters:
  ///   - metric: The blank ratio or the hit rate after the first frame.
  ///   - set: That the traces are of, where there are others.
  public static func pareto(
    _ records: [RunRecord], _ cost: Cost = .memory, against metric: Metric = .warmBlankRatio, in set: String? = nil
  ) -> Plot {
    let shared = SharedRuns(RunRecord.distinct(records))
    let records = shared.records
    let isBetterHigh = metric.better == .higher
    let all = trades(records, metric, cost, isBetterHigh: isBetterHigh)
    // Beside what has nothing ready all others would be one line.
    let some = cost == .work && isBetterHigh ? all.filter { $0.gain > 0 } : all
    let trades = some.isEmpty ? all : some
    let below = all.filter { trade in !trades.contains { $0.names == trade.names } }.flatMap(\.names)
    let traces = records.map(\.trace).unique
    let word = isBetterHigh ? "hit" : "blank"
    let gains = trades.map(\.gain)
    let costs = trades.map(\.cost)
    let (least, most) = (costs.min() ?? 0, costs.max() ?? 1)
    let span = max(most - least, cost == .memory ? 1 : 0.1)
    let high = max((gains.max() ?? 1) * 1.08, 0.02)
    let low = (gains.min() ?? 0) - 0.1 * max((gains.max() ?? 0) - (gains.min() ?? 0), 1)
    let (left, bottom) = (max(0, least - 0.06 * span), cost == .work && isBetterHigh ? low : -0.02 * high)
    let (right, top) = (most + 0.12 * span, isBetterHigh ? min(high, cost == .work ? 100.5 : 106) : high)
    func range(_ from: Double, _ to: Double) -> String {
      "[\(NumberText.fixed(from, decimals: 5)):\(NumberText.fixed(to, decimals: 5))]"
    }
    // The front, then every point as a block of its own.
    let blocks = [trades.filter(\.isFront)] + trades.map { [$0] }
    let data = PlotData("strategy", cost.words.column, "\(word) %", blocks: blocks) { trades in
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
      + "joined: no other \(cost == .memory ? "holds" : "decodes") less and shows more; pale: beaten on both"
      + (below.isEmpty ? "" : "; \(below.joined(separator: ", ")): 0 %, not drawn")
    return series(
      name: "pareto-\(cost == .work ? "work-" : "")\(word)-\(traces.count == 1 ? traces[0] : set ?? "traces")",
      title: "What \(cost == .memory ? "does memory" : "do decodes") buy \(place(traces, set))?",
      subtitle: subtitle, note: note(shared), data: data, key: key(trades),
      headings: ("numbers stand beside the points", []), height: 620,
      axes: """
        set xlabel '\(cost.words.label), less is better'
        set ylabel '\(isBetterHigh ? hit : blank)'
        set xrange \(range(left, right))
        set yrange \(range(bottom, top))
        \(numbers(trades, width: right - left, height: top - bottom))
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

  /// The numbers of points, from left to right; those that would lie on each other share a label.
  private static func numbers(_ trades: [Trade], width: Double, height: Double) -> String {
    var labels: [(at: Trade, numbers: [Int])] = []
    for (number, trade) in zip(1..., trades) {
      let near = labels.firstIndex {
        trade.cost - $0.at.cost < 0.045 * Double($0.numbers.count) * width
          && (trade.gain - $0.at.gain).magnitude < 0.035 * height
      }
      if let near { labels[near].numbers.append(number) } else { labels.append((trade, [number])) }
    }
    return labels.map { label in
      "set label '\(label.numbers.map { "\($0)" }.joined(separator: ", "))' "
        + "at \(NumberText.fixed(label.at.cost, decimals: 3)),\(NumberText.fixed(label.at.gain, decimals: 4)) "
        + "left offset 0.6,0.4 font small textcolor rgb \(label.at.stands ? "ink" : "muted") front"
    }.joined(separator: "\n")
  }

  private static func trades(_ records: [RunRecord], _ metric: Metric, _ cost: Cost, isBetterHigh: Bool) -> [Trade] {
    var trades: [Trade] = []
    for name in records.map(\.strategy).unique {
      let own = records.filter { $0.strategy == name }
      let costs = own.compactMap { cost.value($0) }
      let gains = own.compactMap { $0.metric(metric)?.number }
      guard costs.count == gains.count, let exact = costs.mean, let gain = gains.mean.map({ $0 * 100 }) else {
        continue
      }
      let mean = (exact * cost.words.parts).rounded() / cost.words.parts
      if let index = trades.firstIndex(where: {
        $0.cost == mean && $0.isYardstick == own[0].isYardstick && ($0.gain - gain).magnitude < 0.005
      }) {
        trades[index].names.append(name)
      } else {
        trades.append(Trade(names: [name], cost: mean, gain: gain, isYardstick: own[0].isYardstick))
      }
    }
    let choices = trades.indices.filter { !trades[$0].isYardstick }
    let isFront = ParetoFront.members(
      of: choices.map { [trades[$0].cost, isBetterHigh ? -trades[$0].gain : trades[$0].gain] })
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
