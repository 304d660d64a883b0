/// What the places across a history are.
public enum HistoryAxis: String, CaseIterable, Sendable {
  /// Records one after the other, as they were made.
  case time
  /// Revisions of the sources, in the order in which they were first run; of several records of one the last counts.
  case revision
}

extension Plot {
  /// How a metric went over records, a line for each strategy on each trace.
  ///
  /// - Returns: Nil when no record has the metric.
  public static func history(_ records: [RunRecord], metric: PlotMetric, by axis: HistoryAxis = .time) -> Plot? {
    let records = records.filter { metric.value($0) != nil }.sorted { (created($0), key($0)) < (created($1), key($1)) }
    guard !records.isEmpty else { return nil }
    let places = unique(records.map { place($0, axis) })
    let traces = unique(records.map(\.trace))
    let names = unique(records.map { name($0, alone: traces.count == 1) }).sorted()
    let styles = StrategyStyle.of(names.map { $0.split(separator: " ").first.map(String.init) ?? $0 })
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
    let rows = names.map { name in
      records.filter { self.name($0, alone: traces.count == 1) == name }
        .map { (place: places.firstIndex(of: place($0, axis)) ?? 0, value: metric.value($0) ?? 0) }
    }
    let ends = EndLabels.places(
      rows.map { frame.point(0, $0.last?.value ?? 0).y }, bottom: frame.bottom, top: frame.top)
    let labels = names.enumerated().map { index, name in
      "set label \(quoted(shortened(name, to: 34))) at \(frame.screen(frame.right + 8, ends[index])) left noenhanced "
        + "font small textcolor rgb \(styles[index].hue)"
    }
    let lines = names.indices.map { index in
      "data index \(index) using 2:4 with linespoints linewidth 1.5 pointtype \(styles[index].point) pointsize 0.6 "
        + "dashtype \(styles[index].dash) linecolor rgb \(styles[index].hue)"
    }
    let ground = traces.count == 1 ? " on \(traces[0])" : ""
    return Plot(
      name: "history-\(metric.id)\(traces.count == 1 ? "-\(traces[0])" : "")",
      title: "Did it change\(ground)? \(metric.label)",
      subtitle: "\(NumberText.count(records.count, "record")), \(metric.isBetterHigh ? "more" : "less") is better"
        + (base > 0 ? "; the axis does not begin at 0" : ""),
      height: Int(height), data: data(names, rows, places, metric),
      body: """
        set key off
        set ylabel '\(metric.label)'
        \(frame.script)
        set xtics (\(tics(ticNames))) noenhanced rotate by 25 right
        \(labels.joined(separator: "\n"))
        plot \(lines.joined(separator: ", \\\n"))
        """)
  }

  private static func created(_ record: RunRecord) -> String { record.json["created"]?.string ?? "" }
  private static func key(_ record: RunRecord) -> String { record.strategy + " " + record.trace }
  private static func name(_ record: RunRecord, alone: Bool) -> String { alone ? record.strategy : key(record) }

  private static func place(_ record: RunRecord, _ axis: HistoryAxis) -> String {
    switch axis {
    case .time: created(record).replacing("T", with: " ").replacing("Z", with: "")
    case .revision: record.json["environment"]?["git-revision"]?.string ?? "no revision"
    }
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
