import CacheLab
import LabBase
public import LabRecords

/// Resident memory of a process over a replay's virtual time.
public struct ResidentMemory: Sendable {
  /// Before the first bitmap, bytes.
  let baseline: Int64
  /// Virtual time in nanoseconds and bytes, ascending in time.
  let samples: [(time: Int64, bytes: Int64)]
  /// The high-water mark that the system kept, bytes; nil where it could not be read.
  let peak: Int64?

  /// What a record holds of it; nil where the run did not measure.
  public init?(_ record: RunRecord) {
    guard case .integer(let baseline)? = record.metric(.baselineRSS),
      let rows = record.residentSamples
    else { return nil }
    samples = rows.compactMap { row in
      guard let pair = row.array, pair.count == 2, let time = pair[0].integer, let bytes = pair[1].integer else {
        return nil
      }
      return (time, bytes)
    }
    if samples.isEmpty { return nil }
    self.baseline = baseline
    if case .integer(let bytes)? = record.metric(.peakRSS) { peak = bytes } else { peak = nil }
  }
}
