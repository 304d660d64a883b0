import LabBase

extension Plot {
  /// One curve of a cumulative picture.
  struct Curve {
    var strategy: String
    /// Nanoseconds, ascending.
    var sorted: [Int64]

    /// Nearest rank.
    func percentile(_ percent: Int) -> Int64 {
      sorted.isEmpty ? 0 : sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }
  }

  private static let percentiles = [50, 95, 99]

  /// How many things were over by when, a curve a strategy, and beside it a table of percentiles, best first.
  ///
  /// - Parameters:
  ///   - across: What the time axis shows, with its unit ms.
  ///   - up: What the other axis shows, in %.
  static func cumulative(
    name: String, title: String, subtitle: String, across: String, up: String, curves: [Curve]
  ) -> Plot {
    let styles = StrategyStyle.of(curves.map(\.strategy))
    let ranked = curves.indices.sorted { one, two in
      let (a, b) = (curves[one], curves[two])
      return ([95, 50, 99].map(a.percentile), a.strategy) < ([95, 50, 99].map(b.percentile), b.strategy)
    }
    var data = PlotData("strategy", "time ms", "share %")
    var marks = PlotData("strategy", "percentile", "time ms")
    for curve in curves {
      for point in points(of: curve) {
        data.append(
          PlotData.cell(curve.strategy), NumberText.fixed(Double(point.time) / 1e6, decimals: 3),
          NumberText.fixed(point.percent, decimals: 2))
      }
      for percent in percentiles {
        marks.append(
          PlotData.cell(curve.strategy), "\(percent)",
          NumberText.fixed(Double(curve.percentile(percent)) / 1e6, decimals: 3))
      }
      data.endBlock()
      marks.endBlock()
    }
    let height = max(560, 200 + 20 * curves.count)
    let lines = ranked.reversed().flatMap { index in
      let (style, count) = (styles[index], curves.count)
      return [
        "data index \(index) using 2:3 with lines linewidth \(count > 8 ? 1.5 : 2) dashtype \(style.dash) "
          + "linecolor rgb \(style.hue)",
        "data index \(count + index) using 3:2 with points pointtype \(style.point) "
          + "pointsize \(count > 8 ? 0.45 : 0.6) linecolor rgb \(style.hue)",
      ]
    }
    let edge = edge(of: curves)
    return Plot(
      name: name, title: title, subtitle: subtitle, height: height, data: data.text + marks.text,
      body: """
        set xlabel '\(across), ms'
        set ylabel '\(up), %'
        set yrange [0:101]
        set xrange [0:\(edge.map { NumberText.fixed(Double($0) / 1e6, decimals: 3) } ?? "*")]
        set lmargin at screen 0.075
        set rmargin at screen 0.64
        set tmargin at screen \(NumberText.fixed(1 - 78.0 / Double(height), decimals: 4))
        set bmargin at screen \(NumberText.fixed(70.0 / Double(height), decimals: 4))
        set key off
        \(edge.map { beyond($0, curves, height: height) } ?? "")
        \(table(ranked.map { (curves[$0], styles[$0]) }, height: height))
        plot \(lines.joined(separator: ", \\\n"))
        """)
  }

  /// Where the time axis ends, nanoseconds: a quarter behind the last p99, so that a single slow one does not press all
  /// curves against the other side; nil where nothing lies far beyond that.
  private static func edge(of curves: [Curve]) -> Int64? {
    let last = curves.map { $0.percentile(99) }.max() ?? 0
    let slowest = curves.compactMap(\.sorted.last).max() ?? 0
    let edge = last + last / 4
    return last > 0 && slowest > edge + edge / 4 ? edge : nil
  }

  /// What the axis leaves out, in words at its end.
  private static func beyond(_ edge: Int64, _ curves: [Curve], height: Int) -> String {
    let count = curves.reduce(0) { sum, curve in sum + curve.sorted.count { $0 > edge } }
    let slowest = NumberText.milliseconds(Double(curves.compactMap(\.sorted.last).max() ?? 0))
    return "set label 'beyond: \(NumberText.grouped(Int64(count))), the slowest \(slowest) ms' at screen 0.64, "
      + "screen \(NumberText.fixed(10.0 / Double(height), decimals: 4)) right font small textcolor rgb muted"
  }

  /// Strategies with their percentiles, in the colours of their curves.
  private static func table(_ rows: [(curve: Curve, style: StrategyStyle)], height: Int) -> String {
    func place(_ row: Int) -> String { NumberText.fixed(1 - (92.0 + 20 * Double(row)) / Double(height), decimals: 4) }
    let columns = zip(percentiles, ["0.88", "0.93", "0.98"])
    var lines = columns.map { percent, x in
      "set label 'p\(percent)' at screen \(x), screen \(place(0)) right font small textcolor rgb muted"
    }
    lines.append(
      "set label 'ms, dots on the curves' at screen 0.665, screen \(place(0)) left font small textcolor rgb muted")
    for (index, row) in rows.enumerated() {
      let y = place(index + 1)
      lines.append(
        "set arrow from screen 0.665, screen \(y) to screen 0.69, screen \(y) nohead linewidth 3 "
          + "dashtype \(row.style.dash) linecolor rgb \(row.style.hue)")
      lines.append(
        "set label \(quoted(shortened(row.curve.strategy, to: 22))) at screen 0.697, screen \(y) left noenhanced "
          + "font small textcolor rgb ink")
      for (percent, x) in zip(percentiles, ["0.88", "0.93", "0.98"]) {
        lines.append(
          "set label '\(NumberText.milliseconds(Double(row.curve.percentile(percent))))' at screen \(x), screen \(y) "
            + "right font small textcolor rgb ink")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// At most a thousand points: a curve's corners, at ranks that lie equally far apart, and the last ones all.
  private static func points(of curve: Curve) -> [(time: Int64, percent: Double)] {
    let count = curve.sorted.count
    guard count > 0 else { return [] }
    var points = [(time: curve.sorted[0], percent: 0.0)]
    for step in 1...500 {
      let rank = max(1, (count * step + 499) / 500)
      let point = (time: curve.sorted[rank - 1], percent: Double(rank) / Double(count) * 100)
      if points.count > 1, let last = points.last, last.time == point.time { points.removeLast() }
      points.append(point)
    }
    return points
  }

  /// A name that would run into what stands beside it, cut.
  static func shortened(_ name: String, to count: Int) -> String {
    name.count <= count ? name : name.prefix(count - 1) + "…"
  }
}

private func < (one: ([Int64], String), two: ([Int64], String)) -> Bool {
  one.0 == two.0 ? one.1 < two.1 : one.0.lexicographicallyPrecedes(two.0)
}
