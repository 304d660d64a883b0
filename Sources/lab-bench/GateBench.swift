import LabBase
import LabJudge
import LabRecords
import LabSystem

/// False and true alarms of the gate. The raw arms go to results/gate-pool.tsv.
enum GateBench {
  private static let cell = ["--strategy", "preheat2x", "--trace", "fastscroll"]

  /// Measures A/A comparisons, and the same with the new side's times made longer.
  ///
  /// - Parameters:
  ///   - windows: The comparisons of 30 pairs that share no arm.
  ///   - decodes: The decodes of an arm; fewer make more noise and take less time.
  static func measure(windows: Int, decodes: Int) throws -> [Figure] {
    let arms = try record(arms: windows * 60, decodes: decodes)
    let judge = LatencyJudge()
    func red(_ slowdown: Double) -> BinomialBounds {
      let windows = LatencyEvidence.windows(
        of: arms, decodes: decodes, pairs: judge.settings.pairsMin, slowdown: slowdown)
      let found = windows.map { judge.judge([$0]).rows }
      return BinomialBounds(
        successes: found.count { rows in rows.contains { $0.verdict == .regressed } }, trials: found.count)
    }
    func figure(_ name: String, _ bounds: BinomialBounds, _ limit: ClosedRange<Double>) -> Figure {
      Figure(
        name: "\(name): red of \(bounds.trials) windows of 30 pairs of \(decodes) decodes "
          + "(95 %: \(NumberText.percent(bounds.lower)) to \(NumberText.percent(bounds.upper)))",
        value: Double(bounds.successes) / Double(bounds.trials), unit: "  ", limit: limit)
    }
    return [
      figure("the same binary twice", red(0), 0...0), figure("+3 % decode time", red(0.03), 0.8...(.infinity)),
      figure("+5 % decode time", red(0.05), 0.95...(.infinity)),
    ]
  }

  /// Runs processes of one binary, one after the other.
  private static func record(arms count: Int, decodes: Int) throws -> [LatencyEvidence.Arm] {
    let listing = try Program.run(["arm", "--list", "--decodes", "\(decodes)"] + cell)
    var arms: [LatencyEvidence.Arm] = []
    var raw =
      "# \(count) arms of \(decodes) decodes, \((["lab-run"] + cell).joined(separator: " "))\np50\tmean\tp99\twall-p99\n"
    while arms.count < count {
      let said = try JSON.parse(try Program.run(["arm", "--slice", "-"] + cell, input: listing))
      func times(_ key: String) -> [Int64] { (said[key]?.array ?? []).compactMap { $0.integer } }
      guard !times("cpu").isEmpty else { throw BenchError("arm --slice said nothing") }
      let arm = LatencyEvidence.Arm(cpu: times("cpu"), wall: times("wall"))
      raw += arm.times.map { "\($0)" }.joined(separator: "\t") + "\n"
      arms.append(arm)
    }
    try ResultFile.write(raw.utf8, to: "results/gate-pool.tsv")
    return arms
  }
}
