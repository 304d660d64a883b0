import LabBase

/// Gathers symbols and numbers, and writes them in as many bits as their frequencies ask for.
///
/// The method is rANS (Duda, arXiv 1311.2540), with 64 bits of state and words of 32 bits, as in Giesen's ryg_rans. It
/// writes from the last symbol to the first, so that they are read in their order.
struct SymbolWriter {
  /// A symbol with its context from bit 8; or, with the highest bit set, bits as they are, their count from bit 56.
  private var items: [UInt64] = []

  private static let raw: UInt64 = 1 << 63
  static let lowest: UInt64 = 1 << 31

  mutating func put(_ symbol: Int, in context: Int) { items.append(UInt64(context) << 8 | UInt64(symbol)) }

  /// A number of any size: small ones are symbols, of others the two highest bits and how many follow.
  mutating func put(number: UInt64, in context: Int) {
    guard number >= 16 else { return put(Int(number), in: context) }
    let width = 64 - number.leadingZeroBitCount
    put(16 + (width - 5) * 2 + Int(number >> UInt64(width - 2) & 1), in: context)
    var left = width - 2
    while left > 0 {
      let count = min(left, 16)
      left -= count
      items.append(SymbolWriter.raw | UInt64(count) << 56 | number >> UInt64(left) & (1 << UInt64(count) - 1))
    }
  }

  mutating func put(signed number: Int64, in context: Int) { put(number: ZigZag.unsigned(number), in: context) }

  /// Adds how often each symbol of each context occurs.
  func count(into counts: inout [UInt32]) {
    for item in items where item & SymbolWriter.raw == 0 {
      counts[Int(item >> 8) * SymbolTables.symbolCount + Int(item & 255)] += 1
    }
  }

  /// All of it, by tables that have a part for each of its symbols.
  func bytes(_ tables: SymbolTables) -> [UInt8] {
    var state = SymbolWriter.lowest
    var words: [UInt32] = []
    for item in items.reversed() {
      let (count, frequency, begin): (UInt64, UInt64, UInt64)
      if item & SymbolWriter.raw != 0 {
        (count, frequency, begin) = (item >> 56 & 127, 1, item & 0xFFFF)
      } else {
        let range = UInt64(tables.ranges[Int(item >> 8) * SymbolTables.symbolCount + Int(item & 255)])
        (count, frequency, begin) = (SymbolTables.bits, range >> 16, range & 0xFFFF)
      }
      if state >= frequency << (63 - count) {
        words.append(UInt32(truncatingIfNeeded: state))
        state >>= 32
      }
      state = (state / frequency) << count + state % frequency + begin
    }
    var writer = ByteWriter()
    writer.little64(state)
    for word in words.reversed() { writer.little32(word) }
    return writer.bytes
  }
}

/// Numbers with a sign as numbers without one, small ones small: 0, -1, 1, -2, 2.
enum ZigZag {
  static func unsigned(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

  static func signed(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1 ^ (0 &- (value & 1))) }
}
