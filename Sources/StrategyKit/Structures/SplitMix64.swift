/// A small deterministic generator (Steele, Lea, Flood 2014): the same numbers on every machine.
public struct SplitMix64: Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SplitMix64.mix(state)
  }

  /// Returns a number in `0..<bound`; the bias is below 2^-32 for the bounds used here.
  public mutating func next(below bound: Int) -> Int {
    precondition(bound > 0, "a bound above 0")
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a number in a closed range.
  public mutating func next(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + next(below: range.upperBound - range.lowerBound + 1)
  }

  /// Returns true in `percent` of 100 cases.
  public mutating func chance(_ percent: Int) -> Bool { next(below: 100) < percent }

  /// Returns a number that depends on both arguments and nothing else.
  public static func hash(_ seed: UInt64, _ value: UInt64) -> UInt64 {
    mix(mix(seed &+ 0x9E37_79B9_7F4A_7C15) ^ (value &* 0xD6E8_FEB8_6659_FD93))
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
