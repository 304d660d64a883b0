import CacheLab
import LabBase
import LabJudge
public import LabRecords

extension Plot {
  /// What a strategy costs and gives, over all traces.
  private struct Trade {
    var names: [String]
    var peak: Double
    var gain: Double
    var isFront = false
  }

  /// What memory buys: peak bitmap bytes against blank area or hit rate, one point a strategy, the front joined,
  /// dominated points faded. Over several traces a strategy's point is their mean.
  ///
  /// - Parameter metric: `warm-blank-ratio` or `warm-hit-rate`.
  public static func pareto(_ records: [RunRecord], against metric: String = "warm-blank-ratio") -> Plot {
    let shared = SharedRuns(RunRecord.distinct(records))
    let records = shared.records
    let isBetterHigh = Metric.named(metric)?.better == .higher
    let trades = trades(records, metric, isBetterHigh: isBetterHigh)
    let traces = unique(records.map(\.trace))
    let word = isBetterHigh ? "hit" : "blank"
    let gains = trades.map(\.gain)
    let span = max((trades.map(\.peak).max() ?? 1) - (trades.map(\.peak).min() ?? 0), 1)
    let high = max((gains.max() ?? 1) * 1.08, 0.02)
    let frame = PlotFrame(
      width: 1000, height: 620, left: 75, right: 975, bottom: 74, top: 542,
      x: max(0, (trades.map(\.peak).min() ?? 0) - 0.06 * span)...(trades.map(\.peak).max() ?? 1) + 0.16 * span,
      y: (-0.02 * high)...(isBetterHigh ? min(high, 106) : high))
    let labels = labels(trades, frame)
    let blank = "blank area after the first frame, %, less is better"
    let hit = "images ready after the first frame, %, more is better"
    let subtitle =
      (traces.count == 1 ? "" : "means of \(traces.count) traces; ") + "\(caption(shared)); "
      + "joined: no other holds less and shows more; pale: beaten on both"
    return Plot(
      name: "pareto-\(word)-\(traces.count == 1 ? traces[0] : "traces")",
      title: "What does memory buy \(traces.count == 1 ? "on \(traces[0])" : "over \(traces.count) traces")?",
      subtitle: subtitle,
      note: note(shared),
      height: Int(frame.height), data: data(trades, word),
      body: """
        set xlabel 'peak of bitmap memory, MB, less is better'
        set ylabel '\(isBetterHigh ? hit : blank)'
        set key off
        \(frame.script)
        \(labels)
        \(drawings(trades))
        """)
  }

  private static func drawings(_ trades: [Trade]) -> String {
    var drawings = ["data index 0 using 2:3 with lines linewidth 1.5 linecolor rgb pale"]
    for (index, trade) in trades.enumerated() {
      let style = StrategyStyle(trade.names[0])
      let colour = trade.isFront ? style.hue : "pale"
      drawings.append(
        "data index \(index + 1) using 2:3 with points pointtype \(trade.isFront ? style.point : 7) "
          + "pointsize \(trade.isFront ? "1" : "0.6") linecolor rgb \(colour)")
    }
    return "plot " + drawings.joined(separator: ", \\\n")
  }

  private static func data(_ trades: [Trade], _ word: String) -> String {
    var data = PlotData("strategy", "peak MB", "\(word) %")
    func append(_ trade: Trade) {
      data.append(
        PlotData.cell(trade.names.joined(separator: ", ")), NumberText.fixed(trade.peak, decimals: 3),
        NumberText.fixed(trade.gain, decimals: 4))
    }
    // The front, then every point as a block of its own.
    for trade in trades where trade.isFront { append(trade) }
    for trade in trades {
      data.endBlock()
      append(trade)
    }
    return data.text
  }

  /// Names beside their points; those of one point in one label.
  private static func labels(_ trades: [Trade], _ frame: PlotFrame) -> String {
    var places = LabelPlaces(
      left: frame.left + 4, right: frame.width - 6, bottom: frame.bottom + 4, top: frame.top + 14)
    for trade in trades {
      let point = frame.point(trade.peak, trade.gain)
      places.avoid(x: point.x, y: point.y)
    }
    let front = trades.filter(\.isFront).map { frame.point($0.peak, $0.gain) }
    for (one, two) in zip(front, front.dropFirst()) { places.avoid(from: one, to: two) }
    var lines: [String] = []
    for trade in trades.filter(\.isFront) + gathered(trades.filter { !$0.isFront }, frame) {
      let point = frame.point(trade.peak, trade.gain)
      let rows = rows(of: trade.names)
      let place = places.place(rows, x: point.x, y: point.y)
      let top = place.y + Double(rows.count - 1) * LabelPlaces.line / 2
      for (index, row) in rows.enumerated() {
        lines.append(
          "set label \(quoted(row)) at \(frame.screen(place.x, top - Double(index) * LabelPlaces.line)) "
            + "\(place.isLeft ? "left" : "right") noenhanced font small "
            + "textcolor rgb \(trade.isFront ? "ink" : "muted")")
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
      let point = frame.point(trade.peak, trade.gain)
      let index = gathered.firstIndex {
        let other = frame.point($0.peak, $0.gain)
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

  private static func trades(_ records: [RunRecord], _ metric: String, isBetterHigh: Bool) -> [Trade] {
    var trades: [Trade] = []
    for name in unique(records.map(\.strategy)) {
      let own = records.filter { $0.strategy == name }
      let peaks = own.compactMap { $0.metric(.peakBitmapBytes)?.number }
      let gains = own.compactMap { $0.metric(named: metric)?.number }
      guard !peaks.isEmpty, peaks.count == gains.count else { continue }
      let count = Double(peaks.count)
      // What cannot be told apart in the picture is one point, and a tenth of a MB beats nobody.
      let peak = (peaks.reduce(0, +) / count / 1e5).rounded() / 10
      let gain = gains.reduce(0, +) / count * 100
      if let index = trades.firstIndex(where: { $0.peak == peak && ($0.gain - gain).magnitude < 0.005 }) {
        trades[index].names.append(name)
      } else {
        trades.append(Trade(names: [name], peak: peak, gain: gain))
      }
    }
    let isFront = ParetoFront.members(of: trades.map { [$0.peak, isBetterHigh ? -$0.gain : $0.gain] })
    for index in trades.indices { trades[index].isFront = isFront[index] }
    return trades.sorted { ($0.peak, $0.gain) < ($1.peak, $1.gain) }
  }

  /// In the order of their first appearance.
  static func unique(_ names: [String]) -> [String] {
    var seen: [String] = []
    for name in names where !seen.contains(name) { seen.append(name) }
    return seen
  }
}
