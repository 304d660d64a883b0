import CacheLab
import LabBase
import LabRecords

/// Whether resident memory follows the ledger, whatever bitmaps hold.
enum MemoryBench {
  /// What a run takes beside its bitmaps at most, however few they are: stacks, pages of code, the replay itself.
  private static let fixedMax = 1e6

  static func measure() async throws -> [Figure] {
    var figures: [Figure] = []
    for budget in [16, 32, 64] { figures.append(try await figure("lru:budget=\(budget)MB", [])) }
    for fit in Fit.allCases {
      for pixels in PixelFormat.allCases {
        figures.append(try await figure("preheat2x", ["--fit", fit.rawValue, "--pixels", pixels.rawValue]))
      }
    }
    return figures
  }

  private static func figure(_ strategy: String, _ settings: [String]) async throws -> Figure {
    let record = try await Program.run(["--strategy", strategy, "--trace", "fastscroll"] + settings).record
    guard let peak = record.metric(.peakRSS)?.number, let baseline = record.metric(.baselineRSS)?.number,
      let ledger = record.metric(.peakBitmapBytes)?.number, let scratch = record.metric(.decodeScratch)?.number
    else { throw BenchError("the record has no resident memory: can /proc/self/clear_refs be written?") }
    let limit = 1.0...max(1.03, 1 + fixedMax / ledger)
    return Figure(
      name: "(VmHWM - RSS at reset - scratch of \(NumberText.megabytes(scratch)) MB) / ledger peak of "
        + "\(NumberText.megabytes(ledger)) MB, fastscroll x \(([strategy] + settings).joined(separator: " "))",
      value: (peak - baseline - scratch) / ledger, unit: "x ", limit: .within(limit), decimals: 4)
  }
}
