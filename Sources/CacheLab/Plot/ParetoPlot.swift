extension Plot {
  /// What memory buys: peak bitmap bytes against blank area, one point a strategy, the front joined, dominated points
  /// faded. Over several traces a strategy's point is their mean.
  public static func pareto(_ records: [RunRecord]) -> Plot {
    var names: [String] = []
    for record in records where !names.contains(record.strategy) { names.append(record.strategy) }
    let points = names.compactMap { name -> (name: String, peak: Double, blank: Double)? in
      let own = records.filter { $0.strategy == name }
      let peaks = own.compactMap { $0.metric("peak-bitmap-bytes")?.number }
      let blanks = own.compactMap { $0.metric("warm-blank-ratio")?.number }
      guard !peaks.isEmpty, peaks.count == blanks.count else { return nil }
      let count = Double(peaks.count)
      return (name, peaks.reduce(0, +) / count / 1e6, blanks.reduce(0, +) / count * 100)
    }
    let isOnFront = ParetoFront.members(of: points.map { [$0.peak, $0.blank] })
    let front = zip(points, isOnFront).filter { $0.1 }.map { $0.0 }.sorted { ($0.peak, $0.blank) < ($1.peak, $1.blank) }
    let beaten = zip(points, isOnFront).filter { !$0.1 }.map { $0.0 }
    var data = "strategy\tpeak MB\tblank %\n"
    func row(_ point: (name: String, peak: Double, blank: Double)) -> String {
      "\(point.name)\t\(NumberText.fixed(point.peak, decimals: 3))\t\(NumberText.fixed(point.blank, decimals: 4))\n"
    }
    data += front.map(row).joined() + "\n\n" + beaten.map(row).joined()
    let traces = Set(records.map(\.trace)).sorted()
    let title = traces.count == 1 ? "on \(traces[0])" : "over \(traces.count) traces (means)"
    let faded = !beaten.isEmpty
    let (peaks, blanks) = (points.map(\.peak), points.map(\.blank))
    let span = max((peaks.max() ?? 1) - (peaks.min() ?? 0), 1)
    let frame = (
      left: max(0, (peaks.min() ?? 0) - 0.08 * span), right: (peaks.max() ?? 1) + 0.25 * span,
      top: max((blanks.max() ?? 1) * 1.15, 0.01)
    )
    var placed = LabelPlaces(left: frame.left, right: frame.right, top: frame.top, width: 880, height: 480)
    let labels = (front.map { ($0, "ink") } + beaten.map { ($0, "'#8A8A8A'") }).map { point, colour in
      let lines = placed.place(point.name, x: point.peak, y: point.blank)
      return "set label \(plain(point.name)) at \(NumberText.fixed(point.peak, decimals: 3)),"
        + "\(NumberText.fixed(point.blank, decimals: 4)) left offset 0.9,\(NumberText.fixed(lines, decimals: 1)) noenhanced "
        + "textcolor rgb \(colour)"
    }
    return Plot(
      name: "pareto-\(traces.count == 1 ? traces[0] : "\(traces.count)-traces")", height: 600, data: data,
      body: """
        set title \(plain("What does memory buy \(title)?")) noenhanced offset 0,0.5
        set xlabel 'peak of bitmap memory, MB (less is better)'
        set ylabel 'blank area after the first frame, % (less is better)'
        set lmargin 9
        set rmargin 3
        set key top right Left reverse samplen 2
        set xrange [\(NumberText.fixed(frame.left, decimals: 3)):\(NumberText.fixed(frame.right, decimals: 3))]
        set yrange [0:\(NumberText.fixed(frame.top, decimals: 4))]
        \(labels.joined(separator: "\n        "))
        plot data using 2:3 index 0 with linespoints linewidth 2 pointtype 7 pointsize 1.1 \
        linecolor rgb '\(Palette.displayed)' title 'not beaten on both'\(faded ? """
         , \\
        data using 2:3 index 1 with points pointtype 6 pointsize 1 linecolor rgb '#9A9A9A' title 'beaten'
        """ : "")
        """)
  }
}
