extension Plot {
  /// A metric over strategies and traces, a cell each.
  ///
  /// - Parameter metric: `warm-hit-rate`, `warm-blank-ratio` or `peak-bitmap-bytes`.
  public static func heat(_ records: [RunRecord], metric: String) -> Plot {
    let strategies = ordered(records.map(\.strategy))
    let traces = ordered(records.map(\.trace))
    let descriptor = MetricCatalog.descriptor(metric)
    let isShare = descriptor?.unit == .ratio
    func value(_ record: RunRecord) -> Double? {
      record.metric(metric)?.number.map { isShare ? $0 * 100 : $0 / 1e6 }
    }
    var data = "trace\tstrategy\t\(metric) \(isShare ? "%" : "MB")\tcolumn\trow\n"
    for (row, strategy) in strategies.enumerated() {
      for (column, trace) in traces.enumerated() {
        guard let record = records.first(where: { $0.strategy == strategy && $0.trace == trace }),
          let value = value(record)
        else { continue }
        data += "\(trace)\t\(strategy)\t\(NumberText.fixed(value, decimals: 1))\t\(column)\t\(row)\n"
      }
    }
    func tics(_ names: [String]) -> String {
      "(" + names.enumerated().map { "\(plain($0.element)) \($0.offset)" }.joined(separator: ", ") + ")"
    }
    let isBetterHigh = descriptor?.better == .higher
    return Plot(
      name: "heat-\(metric)", height: 220 + 42 * strategies.count, data: data,
      body: """
        stats data using 3 name 'v' nooutput
        set title \(plain("\(descriptor?.summary ?? metric), \(isShare ? "%" : "MB") (\(isBetterHigh ? "more" : "less") is better)")) noenhanced offset 0,0.5
        set palette defined (0 '\(isBetterHigh ? "#F7FBFF" : "#F7FBFF")', 1 '\(isBetterHigh ? "#2171B5" : "#D55E00")')
        unset colorbox
        unset key
        unset grid
        set border 0
        set tics scale 0
        set lmargin 26
        set rmargin 3
        set bmargin 8
        set xtics \(tics(traces)) rotate by 35 right noenhanced
        set ytics \(tics(strategies)) noenhanced
        set xrange [-0.5:\(traces.count).0-0.5]
        set yrange [\(strategies.count).0-0.5:-0.5]
        plot data using 4:5:3 with image pixels, \
        data using 4:5:(sprintf('%.4g', $3)):($3 > v_min + 0.6*(v_max-v_min) ? 0xFFFFFF : 0x222222) \
        with labels font ',12' textcolor rgb variable
        """)
  }

  /// In the order of their first appearance.
  private static func ordered(_ names: [String]) -> [String] {
    var seen: [String] = []
    for name in names where !seen.contains(name) { seen.append(name) }
    return seen
  }
}
