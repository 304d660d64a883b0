import StrategyKit
import Synchronization

/// The strategies that this program knows: what its `main.swift` handed over.
enum KnownStrategies {
  private static let registry = Mutex<StrategyRegistry?>(nil)

  static var all: StrategyRegistry {
    registry.withLock { registry in
      guard let registry else { preconditionFailure("LabRun.main sets the strategies before anything runs") }
      return registry
    }
  }

  static func set(_ strategies: StrategyRegistry) { registry.withLock { $0 = strategies } }
}
