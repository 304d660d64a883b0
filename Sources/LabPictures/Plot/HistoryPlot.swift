import LabBase
public import LabRecords

extension Plot {
  /// How a metric went over records, a line for each strategy on each trace in each setting.
  ///
  /// Of more lines than a picture shows, those with most places are drawn, of equals the latest.
  /// - Returns: The picture, and how many lines are not in it; nil when no record has the metric.
  public static func history(
    _ records: [RunRecord], metric: PlotMetric, by axis: HistoryAxis = .time
  ) -> (plot: Plot, leftOut: Int)? {
    let history = HistoryLines(RunRecord.distinct(records.filter { metric.value($0) != nil }), axis)
    guard !history.lines.isEmpty else { return nil }
    let (lines, places) = (history.lines, history.places)
    let records = lines.flatMap(\.records)
    let traces = records.map(\.trace).unique
    let names = lines.map { $0.name(withTrace: traces.count > 1) }
    let styles = StrategyStyle.of(lines.map(\.strategy))
    let values = records.compactMap(metric.value)
    let (low, high) = (values.min() ?? 0, max(values.max() ?? 1, 0.001))
    let base = low > high * 0.5 ? low - (high - low) * 0.3 - high * 0.02 : 0
    let top = high + max((high - base) * 0.08, high * 0.005)
    let longest = Double(names.map { min($0.count, 34) }.max() ?? 8)
    let (width, height) = (1000.0, 560.0)
    let ticNames = ticNames(places, axis)
    let frame = PlotFrame(
      width: width, height: height, left: 66 + 4 * Double(ticNames.map(\.count).max() ?? 0),
      right: width - 24 - 7.5 * longest, bottom: 86, top: height - 78,
      x: -0.3...(Double(places.count) - 0.7), y: base...top)
    let rows = lines.map { line in
      line.records.map { (place: places.firstIndex(of: axis.place(of: $0)) ?? 0, value: metric.value($0) ?? 0) }
    }
    let ends = EndLabels.places(
      rows.map { frame.point(0, $0.last?.value ?? 0).y }, bottom: frame.bottom, top: frame.top)
    let labels = names.enumerated().map { index, name in
      "set label \(quoted(shortened(name, to: 34))) at \(frame.screen(frame.right + 8, ends[index])) left noenhanced "
        + "font small textcolor rgb \(styles[index].hue)"
    }
    let drawings = names.indices.map { index in
      "data index \(index) using 2:4 with linespoints linewidth 1.5 pointtype \(styles[index].point) pointsize 0.6 "
        + "dashtype \(styles[index].dash) linecolor rgb \(styles[index].hue)"
    }
    let ground = traces.count == 1 ? " on \(traces[0])" : ""
    let plot = Plot(
      name: "history-\(metric.id)\(traces.count == 1 ? "-\(traces[0])" : "")",
      title: "Did it change\(ground)? \(metric.label)",
      subtitle: "\(NumberText.count(records.count, "record")), \(metric.isBetterHigh ? "more" : "less") is better"
        + (history.leftOut == 0 ? "" : "; \(lines.count) of \(lines.count + history.leftOut) lines, the longest ones")
        + (base > 0 ? "; the axis does not begin at 0" : ""),
      height: Int(height), data: data(names, rows, places, metric),
      body: """
        set key off
        set ylabel '\(metric.label)'
        \(frame.script)
        set xtics (\(tics(ticNames))) noenhanced rotate by 25 right
        \(labels.joined(separator: "\n"))
        plot \(drawings.joined(separator: ", \\\n"))
        """)
    return (plot, history.leftOut)
  }

  /// Times without the day that they share, and without seconds where it differs.
  private static func ticNames(_ places: [String], _ axis: HistoryAxis) -> [String] {
    guard axis == .time, let first = places.first else { return places.map { shortened($0, to: 20) } }
    let isOneDay = places.allSatisfy { $0.prefix(10) == first.prefix(10) }
    return places.map { String(isOneDay ? $0.dropFirst(11) : $0.prefix(16)) }
  }

  /// About ten of the places have their name below them.
  private static func tics(_ places: [String]) -> String {
    let step = max(1, (places.count + 9) / 10)
    return places.enumerated().filter { $0.offset % step == 0 }
      .map { "\(quoted($0.element)) \($0.offset)" }.joined(separator: ", ")
  }

  private static func data(
    _ names: [String], _ rows: [[(place: Int, value: Double)]], _ places: [String], _ metric: PlotMetric
  ) -> String {
    var data = PlotData("what", "number", "when", metric.label)
    for (index, name) in names.enumerated() {
      if index > 0 { data.endBlock() }
      // Of several records of one place the last counts.
      for (number, row) in rows[index].enumerated()
      where number + 1 == rows[index].count || rows[index][number + 1].place != row.place {
        data.append(
          PlotData.cell(name), "\(row.place)", PlotData.cell(places[row.place]),
          NumberText.fixed(row.value, decimals: 4))
      }
    }
    return data.text
  }
}
