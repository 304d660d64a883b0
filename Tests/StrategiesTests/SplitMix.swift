import StrategyKit

/// A seeded generator, so that a failing random case can be repeated.
typealias SplitMix = SplitMix64

extension SplitMix64 {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
