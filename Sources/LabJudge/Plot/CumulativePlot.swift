extension Plot {
  private struct Curve {
    var strategy: String
    var sorted: [Int64]

    func percentile(_ percent: Int) -> Int64 {
      sorted.isEmpty ? 0 : sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }

    /// The order of curves: the best first, equals by name.
    var rank: (Int64, Int64, Int64, String) { (percentile(95), percentile(50), percentile(99), strategy) }

    private static let stepsMax = 1000

    /// The steps from 0 at no time up to all of them, at most `stepsMax`: neighbours are joined at their mean, which keeps the
    /// area beside the curve.
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

  /// Returns the share of events that have happened over time, a curve for each strategy, beside percentiles, best first.
  private static func cumulative(
    _ replays: [EventTimeline], name: String, question: String, remark: String = "", across: String, up: String,
    times: (EventTimeline) -> [Int64]
  ) -> Plot {
    let trace = replays[0].trace
    let curves = replays.map { Curve(strategy: $0.strategy, sorted: times($0)) }
    let styles = StrategyStyle.of(curves.map(\.strategy))
    let ranked = zip(curves, styles).ordered { $0.0.rank < $1.0.rank }
    let steps = ranked.map { curve, _ in
      curve.steps.map { [curve.strategy, milliseconds($0.nanoseconds), NumberText.fixed($0.percent, decimals: 6)] }
    }
    let marks = ranked.map { curve, _ in
      percentiles.map { [curve.strategy, "\($0)", milliseconds(Double(curve.percentile($0)))] }
    }
    let edge = edge(of: curves)
    return series(
      .curves, name: "\(name)-\(trace)", title: "\(question) on \(trace)?", subtitle: replays[0].setting + remark,
      data: data("strategy", "time ms", "share %", blocks: steps) + blockEnd
        + data("strategy", "percentile", "time ms", blocks: marks),
      series: ranked.map { curve, style in
        let times = percentiles.map { NumberText.milliseconds(Double(curve.percentile($0))) }
        return Series(name: curve.strategy, style: style, figures: times)
      },
      headings: ("ms, dots on the curves", percentiles.map { "p\($0)" }),
      values: [
        assign("across", across), assign("up", up), assign("edge", Double(edge ?? 0) / 1e6),
        assign("beyond", edge.map { beyond($0, curves) } ?? ""),
      ])
  }

  private static func milliseconds(_ nanoseconds: Double) -> String { NumberText.fixed(nanoseconds / 1e6, decimals: 6) }

  /// Returns the end of the time axis, so that a single slow event does not press all curves to the other side; nil if none
  /// lies far beyond.
  private static func edge(of curves: [Curve]) -> Int64? {
    let last = curves.map { $0.percentile(99) }.max() ?? 0
    let slowest = curves.compactMap(\.sorted.last).max() ?? 0
    let edge = last + last / 4
    return last > 0 && slowest > edge + edge / 4 ? edge : nil
  }

  private static func beyond(_ edge: Int64, _ curves: [Curve]) -> String {
    let count = curves.reduce(0) { sum, curve in sum + curve.sorted.count { $0 > edge } }
    let slowest = NumberText.milliseconds(Double(curves.compactMap(\.sorted.last).max() ?? 0))
    return "beyond: \(NumberText.grouped(Int64(count))), the slowest \(slowest) ms"
  }

  /// Returns the share of requests that have their image within a time, a curve for each strategy.
  ///
  /// - Precondition: There is at least one replay; all are of one trace.
  public static func waits(_ replays: [EventTimeline]) -> Plot {
    cumulative(
      replays, name: "waits", question: "How long does a cell wait for its image",
      remark: "; time to image = wait in the queue + decode, 0 where the image was ready",
      across: "time to image", up: "requests served by then", times: \.waits)
  }

  /// Returns the share of cells of the first screen that show their image over time, a curve for each strategy; with
  /// thumbnails also the share that shows anything.
  ///
  /// - Precondition: There is at least one replay; all are of one trace.
  public static func firstScreen(_ replays: [EventTimeline]) -> [Plot] {
    @inline(never)
    func plot(_ name: String, _ when: String, _ up: String, _ times: (EventTimeline) -> [Int64]) -> Plot {
      cumulative(
        replays, name: name, question: "When \(when)", across: "time since the first frame",
        up: "cells that show \(up) by then", times: times)
    }
    let sharp = plot("screen", "is the first screen sharp", "their image") { $0.firstScreen.sharp }
    if replays.allSatisfy({ $0.firstScreen.filled == $0.firstScreen.sharp }) { return [sharp] }
    return [
      sharp, plot("screen-filled", "does the first screen show anything", "anything") { $0.firstScreen.filled },
    ]
  }
}
