import LabBase
public import LabRecords

extension Plot {
  /// A metric over strategies and traces, a cell each; the bluer, the nearer to the best of the trace. A strategy alone
  /// is not shaded.
  public static func heat(_ records: [RunRecord], metric: Column) -> Plot {
    let shared = SharedRuns(RunRecord.distinct(records))
    let strategies = shared.records.map(\.strategy).unique
    let traces = shared.records.map(\.trace).unique
    let values = strategies.map { strategy in
      traces.map { trace in
        shared.records.first { $0.strategy == strategy && $0.trace == trace }.flatMap(metric.shown)
      }
    }
    let (cellWidth, cellHeight) = (max(46, min(90, 860 / max(1, traces.count))), 30)
    let left = 24 + 8 * (strategies.map { min($0.count, 30) }.max() ?? 10)
    let (right, top) = (56, 76)
    let bottom = 30 + 6 * (traces.map { min($0.count, 24) }.max() ?? 10)
    let width = max(760, left + right + cellWidth * traces.count)
    let height = top + bottom + cellHeight * strategies.count
    return Plot(
      name: "heat-\(metric.id)", title: metric.question,
      subtitle: "\(metric.label), \(metric.isBetterHigh ? "more" : "less") is better; "
        + (strategies.count < 2 ? "" : "the bluer, the nearer to the best of its trace; ") + "\(caption(shared))",
      note: note(shared),
      width: width, height: height, data: data(values, strategies, traces, metric),
      body: """
        set lmargin at screen \(share(left, width))
        set rmargin at screen \(share(left + cellWidth * traces.count, width))
        set tmargin at screen \(share(from: top, height))
        set bmargin at screen \(share(bottom, height))
        unset key
        unset grid
        set border 0
        set tics scale 0
        set xtics \(tics(traces, to: 24)) rotate by 30 right noenhanced textcolor rgb ink
        set ytics \(tics(strategies, to: 30)) noenhanced textcolor rgb ink
        set xrange [-0.5:\(Double(traces.count) - 0.5)]
        set yrange [\(Double(strategies.count) - 0.5):-0.5]
        set style fill solid 1 noborder
        # From pale to dark; letters change where they would not be read.
        channel(from, to, share) = int(from + (to - from) * share)
        cell(s) = 65536 * channel(\(Palette.heat.pale.0), \(Palette.heat.dark.0), s) \
        + 256 * channel(\(Palette.heat.pale.1), \(Palette.heat.dark.1), s) \
        + channel(\(Palette.heat.pale.2), \(Palette.heat.dark.2), s)
        letters(s) = s > 0.65 ? 0xFFFFFF : 0x1F2328
        plot data using 4:5:($4-0.48):($4+0.48):($5-0.46):($5+0.46):(cell($6)) with boxxyerror linecolor rgb variable, \
        data using 4:5:7:(letters($6)) with labels noenhanced font small textcolor rgb variable
        """)
  }

  private static func data(
    _ values: [[Double?]], _ strategies: [String], _ traces: [String], _ metric: Column
  ) -> PlotData {
    var data = PlotData("trace", "strategy", metric.label, "column", "row", "goodness", "text")
    for (row, strategy) in strategies.enumerated() {
      for (column, trace) in traces.enumerated() {
        guard let value = values[row][column] else { continue }
        let own = values.compactMap { $0[column] }
        let (low, high) = (own.min() ?? 0, own.max() ?? 0)
        // Best and worst of a trace lie at least so far apart that one sees it.
        let span = max(high - low, metric.indifferent, metric.isBetterHigh ? 0 : low * 0.2)
        let behind = metric.isBetterHigh ? high - value : value - low
        let goodness = strategies.count < 2 ? 0 : 1 - behind / span
        data.append(
          [trace, strategy, NumberText.fixed(value, decimals: 3), "\(column)", "\(row)"]
            + [NumberText.fixed(goodness, decimals: 3), text(value)])
      }
    }
    return data
  }

  /// The setting of what is shown, for a line below a title.
  static func caption(_ shared: SharedRuns) -> String { shared.records.first.map { SettingValues($0).caption } ?? "?" }

  /// What is set aside, for a line below that; nil for nothing.
  static func note(_ shared: SharedRuns) -> String? {
    shared.asideWords(countMax: 1).map { shortened("set aside: \($0)", to: 96) }
  }
}
