import StrategyKit

extension Slot {
  /// - Throws: `InvariantViolation` when what is true of the key does not go with where its job or bitmap is.
  func checkInvariants() throws(InvariantViolation) {
    try Invariant.holds(
      state != .unknown || (flags.isEmpty && bytes == 0 && cost == 0), "something happened to an unknown key")
    try Invariant.holds(!has(.forDemand) || state.hasJob, "a demand has no job: \(state)")
    try Invariant.holds(!has(.unclaimed) || state.hasJob || state.isResident, "a start's job is nowhere: \(state)")
    try Invariant.holds(!has(.awaited) || !state.isResident, "a cell waits for a bitmap that is held")
    try Invariant.holds(!has(.cold) || has(.awaited), "a request of the first frame waits for nothing")
    try Invariant.holds(!has(.broken) || !state.isResident, "a bitmap of a file that does not decode is held")
    try Invariant.holds(
      has(.decodedBefore) || !(state == .decoding || state.isResident), "a bitmap came without a decode: \(state)")
  }
}
