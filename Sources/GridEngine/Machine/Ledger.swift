import StrategyKit

/// The exact account of live bitmap bytes: displayed, kept, and reserved by running decodes.
struct Ledger: Sendable {
  /// All bitmaps together.
  private(set) var live: Int64 = 0
  private(set) var displayed: Int64 = 0
  private(set) var inFlight: Int64 = 0
  /// Held bitmaps that are displayed or started and may not go.
  private(set) var pinned: Int64 = 0
  private(set) var changes: Int64 = 0

  /// Held bitmaps that neither a cell nor a start keeps.
  var evictable: Int64 { live - inFlight - pinned }

  mutating func begin(_ bytes: Int64) {
    live += bytes
    inFlight += bytes
    changes += 1
  }

  /// A decode ended and its bitmap is held.
  mutating func keep(_ bytes: Int64) { inFlight -= bytes }

  /// A decode ended and its bitmap is let go.
  mutating func discard(_ bytes: Int64) {
    inFlight -= bytes
    live -= bytes
    changes += 1
  }

  /// A held bitmap, neither displayed nor started, is let go.
  mutating func drop(_ bytes: Int64) {
    live -= bytes
    changes += 1
  }

  mutating func show(_ bytes: Int64) { displayed += bytes }
  mutating func hide(_ bytes: Int64) { displayed -= bytes }
  mutating func pin(_ bytes: Int64) { pinned += bytes }
  mutating func unpin(_ bytes: Int64) { pinned -= bytes }

  /// - Throws: `InvariantViolation` when a part is larger than what it is a part of.
  func checkInvariants() throws(InvariantViolation) {
    try Invariant.holds(
      0 <= displayed && displayed <= pinned && 0 <= inFlight && pinned + inFlight <= live,
      "the ledger has \(live) bytes, \(inFlight) in flight, \(pinned) pinned, \(displayed) displayed")
  }
}
