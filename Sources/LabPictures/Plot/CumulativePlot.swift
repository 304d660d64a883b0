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

    /// The best first; of equals by name.
    var rank: (Int64, Int64, Int64, String) { (percentile(95), percentile(50), percentile(99), strategy) }

    /// Steps that a picture shows at most; more are joined.
    private static let stepsMax = 1000

    /// The steps: from 0 at no time up to all of them. Where there are too many, as many neighbours become one at their
    /// mean, so that the area beside the curve stays what it is.
    var steps: [(nanoseconds: Double, percent: Double)] {
      let count = sorted.count
      let size = Set(sorted).count > Curve.stepsMax ? (count + Curve.stepsMax - 1) / Curve.stepsMax : 1
      var steps = [(nanoseconds: 0.0, percent: 0.0)]
      for start in stride(from: 0, to: count, by: size) {
        let group = sorted[start..<min(start + size, count)]
        let time = group.reduce(0) { $0 + Double($1) } / Double(group.count)
        if steps.count > 1, steps[steps.count - 1].nanoseconds == time { steps.removeLast() }
        steps.append((time, Double(start + group.count) / Double(count) * 100))
      }
      return steps
    }
  }

  private static let percentiles = [50, 95, 99]

  /// How many things were over by when, a curve a strategy, and beside it a table of percentiles, best first.
  ///
  /// - Parameters:
  ///   - across: What the time axis shows.
  ///   - up: What the other axis shows.
  static func cumulative(
    name: String, title: String, subtitle: String, across: String, up: String, curves: [Curve]
  ) -> Plot {
    let styles = StrategyStyle.of(curves.map(\.strategy))
    let ranked = zip(curves, styles).sorted { $0.0.rank < $1.0.rank }
    var data = PlotData("strategy", "time ms", "share %", blocks: ranked) { curve, _ in
      curve.steps.map { [curve.strategy, milliseconds($0.nanoseconds), NumberText.fixed($0.percent, decimals: 6)] }
    }
    data.endBlock()
    let marks = PlotData("strategy", "percentile", "time ms", blocks: ranked) { curve, _ in
      percentiles.map { [curve.strategy, "\($0)", milliseconds(Double(curve.percentile($0)))] }
    }
    data.append(marks)
    let edge = edge(of: curves)
    return series(
      .curves, name: name, title: title, subtitle: subtitle, data: data,
      series: ranked.map { curve, style in
        let times = percentiles.map { NumberText.milliseconds(Double(curve.percentile($0))) }
        return Series(name: curve.strategy, style: style, figures: times)
      },
      headings: ("ms, dots on the curves", percentiles.map { "p\($0)" }),
      values: [
        ("across", .text(across)), ("up", .text(up)), ("edge", .number(Double(edge ?? 0) / 1e6)),
        ("beyond", .text(edge.map { beyond($0, curves) } ?? "")),
      ])
  }

  private static func milliseconds(_ nanoseconds: Double) -> String { NumberText.fixed(nanoseconds / 1e6, decimals: 6) }

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
    return "beyond: \(NumberText.grouped(Int64(count))), the slowest \(slowest) ms"
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
