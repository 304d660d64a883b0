import LabBase
public import LabRecords

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

    /// The best first; of equals by name.
    var rank: (Int64, Int64, Int64, String) { (percentile(95), percentile(50), percentile(99), strategy) }
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
    let ranked = curves.indices.sorted { curves[$0].rank < curves[$1].rank }
    var data = PlotData("strategy", "time ms", "share %", blocks: curves) { curve in
      points(of: curve).map { [curve.strategy, milliseconds($0.time), NumberText.fixed($0.percent, decimals: 2)] }
    }
    data.endBlock()
    var marks = PlotData("strategy", "percentile", "time ms", blocks: curves) { curve in
      percentiles.map { [curve.strategy, "\($0)", milliseconds(curve.percentile($0))] }
    }
    marks.endBlock()
    data.append(marks)
    let height = max(560, 200 + 20 * curves.count)
    let lines = ranked.reversed().flatMap { index in
      let (style, count) = (styles[index], curves.count)
      return [
        "data index \(index) using 2:3 \(style.drawing(width: count > 8 ? "1.5" : "2"))",
        "data index \(count + index) using 3:2 \(style.drawing(size: count > 8 ? "0.45" : "0.6"))",
      ]
    }
    let edge = edge(of: curves)
    return Plot(
      name: name, title: title, subtitle: subtitle, height: height, data: data,
      body: """
        set xlabel '\(across), ms'
        set ylabel '\(up), %'
        set yrange [0:101]
        set xrange [0:\(edge.map(milliseconds) ?? "*")]
        set lmargin at screen 0.075
        set rmargin at screen 0.64
        set tmargin at screen \(share(from: 78, height))
        set bmargin at screen \(share(70, height))
        set key off
        \(edge.map { beyond($0, curves, height: height) } ?? "")
        \(table(ranked.map { (curves[$0], styles[$0]) }, height: height))
        \(drawn(lines))
        """)
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    NumberText.fixed(Double(nanoseconds) / 1e6, decimals: 3)
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
      + "screen \(share(10, height)) right font small textcolor rgb muted"
  }

  /// Strategies with their percentiles, in the colours of their curves.
  private static func table(_ rows: [(curve: Curve, style: StrategyStyle)], height: Int) -> String {
    func label(_ words: String, _ x: String, _ row: Int, _ style: String) -> String {
      "set label \(words) at screen \(x), screen \(share(from: 92 + 20 * row, height)) \(style)"
    }
    let columns = zip(percentiles, ["0.88", "0.93", "0.98"])
    var lines = columns.map { label("'p\($0)'", $1, 0, "right font small textcolor rgb muted") }
    lines.append(label("'ms, dots on the curves'", "0.665", 0, "left font small textcolor rgb muted"))
    for (index, row) in rows.enumerated() {
      let y = share(from: 92 + 20 * (index + 1), height)
      lines.append(
        "set arrow from screen 0.665, screen \(y) to screen 0.69, screen \(y) nohead linewidth 3 "
          + "dashtype \(row.style.dash) linecolor rgb \(row.style.hue)")
      lines.append(
        label(
          quoted(shortened(row.curve.strategy, to: 22)), "0.697", index + 1,
          "left noenhanced font small textcolor rgb ink"))
      lines += columns.map { percent, x in
        let time = NumberText.milliseconds(Double(row.curve.percentile(percent)))
        return label("'\(time)'", x, index + 1, "right font small textcolor rgb ink")
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
}

extension Plot {
  /// How long images let wait: the share of requests that had their image within a time, a curve a strategy.
  ///
  /// - Precondition: at least one replay; all are of one trace.
  public static func waits(_ replays: [EventTimeline]) -> Plot {
    let trace = replays[0].trace
    return cumulative(
      name: "waits-\(trace)", title: "How long does a cell wait for its image on \(trace)?",
      subtitle: "\(replays[0].setting); time to image = wait in the queue + decode, 0 where the image was ready",
      across: "time to image", up: "requests served by then",
      curves: replays.map { Curve(strategy: $0.strategy, sorted: $0.waits) })
  }

  /// How the first screen fills: the share of its cells that show their image by then, a curve a strategy; and where
  /// thumbnails come first, that of the cells that show anything.
  ///
  /// - Precondition: at least one replay; all are of one trace.
  public static func firstScreen(_ replays: [EventTimeline]) -> [Plot] {
    let trace = replays[0].trace
    func plot(_ name: String, _ title: String, _ up: String, _ times: (EventTimeline) -> [Int64]) -> Plot {
      cumulative(
        name: "\(name)-\(trace)", title: "\(title) on \(trace)?", subtitle: replays[0].setting,
        across: "time since the first frame", up: up,
        curves: replays.map { Curve(strategy: $0.strategy, sorted: times($0)) })
    }
    let sharp = plot("screen", "When is the first screen sharp", "cells that show their image by then") {
      $0.firstScreen.sharp
    }
    if replays.allSatisfy({ $0.firstScreen.filled == $0.firstScreen.sharp }) { return [sharp] }
    let filled = plot("screen-filled", "When does the first screen show anything", "cells that show anything by then") {
      $0.firstScreen.filled
    }
    return [sharp, filled]
  }

  /// How long decodes took on the machine that ran them: the share that was done within a time, a curve a strategy.
  ///
  /// - Precondition: at least one record; all are of one trace.
  /// - Returns: Nil when none of the records has its decode times, one by one.
  public static func decodes(_ records: [RunRecord]) -> Plot? {
    let trace = records[0].trace
    let curves = records.compactMap { record -> Curve? in
      guard let samples = record.decodeWallSamples, !samples.isEmpty else { return nil }
      return Curve(strategy: record.strategy, sorted: samples.sorted())
    }
    guard !curves.isEmpty else { return nil }
    let environment = records[0].environment
    return cumulative(
      name: "decodes-\(trace)", title: "How long does a decode take on \(trace)?",
      subtitle: "wall time, libjpeg-turbo \(environment.codec), \(environment.cpu ?? "?"); "
        + "decoder and photos are the same for all",
      across: "wall time of a decode", up: "decodes done by then", curves: curves)
  }
}
