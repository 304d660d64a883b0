import StrategyKit
import Synchronization

/// The strategies that this program knows: what its `main.swift` handed over.
enum KnownStrategies {
  private static let registry = Mutex(StrategyRegistry(prefetchers: [], retentions: []))

  static var all: StrategyRegistry { registry.withLock { $0 } }

  static func set(_ strategies: StrategyRegistry) { registry.withLock { $0 = strategies } }
}
