import CacheLab
import LabBase
public import LabRecords
import StrategyKit

extension Plot {
  private typealias Bar = (mean: Double, worst: Double)

  /// Strategies side by side on one trace, or over several: waits that a person notices, how long the first screen takes,
  /// peak memory, decodes a request.
  ///
  /// Over several traces a bar is their mean, and a mark behind it the worst of them; only the strategies and traces
  /// count that have a run of each with each.
  ///
  /// - Parameter set: That the traces are of, where there are others.
  public static func compare(_ records: [RunRecord], in set: String? = nil) -> Plot {
    let shared = SharedRuns(RunRecord.distinct(records))
    let traces = shared.records.map(\.trace).unique
    let lines = lines(shared.records)
    let (names, rows) = (lines.map(\.strategy), lines.map(\.values))
    // What all have is said once.
    let ending = "+\(StrategySpec.opportunistic)"
    let isSoft = names.allSatisfy { $0.hasSuffix(ending) }
    let strategies = isSoft ? names.map { String($0.dropLast(ending.count)) } : names
    let styles = names.map(StrategyStyle.init)
    let height = 130 + 30 * strategies.count
    let left = 24 + 8 * (strategies.map { min($0.count, 30) }.max() ?? 10)
    let place = place(traces, set)
    let words = traces.count == 1 ? "" : "; bars: means, ticks and brackets: the worst trace; bold: best in both"
    return Plot(
      name: "compare-\(traces.count == 1 ? traces[0] : set ?? "traces")",
      title: "Which strategy keeps people waiting least \(place)?",
      subtitle: "\(isSoft ? "thumbnails first; " : "")\(caption(shared))\(words)",
      note: note(shared),
      height: height, data: data(rows, strategies),
      body: """
        set multiplot
        set key off
        unset grid
        set style fill solid 1 noborder
        set yrange [\(Double(strategies.count) - 0.4):-0.6]
        set border 0
        set tics scale 0
        unset xtics
        set tmargin at screen \(share(from: 112, height))
        set bmargin at screen \(share(14, height))
        \(panels(rows, strategies, styles, left: left, isOne: traces.count == 1))
        unset multiplot
        """)
  }

  /// Strategies with their means and worst traces, the fewest noticed waits first.
  private static func lines(_ records: [RunRecord]) -> [(strategy: String, values: [Bar?])] {
    let lines = records.map(\.strategy).unique.map { strategy in
      let values = Column.judged.map { metric -> Bar? in
        let values = records.filter { $0.strategy == strategy }.compactMap(metric.shown)
        let worst = metric.isBetterHigh ? values.min() : values.max()
        return values.mean.map { ($0, worst ?? 0) }
      }
      return (strategy: strategy, values: values)
    }
    func waits(_ line: (strategy: String, values: [Bar?])) -> Double { line.values[0]?.mean ?? .infinity }
    // Of equals the one that was named first.
    return lines.enumerated().sorted { (waits($0.element), $0.offset) < (waits($1.element), $1.offset) }.map(\.element)
  }

  private static func panels(
    _ rows: [[Bar?]], _ strategies: [String], _ styles: [StrategyStyle], left: Int,
    isOne: Bool
  ) -> String {
    let (gap, room) = (14.0, 976.0 - Double(left))
    let count = Double(Column.judged.count)
    let panel = (room - (count - 1) * gap) / count
    return Column.judged.enumerated().map { index, metric in
      let start = Double(left) + Double(index) * (panel + gap)
      let most = rows.compactMap { $0[index].map { max($0.mean, $0.worst) } }.max() ?? 1
      let means = rows.compactMap { $0[index]?.mean }
      // Of the two figures of a label each must be the best where it is printed strong.
      let best = metric.isBetterHigh ? means.max() : means.min()
      let worsts = rows.compactMap { $0[index]?.worst }
      let bestWorst = metric.isBetterHigh ? worsts.max() : worsts.min()
      var bars = self.bars(index, metric, rows, styles, isOne: isOne)
      var labels: [String] = []
      for (row, values) in rows.enumerated() {
        guard let value = values[index] else { continue }
        let isBest = value.mean == best && value.worst == bestWorst
        let worst = value.worst == value.mean ? "" : " (\(text(value.worst)))"
        labels.append(
          "set label \(10 + row) '\(text(value.mean))\(worst)' "
            + "at \(NumberText.fixed(max(value.mean, value.worst), decimals: 4)),\(row) "
            + "left offset 0.5,0 font \(isBest ? "strong" : "small") textcolor rgb ink front")
      }
      // A panel without a bar has no data to draw: gnuplot takes a point that is nowhere.
      if means.isEmpty {
        bars = ["NaN"]
        labels = ["set label 10 'no record has it' at graph 0.5, 0.5 center font small textcolor rgb muted front"]
      }
      return """
        set lmargin at screen \(NumberText.fixed(start / 1000, decimals: 4))
        set rmargin at screen \(NumberText.fixed((start + panel) / 1000, decimals: 4))
        set xrange [0:\(NumberText.fixed(max(most, 0.01) * (isOne ? 1.32 : 1.8), decimals: 4))]
        \(index == 0 ? "set ytics \(tics(strategies, to: 30)) noenhanced textcolor rgb ink" : "unset ytics")
        set label 3 "\(metric.label)\\n\(metric.isBetterHigh ? "more is better" : "less is better")" \
        at graph 0, 1 left offset 0,1.7 font small textcolor rgb muted
        \(labels.joined(separator: "\n"))
        \(drawn(bars))
        \(withoutHeadline)
        """
    }.joined(separator: "\n")
  }

  /// The bars of a panel, with the worst trace behind.
  private static func bars(
    _ index: Int, _ metric: Column, _ rows: [[Bar?]], _ styles: [StrategyStyle],
    isOne: Bool
  ) -> [String] {
    func box(_ end: String, of row: Int, height: String = "0.34", _ style: String) -> String {
      let place = row < 0 ? "1" : "($1 == \(row) ? $1 : NaN)"
      return "data using (0):\(place):(0):\(end):($1-\(height)):($1+\(height)) with boxxyerror \(style)"
    }
    var drawings = isOne ? [] : [box("\(worst(index))", of: -1, height: "0.03", "linecolor rgb muted")]
    for (row, style) in styles.enumerated() where rows[row][index] != nil {
      drawings.append(box("\(mean(index))", of: row, "linecolor rgb \(style.hue)"))
    }
    if isOne { return drawings }
    let colour = metric.isBetterHigh ? "ground" : "muted"
    return drawings + [
      "data using \(worst(index)):($1-0.16):(0):(0.32) with vectors nohead linewidth 2 linecolor rgb \(colour)"
    ]
  }

  private static func mean(_ metric: Int) -> Int { 3 + 2 * metric }
  private static func worst(_ metric: Int) -> Int { 4 + 2 * metric }

  private static func data(_ rows: [[Bar?]], _ strategies: [String]) -> PlotData {
    var data = PlotData(
      ["row", "strategy"] + Column.judged.flatMap { ["\($0.label) (mean)", "\($0.label) (worst trace)"] })
    func cell(_ value: Double?) -> String { value.map { NumberText.fixed($0, decimals: 4) } ?? "NaN" }
    for (row, values) in rows.enumerated() {
      data.append(["\(row)", strategies[row]] + values.flatMap { [cell($0?.mean), cell($0?.worst)] })
    }
    return data
  }
}
