import LabBase
import LabRecords

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
    let marks = PlotData("strategy", "percentile", "time ms", blocks: curves) { curve in
      percentiles.map { [curve.strategy, "\($0)", milliseconds(curve.percentile($0))] }
    }
    data.append(marks)
    let isCrowded = curves.count > 8
    let lines = ranked.reversed().flatMap { index in
      [
        "data index \(index) using 2:3 \(styles[index].drawing(width: isCrowded ? "1.5" : "2"))",
        "data index \(curves.count + index) using 3:2 \(styles[index].drawing(size: isCrowded ? "0.45" : "0.6"))",
      ]
    }
    let edge = edge(of: curves)
    return series(
      name: name, title: title, subtitle: subtitle, data: data,
      key: ranked.map { index in
        let times = percentiles.map { NumberText.milliseconds(Double(curves[index].percentile($0))) }
        return Series(name: curves[index].strategy, style: styles[index], figures: times)
      },
      headings: ("ms, dots on the curves", percentiles.map { "p\($0)" }),
      axes: """
        set xlabel '\(across), ms'
        set ylabel '\(up), %'
        set yrange [0:101]
        set xrange [0:\(edge.map(milliseconds) ?? "*")]
        \(edge.map { beyond($0, curves) } ?? "")
        """, drawings: lines)
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
  private static func beyond(_ edge: Int64, _ curves: [Curve]) -> String {
    let count = curves.reduce(0) { sum, curve in sum + curve.sorted.count { $0 > edge } }
    let slowest = NumberText.milliseconds(Double(curves.compactMap(\.sorted.last).max() ?? 0))
    return "set label 'beyond: \(NumberText.grouped(Int64(count))), the slowest \(slowest) ms' at screen 0.98, "
      + "screen 0.02 right font small textcolor rgb muted"
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
    func plot(_ name: String, _ when: String, _ up: String, _ times: (EventTimeline) -> [Int64]) -> Plot {
      let trace = replays[0].trace
      return cumulative(
        name: "\(name)-\(trace)", title: "When \(when) on \(trace)?", subtitle: replays[0].setting,
        across: "time since the first frame", up: "cells that show \(up) by then",
        curves: replays.map { Curve(strategy: $0.strategy, sorted: times($0)) })
    }
    let sharp = plot("screen", "is the first screen sharp", "their image") { $0.firstScreen.sharp }
    if replays.allSatisfy({ $0.firstScreen.filled == $0.firstScreen.sharp }) { return [sharp] }
    return [
      sharp, plot("screen-filled", "does the first screen show anything", "anything") { $0.firstScreen.filled },
    ]
  }
}
