import StrategyKit

/// What a byte of memory and a nanosecond of a worker are taken to be worth, in whatever is counted.
///
/// Any prices that are not negative make a valid bound (weak duality): a key that is ready took room for its bytes or a
/// worker for its cost, so what all ready keys are worth beyond the price of the cheaper of the two is at most
/// the price of all room and all work there was. Good prices make a tight one.
struct BoundPrices: Sendable {
  /// Of a byte held when a window begins.
  var byte: Int64
  /// Of a nanosecond of work within it.
  var nanosecond: Int64

  /// What being ready costs a key at least.
  ///
  /// - Parameter hasMemory: False when nothing can be held yet.
  func least(bytes: Int64, cost: Int64, hasMemory: Bool = true) -> Int64 {
    let work = Int128(nanosecond) * Int128(cost)
    return BoundPrices.clamped(hasMemory ? min(Int128(byte) * Int128(bytes), work) : work)
  }

  /// What a key that is held when a window begins pays.
  func held(bytes: Int64) -> Int64 { BoundPrices.clamped(Int128(byte) * Int128(bytes)) }

  /// What all there was is worth: `memory` bytes at the beginning, `work` nanoseconds of workers within.
  func whole(memory: Int64, work: Int64) -> Int64 {
    BoundPrices.clamped(Int128(byte) * Int128(memory) + Int128(nanosecond) * Int128(work))
  }

  /// Sums stay below this, so that they can be added without a check for overflow.
  static let most = Int64.max / 4

  /// So much that nothing is worth more.
  private static func clamped(_ price: Int128) -> Int64 { Int64(min(price, Int128(most))) }
}
