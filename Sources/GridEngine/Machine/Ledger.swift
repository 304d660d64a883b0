import StrategyKit

/// The exact account of live bitmap bytes: displayed, kept, and reserved by running decodes.
struct Ledger: Sendable {
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

  /// Counts a decode's bitmap among the held ones.
  mutating func keep(_ bytes: Int64) { inFlight -= bytes }

  /// Releases the bytes of a decode.
  mutating func discard(_ bytes: Int64) {
    inFlight -= bytes
    live -= bytes
    changes += 1
  }

  /// Releases the bytes of a held bitmap.
  mutating func drop(_ bytes: Int64) {
    live -= bytes
    changes += 1
  }

  mutating func show(_ bytes: Int64) { displayed += bytes }
  mutating func hide(_ bytes: Int64) { displayed -= bytes }
  mutating func pin(_ bytes: Int64) { pinned += bytes }
  mutating func unpin(_ bytes: Int64) { pinned -= bytes }

  /// - Throws: `InvariantViolation` if a part is larger than the whole.
  func checkInvariants() throws(InvariantViolation) {
    try Invariant.holds(
      0 <= displayed && displayed <= pinned && 0 <= inFlight && pinned + inFlight <= live,
      "the ledger has \(live) bytes, \(inFlight) in flight, \(pinned) pinned, \(displayed) displayed")
  }
}
