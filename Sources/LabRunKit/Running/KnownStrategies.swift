import Strategies
import Synchronization

/// The strategies that this program knows: those that ship with the lab, and those of whoever builds a tool of their own.
enum KnownStrategies {
  private static let registry = Mutex(StrategyRegistry.all)

  static var all: StrategyRegistry { registry.withLock { $0 } }

  /// - Precondition: no id is taken.
  static func add(_ prefetchers: [any CacheStrategy.Type], _ retentions: [any RetentionPolicy.Type]) {
    registry.withLock { registry in
      registry.prefetchers += prefetchers
      registry.retentions += retentions
      let ids = (registry.boundDescriptors + registry.descriptors).map(\.id)
      for (index, id) in ids.enumerated() {
        precondition(!ids[..<index].contains(id), "the strategy id '\(id)' is taken: choose another")
      }
    }
  }
}
