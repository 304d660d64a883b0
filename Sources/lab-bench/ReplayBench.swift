import CacheLab
import LabBase
import LabRecords
import LabSystem
import Strategies

/// What a replay without decoding executes, and how fast that is with every deterministic metric computed.
enum ReplayBench {
  private static let repeats = 1200

  static func measure() async throws -> [Figure] {
    let setting = try Setting(trace: "fastscroll")
    var figures: [Figure] = []
    for name in ["preheat2x", "none", "fixed-window", "lru", "preheat2x+lru"] {
      let strategy = try StrategySpec(name)
      var requests: Int64 = 0
      var digest = ""
      // The first ones bring code and heap into the processor's caches.
      for _ in 0..<repeats / 10 { _ = setting.replay.run(strategy, cells: .cancel) }
      let began = Clocks.threadCPU()
      for _ in 0..<repeats {
        let facts = RunFacts(tally: setting.replay.run(strategy, cells: .cancel))
        // Computed, not only counted; the text of the digest is the caller's business.
        for metric in Metric.all(.deterministic) { _ = metric.value(of: facts) }
        requests += facts.tally.requests.count
      }
      let elapsed = Clocks.threadCPU() - began
      digest = DeterministicBlock(RunFacts(tally: setting.replay.run(strategy, cells: .cancel))).digest
      let count = try await InstructionBench.count(name)
      guard let part = count.part(.request) else { throw BenchError("\(name) has no request to count") }
      let pace = NumberText.fixed(Double(requests) * 1e3 / Double(elapsed), decimals: 2)
      figures.append(
        InstructionBench.figure(
          "a request of a replay without decoding, fastscroll x \(name), digest \(digest.prefix(8)): "
            + "\(pace) M requests/s of CPU",
          part, count.way, limit: name == "preheat2x" ? .atMost(InstructionBench.requestMax) : .none))
    }
    return figures
  }
}
