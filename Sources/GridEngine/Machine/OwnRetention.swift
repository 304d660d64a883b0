import StrategyKit

/// Stands where a retention policy stands, for strategies that rank: they keep all bitmaps and name victims themselves.
struct OwnRetention: RetentionPolicy {
  static let descriptor = PolicyDescriptor(id: "own-retention", summary: "the strategy keeps and evicts by itself")

  static var keepsBitmaps: Bool { true }

  init(_ parameters: ParameterValues) {}
  init() {}

  var budget: ByteCount { ByteCount(rawValue: .max) }
  var servesSmallerRequests: Bool { false }
  mutating func reset(slotCount: Int, sizeClasses: Int) {}
  mutating func requested(_ slot: Int32, bytes: ByteCount) {}
  mutating func becameResident(_ slot: Int32, bytes: ByteCount) {}
  mutating func dropped(_ slot: Int32) {}
  mutating func victim(where mayGo: (Int32) -> Bool) -> Int32? { nil }
}
