import StrategyKit

/// The reason for a job: the queue of its kind that it stands in, or was taken from.
public enum JobCause: String, CaseIterable, Sendable {
  /// A cell is waiting for it.
  case demand
  /// A strategy started it.
  case preheat
}

extension Slot {
  /// The reason for the key's job; `preheat` if it has none.
  var cause: JobCause {
    @inline(__always) get { has(.forDemand) ? .demand : .preheat }
    @inline(__always) set {
      switch newValue {
      case .demand: flags.insert(.forDemand)
      case .preheat: flags.remove(.forDemand)
      }
    }
  }
}

/// The reason that a held bitmap was let go.
public enum DropReason: String, CaseIterable, Sendable {
  /// Neither displayed nor started any more.
  case unwanted
  /// Room was needed.
  case evicted
  /// Its photo is not in the grid any more.
  case removed
  /// The system asked for memory.
  case warning
}
