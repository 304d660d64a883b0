import LabRecords
import StrategyKit

/// A queue of jobs as the events tell it, first come first served.
struct FollowedQueue: Sendable {
  private var tickets: [BitmapKey: Int64] = [:]
  private var next: Int64 = 0

  var count: Int { tickets.count }

  /// The queued keys, the next one first.
  var keys: [BitmapKey] { tickets.sorted { $0.value < $1.value }.map(\.key) }

  func contains(_ key: BitmapKey) -> Bool { tickets[key] != nil }

  mutating func append(_ key: BitmapKey) {
    tickets[key] = next
    next += 1
  }

  /// True when it was there.
  @discardableResult
  mutating func remove(_ key: BitmapKey) -> Bool { tickets.removeValue(forKey: key) != nil }

  /// How many are before it; nil when it is not queued.
  func jobsBefore(_ key: BitmapKey) -> Int? {
    guard let ticket = tickets[key] else { return nil }
    return tickets.values.count { $0 < ticket }
  }
}
