package import StrategyKit

/// Any retention policy that keeps bitmaps, as one type, so that a replay need not be compiled for each.
package struct AnyRetention: RetentionRole {
  package static let descriptor = PolicyDescriptor(id: "any-retention", summary: "stands for another policy")

  package static var keepsBitmaps: Bool { true }

  private var base: AnyRetentionPolicy
  // They change with the layout at most, and are asked at each decode.
  package private(set) var budget: ByteCount
  package let keptBudget: ByteCount
  package let servesSmallerRequests: Bool
  #if hasFeature(Embedded)
    let isKeeping: Bool
  #else
    var isKeeping: Bool { true }
  #endif

  package init(_ base: AnyRetentionPolicy) {
    self.base = base
    budget = base.budget
    keptBudget = base.keptBudget
    servesSmallerRequests = base.servesSmallerRequests
    #if hasFeature(Embedded)
      isKeeping = base.keeps
    #endif
  }

  package init(_ parameters: ParameterValues) { preconditionFailure("it stands for a policy that exists") }

  package mutating func reset(slotCount: Int, sizeClasses: Int) {
    base.reset(slotCount: slotCount, sizeClasses: sizeClasses)
  }

  package mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    base.layoutChanged(to: layout, sizes: sizes)
    budget = base.budget
  }

  package mutating func requested(_ slot: Int32, bytes: ByteCount) { base.requested(slot, bytes: bytes) }
  package mutating func started(_ slot: Int32, bytes: ByteCount) { base.started(slot, bytes: bytes) }
  package mutating func becameResident(_ slot: Int32, bytes: ByteCount) { base.becameResident(slot, bytes: bytes) }
  package mutating func dropped(_ slot: Int32) { base.dropped(slot) }
  package mutating func victim(where mayGo: (Int32) -> Bool) -> Int32? { base.victim(where: mayGo) }
  package func checkInvariants() throws(InvariantViolation) { try base.checkInvariants() }
}
