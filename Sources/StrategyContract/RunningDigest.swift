import StrategyKit

/// FNV-1a over what a strategy said, so that two replays can be compared.
struct RunningDigest: Equatable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ number: Int64) {
    value = (value ^ UInt64(bitPattern: number)) &* 0x0000_0100_0000_01b3
  }

  mutating func add(_ step: Plan.Step) {
    switch step {
    case .start(let items, let tier): add(1 + Int64(tier.rawValue) * 4, items)
    case .stop(let items): add(2, items)
    }
  }

  private mutating func add(_ kind: Int64, _ items: ItemRange) {
    add(kind)
    add(Int64(items.lower) << 32 | Int64(items.upper))
  }
}
