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
    let span = max((trades.map(\.cost).max() ?? 1) - (trades.map(\.cost).min() ?? 0), cost == .memory ? 1 : 0.1)
    let high = max((gains.max() ?? 1) * 1.08, 0.02)
    let low = (gains.min() ?? 0) - 0.1 * max((gains.max() ?? 0) - (gains.min() ?? 0), 1)
    let frame = PlotFrame(
      width: 1000, height: 620, left: 75, right: 975, bottom: 74, top: 542,
      x: max(0, (trades.map(\.cost).min() ?? 0) - 0.06 * span)...(trades.map(\.cost).max() ?? 1) + 0.16 * span,
      y: (cost == .work && isBetterHigh ? low : -0.02 * high)...(isBetterHigh
        ? min(high, cost == .work ? 100.5 : 106) : high))
    let labels = labels(trades, frame)
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
    return Plot(
      name: "pareto-\(cost == .work ? "work-" : "")\(word)-\(traces.count == 1 ? traces[0] : set ?? "traces")",
      title: "What \(cost == .memory ? "does memory" : "do decodes") buy \(place(traces, set))?",
      subtitle: subtitle,
      note: note(shared),
      height: Int(frame.height), data: data,
      body: """
        set xlabel '\(cost.words.label), less is better'
        set ylabel '\(isBetterHigh ? hit : blank)'
        set key off
        \(frame.script)
        \(labels)
        \(drawn(drawings(trades)))
        """)
  }

  private static func drawings(_ trades: [Trade]) -> [String] {
    ["data index 0 using 2:3 with lines linewidth 1.5 linecolor rgb pale"]
      + trades.enumerated().map { index, trade in
        let style = StrategyStyle(trade.names[0])
        return "data index \(index + 1) using 2:3 with points pointtype \(trade.stands ? style.point : 7) "
          + "pointsize \(trade.stands ? "1" : "0.6") linecolor rgb \(trade.stands ? style.hue : "pale")"
      }
  }

  /// Names beside their points; those of one point in one label.
  private static func labels(_ trades: [Trade], _ frame: PlotFrame) -> String {
    var places = LabelPlaces(
      left: frame.left + 4, right: frame.width - 6, bottom: frame.bottom + 4, top: frame.top + 14)
    for trade in trades {
      let point = frame.point(trade.cost, trade.gain)
      places.avoid(x: point.x, y: point.y)
    }
    let front = trades.filter(\.isFront).map { frame.point($0.cost, $0.gain) }
    for (one, two) in zip(front, front.dropFirst()) { places.avoid(from: one, to: two) }
    var lines: [String] = []
    for trade in trades.filter(\.stands) + gathered(trades.filter { !$0.stands }, frame) {
      let point = frame.point(trade.cost, trade.gain)
      let rows = rows(of: trade.names)
      let place = places.place(rows, x: point.x, y: point.y)
      let top = place.y + Double(rows.count - 1) * LabelPlaces.line / 2
      for (index, row) in rows.enumerated() {
        lines.append(
          "set label \(quoted(row)) at \(frame.screen(place.x, top - Double(index) * LabelPlaces.line)) "
            + "\(place.isLeft ? "left" : "right") noenhanced font small "
            + "textcolor rgb \(trade.stands ? "ink" : "muted")")
      }
      if place.hasLeader {
        lines.append(
          "set arrow from \(frame.screen(point.x, point.y)) to \(frame.screen(place.x, place.y)) nohead linewidth 0.75 "
            + "linecolor rgb pale back")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Points that touch each other share a label.
  private static func gathered(_ trades: [Trade], _ frame: PlotFrame) -> [Trade] {
    var gathered: [Trade] = []
    for trade in trades {
      let point = frame.point(trade.cost, trade.gain)
      let index = gathered.firstIndex {
        let other = frame.point($0.cost, $0.gain)
        return (other.x - point.x).magnitude < 8 && (other.y - point.y).magnitude < 12
      }
      if let index { gathered[index].names += trade.names } else { gathered.append(trade) }
    }
    return gathered
  }

  /// The names of one point in lines of a few.
  private static func rows(of names: [String]) -> [String] {
    var rows: [String] = []
    for name in names {
      if let last = rows.last, last.count + name.count < 22 {
        rows[rows.count - 1] = "\(last), \(name)"
      } else {
        if !rows.isEmpty { rows[rows.count - 1] += "," }
        rows.append(name)
      }
    }
    return rows
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
