import StrategyKit

/// Any retention policy that keeps bitmaps, as one type, so that a replay need not be compiled for each.
struct AnyRetention: RetentionPolicy {
  static let descriptor = PolicyDescriptor(id: "any-retention", summary: "stands for another policy")

  static var keepsBitmaps: Bool { true }

  private var base: any RetentionPolicy
  // They change with the layout at most, and are asked at each decode.
  private(set) var budget: ByteCount
  let keptBudget: ByteCount
  let servesSmallerRequests: Bool

  init(_ base: any RetentionPolicy) {
    self.base = base
    budget = base.budget
    keptBudget = base.keptBudget
    servesSmallerRequests = base.servesSmallerRequests
  }

  init(_ parameters: ParameterValues) { preconditionFailure("it stands for a policy that exists") }

  mutating func reset(slotCount: Int, sizeClasses: Int) { base.reset(slotCount: slotCount, sizeClasses: sizeClasses) }

  mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    base.layoutChanged(to: layout, sizes: sizes)
    budget = base.budget
  }

  mutating func requested(_ slot: Int32, bytes: ByteCount) { base.requested(slot, bytes: bytes) }
  mutating func started(_ slot: Int32, bytes: ByteCount) { base.started(slot, bytes: bytes) }
  mutating func becameResident(_ slot: Int32, bytes: ByteCount) { base.becameResident(slot, bytes: bytes) }
  mutating func dropped(_ slot: Int32) { base.dropped(slot) }
  mutating func victim(where mayGo: (Int32) -> Bool) -> Int32? { base.victim(where: mayGo) }
  func checkInvariants() throws(InvariantViolation) { try base.checkInvariants() }
}
