import CacheLab
import LabJudge
import LabRecords
import StrategyKit

extension ReplayDelivery {
  /// The same for a strategy that may take its budget from another's peak, which is that of the other as it is written.
  func applied(to strategy: PeakSpec, registry: StrategyRegistry) throws -> PeakSpec {
    let own = try applied(to: strategy.sample, registry: registry)
    let added = own.canonicalText.dropFirst(strategy.sample.canonicalText.count)
    return added.isEmpty ? strategy : try PeakSpec(strategy.canonicalText + added, registry: registry)
  }
}
