import CacheLab
public import LabRecords

extension Plot {
  /// Returns a metric over strategies and traces, a cell for each pair; the bluer, the nearer to the best of the trace. A
  /// single strategy is not shaded.
  public static func heat(_ records: [RunRecord], metric: Column) -> Plot {
    let records = RunRecord.distinct(records)
    let shared = records.shared
    let strategies = shared.map(\.strategy).unique
    let traces = shared.map(\.trace).unique
    let values = strategies.map { strategy in
      traces.map { trace in
        shared.first { $0.strategy == strategy && $0.trace == trace }.flatMap(metric.shown)
      }
    }
    let end = sharedEnd(strategies)
    let names = strategies.map { String($0.dropLast(end.count)) }
    let rows = names.map { lines(of: $0) }
    let (cellWidth, cellHeight) = (
      max(54, min(90, 860 / max(1, traces.count))), max(30, 20 * (rows.map(\.count).max() ?? 1) + 6)
    )
    let left = 24 + room(for: names)
    // Names of traces rise to their columns from the left.
    let longest = 7 * (traces.map(\.count).max() ?? 10)
    let bottom = 30 + longest / 2
    let right = max(left, longest * 7 / 8) + cellWidth * traces.count
    return Plot(
      name: "heat-\(metric.id)", title: metric.question,
      subtitle: "\(metric.label), \(metric.isBetterHigh ? "more" : "less") is better; "
        + (strategies.count < 2 ? "" : "the bluer, the nearer to the best of its trace; ") + caption(shared)
        + (end.isEmpty ? "" : "; each with \(end)"),
      note: note(records), width: max(760, right + 56), height: 76 + bottom + cellHeight * strategies.count,
      data: data(values, strategies, traces, metric),
      values: [
        ("left", .number(Double(right - cellWidth * traces.count))), ("right", .number(Double(right))),
        ("bottom", .number(Double(bottom))), ("columns", .number(Double(traces.count))),
        ("rows", .number(Double(rows.count))), ("traces", .tics(traces)),
        ("names", .tics(rows.map { $0.joined(separator: "\n") })),
      ], templates: PackageResources.heat_gp)
  }

  private static func data(
    _ values: [[Double?]], _ strategies: [String], _ traces: [String], _ metric: Column
  ) -> PlotData {
    let decimals = decimals(values.flatMap(\.self))
    var data = PlotData("trace", "strategy", metric.label, "column", "row", "goodness", "text")
    for (row, strategy) in strategies.enumerated() {
      for (column, trace) in traces.enumerated() {
        guard let value = values[row][column] else { continue }
        let own = values.compactMap { $0[column] }
        let (low, high) = (own.min() ?? 0, own.max() ?? 0)
        // Best and worst of a trace lie at least visibly apart.
        let span = max(high - low, metric.indifferent, metric.isBetterHigh ? 0 : low * 0.2)
        let behind = metric.isBetterHigh ? high - value : value - low
        let goodness = strategies.count < 2 ? 0 : 1 - behind / span
        data.append(
          [trace, strategy, NumberText.fixed(value, decimals: 3), "\(column)", "\(row)"]
            + [NumberText.fixed(goodness, decimals: 3), NumberText.fixed(value, decimals: decimals)])
      }
    }
    return data
  }

  /// Returns the setting of runs for the line below a title.
  static func caption(_ records: [RunRecord]) -> String { records.first.map { SettingValues($0).caption } ?? "?" }

  /// Returns the traces that are set aside for the line below that, or nil if there are none.
  static func note(_ records: [RunRecord]) -> String? { records.asideWords.map { "set aside: \($0)" } }
}
