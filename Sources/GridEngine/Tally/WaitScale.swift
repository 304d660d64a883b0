/// Time cut into parts that grow with it: nanoseconds below 16 us, then 8,192 parts for each doubling.
enum WaitScale {
  private static let bits: Int64 = 13
  /// Longer waits count in the last part: no trace lasts 52 days.
  private static let longest: Int64 = 1 << 52 - 1
  static let parts = part(of: longest) + 1

  /// The part that a wait lies in, nanoseconds.
  static func part(of wait: Int64) -> Int {
    let wait = min(wait, longest)
    if wait >> (bits + 1) == 0 { return Int(wait) }
    let shift = Int64(63 - wait.leadingZeroBitCount) - bits
    return Int(shift << bits + wait >> shift)
  }

  /// Where a part begins, and the logarithm of its width.
  static func stretch(ofPart part: Int) -> (lower: Int64, widthBits: Int64) {
    let part = Int64(part)
    if part >> (bits + 1) == 0 { return (part, 0) }
    let shift = part >> bits - 1
    return ((part - shift << bits) << shift, shift)
  }
}
