import CacheLab
import LabBase
import LabRecords

/// The field's headline: 3,924 photos on a 375x667 screen at 2x, at most 30 MB.
enum HeadlineBench {
  static func measure() async throws -> [Figure] {
    var figures: [Figure] = []
    for trace in ["fastscroll", "ios-fastscroll"] {
      let words = [
        "--strategy", "preheat2x", "--trace", trace, "--viewport", "375x667", "--scale", "2", "--assets", "3924",
      ]
      let record = try await Program.run(words).record
      guard let anonymous = record.metric(.anonymousRSS)?.number, let peak = record.metric(.peakRSS)?.number,
        let ledger = record.metric(.peakBitmapBytes)?.number
      else { throw BenchError("the record has no resident memory") }
      figures.append(
        Figure(
          name: "anonymous memory at the ledger's peak (\(NumberText.megabytes(ledger)) MB), headline x \(trace)",
          value: anonymous / 1e6, unit: "MB", limit: .atMost(30), decimals: 1))
      figures.append(
        Figure(name: "VmHWM of the same", value: peak / 1e6, unit: "MB", limit: .none, decimals: 1))
    }
    return figures
  }
}
