import CacheLab
import LabBase
import LabRecords
import LabSystem
import Strategies

/// How fast a replay without decoding is, every deterministic metric computed.
enum ReplayBench {
  private static let repeats = 1200

  static func measure() throws -> [Figure] {
    let setting = try Setting(trace: "fastscroll")
    var figures: [Figure] = []
    let reference = Reference.steps(.cpu)
    for name in ["preheat2x", "none", "fixed-window", "lru", "preheat2x+lru"] {
      let strategy = try StrategySpec(name)
      var requests: Int64 = 0
      var digest = ""
      // The first ones bring code and heap into the processor's caches.
      for _ in 0..<repeats / 10 { _ = setting.replay.run(strategy, cells: .cancel) }
      let (elapsed, unit) = try reference.around {
        let began = Clocks.threadCPU()
        for _ in 0..<repeats {
          let facts = RunFacts(tally: setting.replay.run(strategy, cells: .cancel))
          // Computed, not only counted; the text of the digest is the caller's business.
          for metric in Metric.all(.deterministic) { _ = metric.value(of: facts) }
          requests += facts.tally.requests.count
        }
        return Clocks.threadCPU() - began
      }
      digest = DeterministicBlock(RunFacts(tally: setting.replay.run(strategy, cells: .cancel))).digest
      figures.append(
        reference.figure(
          "a request of a replay without decoding, fastscroll x \(name), digest \(digest.prefix(8))",
          Double(elapsed) / Double(requests), unit: unit, atMost: name == "preheat2x" ? 100 : nil,
          shown: "\(NumberText.fixed(Double(requests) * 1e3 / Double(elapsed), decimals: 2)) M requests/s of CPU"))
    }
    return figures
  }
}
