/// A whole number of any length, not negative: what products and sums of a verdict are made of, for none of them may
/// leave its type or be rounded.
struct WholeNumber: Comparable, Sendable {
  /// Digits to the base 2^32, the lowest first, none for 0; the last one is not 0.
  private var digits: [UInt64]

  init(_ value: UInt128) {
    digits = (0..<4).map { UInt64(truncatingIfNeeded: value >> (32 * $0)) & WholeNumber.mask }
    trim()
  }

  private init(digits: [UInt64]) {
    self.digits = digits
    trim()
  }

  var isZero: Bool { digits.isEmpty }

  private static let mask: UInt64 = 0xFFFF_FFFF

  private mutating func trim() { while digits.last == 0 { digits.removeLast() } }

  static func + (left: WholeNumber, right: WholeNumber) -> WholeNumber {
    var sum: [UInt64] = []
    var carry: UInt64 = 0
    for place in 0..<max(left.digits.count, right.digits.count) + 1 {
      carry += left.digit(place) + right.digit(place)
      sum.append(carry & mask)
      carry >>= 32
    }
    return WholeNumber(digits: sum)
  }

  /// - Precondition: `right` is not the larger one.
  static func - (left: WholeNumber, right: WholeNumber) -> WholeNumber {
    precondition(left >= right, "no whole number is negative")
    var difference: [UInt64] = []
    var borrow: UInt64 = 0
    for place in left.digits.indices {
      let rest = left.digits[place] + mask + 1 - right.digit(place) - borrow
      difference.append(rest & mask)
      borrow = rest > mask ? 0 : 1
    }
    return WholeNumber(digits: difference)
  }

  static func * (left: WholeNumber, right: WholeNumber) -> WholeNumber {
    var product = [UInt64](repeating: 0, count: left.digits.count + right.digits.count)
    for (i, one) in left.digits.enumerated() {
      var carry: UInt64 = 0
      for (j, other) in right.digits.enumerated() {
        carry += product[i + j] + one * other
        product[i + j] = carry & mask
        carry >>= 32
      }
      product[i + right.digits.count] = carry
    }
    return WholeNumber(digits: product)
  }

  static func < (left: WholeNumber, right: WholeNumber) -> Bool {
    if left.digits.count != right.digits.count { return left.digits.count < right.digits.count }
    return left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
  }

  private func digit(_ place: Int) -> UInt64 { place < digits.count ? digits[place] : 0 }
}
