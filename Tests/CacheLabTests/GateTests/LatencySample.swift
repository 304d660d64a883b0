@testable import StrategyKit
@testable import CacheLab
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
      let median = Int64(time * (1 + draw()))
      return [.cpuP50: median, .cpuMean: Int64(1.1 * time * (1 + draw()))]
    }
    var evidence = LatencyEvidence(
      cell: cell, decodes: 200, baseWork: 1_000_000, headWork: 1_000_000,
      burnIn: [1_900_000, 1_500_000, 1_510_000, 1_490_000, 1_505_000])
    evidence.steal = 0.000_123
    evidence.pairs = (0..<pairs).map { number in
      let isBaseFirst = number % 2 == 0
      let (first, second) = (arm(isBaseFirst ? 1 : 1 + change), arm(isBaseFirst ? 1 + change : 1))
      return isBaseFirst ? (base: first, head: second) : (base: second, head: first)
    }
    return evidence
  }
}

extension LatencyFinding {
  func row(_ metric: String, cell: String = "preheat2x on fastscroll") -> GateRow? {
    rows.first { $0.metric == metric && $0.cell == cell }
  }

  var verdicts: [GateVerdict] { rows.map(\.verdict) }
}
