/// Square roots without floating point.
enum IntegerRoot {
  /// The largest number whose square is not above `value`.
  static func floor(_ value: Int) -> Int {
    guard value > 0 else { return 0 }
    var root = 0
    var rest = value
    var bit = 1 << ((Int.bitWidth - 1 - value.leadingZeroBitCount) & ~1)
    while bit != 0 {
      if rest >= root + bit {
        rest -= root + bit
        root = root >> 1 + bit
      } else {
        root >>= 1
      }
      bit >>= 2
    }
    return root
  }
}
