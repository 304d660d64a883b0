import CacheLab
import LabBase
import LabRecords

/// Whether resident memory follows the ledger.
enum MemoryBench {
  static func measure() async throws -> [Figure] {
    var figures: [Figure] = []
    for budget in [16, 32, 64] {
      let words = ["--strategy", "lru:budget=\(budget)MB", "--trace", "fastscroll"]
      let record = try await Program.run(words).record
      guard let peak = record.metric(.peakRSS)?.number, let baseline = record.metric(.baselineRSS)?.number,
        let ledger = record.metric(.peakBitmapBytes)?.number
      else { throw BenchError("the record has no resident memory: can /proc/self/clear_refs be written?") }
      figures.append(
        Figure(
          name: "(VmHWM - RSS at reset) / ledger peak of \(NumberText.megabytes(ledger)) MB, fastscroll x \(words[1])",
          value: (peak - baseline) / ledger, unit: "x ", limit: .within(1.0...1.03), decimals: 4))
    }
    return figures
  }
}
