import CacheLab
import LabBase
import LabRecords
import LabSystem
import StrategyKit

/// The bounds of a sweep's cases at the bytes that one of its strategies peaks at.
public struct SweepBounds: Sendable {
  /// By the number of the strategy's job; none of cases for which bounds do not hold.
  let bounds: [Int: OfflineBound]
  /// Why cases have none, each reason once.
  let lacks: [String]
}

extension SweepRunner {
  /// Computes the bounds of all cases.
  ///
  /// - Parameters:
  ///   - table: The results of the whole sweep.
  ///   - base: The strategy whose peaks are the bytes.
  public func bounds(_ table: SweepTable, of base: Int, threads: Int) -> SweepBounds {
    let jobs = (0..<plan.jobCount).map(plan.job).filter { $0.strategy == base }
    let found = ParallelLoop.map(jobs.count, threads: threads) { index -> (bound: OfflineBound?, lack: String?) in
      let job = jobs[index]
      let replay = replay(job)
      if let lack = OfflineBound.lack(for: ground.strategies[base].sample, over: replay) { return (nil, lack) }
      let peak = table[base, trace: job.trace, screen: job.screen, device: job.device].value(.peak)
      // What holds nothing is bounded as what holds a byte.
      return (OfflineBound(replay, memory: ByteCount(rawValue: max(1, Int64(peak)))), nil)
    }
    let bounds = zip(jobs, found).compactMap { job, found in found.bound.map { (job.number, $0) } }
    return SweepBounds(
      bounds: Dictionary(uniqueKeysWithValues: bounds), lacks: found.compactMap(\.lack).unique)
  }
}

/// The bounds of several cases together.
struct MeanBound: Sendable {
  let caseCount: Int
  let hitRate: Double
  let blankRatio: Double

  /// Returns nil where no case has a request and an area.
  init?(_ bounds: [OfflineBound]) {
    let bounds = bounds.filter { $0.requests > 0 && $0.area > 0 }
    guard let hits = bounds.map({ Double($0.hits) / Double($0.requests) }).mean,
      let blank = bounds.map({ Double($0.blank) / Double($0.area) }).mean
    else { return nil }
    (caseCount, hitRate, blankRatio) = (bounds.count, hits, blank)
  }

  var json: JSON {
    .object([
      "cases": .integer(Int128(caseCount)), Column.hits.id: .number(hitRate), Column.blank.id: .number(blankRatio),
    ])
  }
}
