import CacheLab
import LabMeasure
import Strategies

/// What making bitmaps' pages resident costs beside decoding into them, in CPU time.
enum PagesBench {
  static func measure() throws -> [Figure] {
    [
      try figure("preheat2x", "fastscroll", reusesPages: false, "fresh pages for every bitmap", .atMost(0.10)),
      try figure("preheat2x", "fastscroll", reusesPages: true, "pages used again", .atMost(0.02)),
      try figure("none", "scrub", reusesPages: true, "pages used again", .atMost(0.02)),
    ]
  }

  private static func figure(
    _ strategy: String, _ trace: String, reusesPages: Bool, _ what: String, _ limit: Figure.Limit
  ) throws -> Figure {
    let setting = try Setting(trace: trace)
    let facts = try MeasuredReplay(replay: setting.replay, library: setting.library, reusesPages: reusesPages)
      .run(StrategySpec(strategy), cells: .cancel)
    guard let measured = facts.measurements else { throw BenchError("nothing was measured") }
    return Figure(
      name: "making pages resident / decode CPU, \(what), \(trace) x \(strategy)",
      value: Double(measured.pageCPU) / Double(measured.decodeCPU.distribution.sum), unit: "x ", limit: limit)
  }
}
