@testable import StrategyKit
@testable import LabBase
@testable import LabJudge

/// Evidence made to measure: arms of a given time, moved by a given noise.
enum LatencySample {
  /// - Parameters:
  ///   - change: What the new binary's times are longer by, as a share.
  ///   - noise: The largest deviation of an arm, as a share; drawn from the seed.
  ///   - drift: What each arm is longer by than the one before it, as a share of the first.
  static func evidence(
    pairs: Int = 30, change: Double = 0, noise: Double = 0.005, drift: Double = 0, seed: UInt64 = 1,
    cell: String = "preheat2x on fastscroll"
  ) -> LatencyEvidence {
    var random = SplitMix64(seed: seed)
    var clock = 0.0
    func arm(_ factor: Double) -> LatencyEvidence.Arm {
      func draw() -> Double { (Double(random.next() >> 11) / 0x1p53 * 2 - 1) * noise }
      defer { clock += drift }
      let time = 1_500_000 * factor * (1 + clock)
      return LatencyEvidence.Arm([
        Int64(time * (1 + draw())), Int64(1.1 * time * (1 + draw())), Int64(2 * time * (1 + 10 * draw())),
        Int64(3 * time * (1 + 20 * draw())),
      ])
    }
    let list = (0..<pairs).map { number in
      if number % 2 == 0 {
        let base = arm(1)
        return LatencyEvidence.Pair(base: base, head: arm(1 + change), baseFirst: true)
      }
      let head = arm(1 + change)
      return LatencyEvidence.Pair(base: arm(1), head: head, baseFirst: false)
    }
    return LatencyEvidence(
      cell: cell, decodes: 200, baseList: "a", headList: "a", baseWork: 1_000_000, headWork: 1_000_000, pairs: list,
      wall: Int64(pairs) * 1_000_000_000, burnIn: [1_900_000, 1_500_000, 1_510_000, 1_490_000, 1_505_000],
      steal: 0.000_123)
  }
}

extension LatencyFinding {
  func row(_ metric: String, cell: String = "preheat2x on fastscroll") -> GateRow? {
    rows.first { $0.metric == metric && $0.cell == cell }
  }

  /// Verdicts of the gated rows of times.
  var verdicts: [GateVerdict] {
    rows.filter { ["decode-cpu-p50", "decode-cpu-mean"].contains($0.metric) }.map(\.verdict)
  }
}
