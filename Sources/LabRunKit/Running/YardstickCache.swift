import CacheLab
import Synchronization

/// What a trace allows, looked at once for all runs over it.
final class YardstickCache: Sendable {
  private let known = Mutex<Yardsticks?>(nil)

  func value(_ make: () throws -> Yardsticks) throws -> Yardsticks {
    try known.withLock { known in
      if let known { return known }
      let made = try make()
      known = made
      return made
    }
  }
}
