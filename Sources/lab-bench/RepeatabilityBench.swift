import LabRecords
import Subprocess

/// Ten runs, hash seeds set and unset, one core and two: one digest of the deterministic block.
enum RepeatabilityBench {
  static func measure() async throws -> [Figure] {
    let words = ["--strategy", "preheat2x+lru:budget=20MB", "--trace", "zoom"]
    var digests: Set<String> = []
    for turn in 0..<10 {
      let environment: Environment =
        turn % 2 == 0 ? .inherit : .inherit.updating(["SWIFT_DETERMINISTIC_HASHING": "1"])
      let cores = turn % 4 < 2 ? [] : ["taskset", "-c", "0"]
      digests.insert(try await Program.run(words, prefix: cores, environment: environment).record.deterministicDigest)
    }
    return [
      Figure(
        name: "digests of ten real runs of \(words.joined(separator: " "))", value: Double(digests.count),
        unit: "  ", limit: .within(1...1), decimals: 0)
    ]
  }
}
