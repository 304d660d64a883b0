/// Reads what `SymbolWriter` wrote. Damaged bytes give wrong symbols, never a crash; `isWhole` tells at the end.
///
/// Memory is read by pointers, since every line of every trace of a fleet comes through here: a slot's number is below
/// those of a context, and words beyond the end are not read.
@safe struct SymbolReader {
  private let bytes: UnsafeRawBufferPointer
  private let slots: UnsafeBufferPointer<UInt32>
  private var next: Int
  private let end: Int
  private var state: UInt64 = 0

  /// Lends a reader of a range of the bytes, which does not leave `body`.
  static func read<Result>(
    _ bytes: [UInt8], _ range: Range<Int>, _ tables: SymbolTables, _ body: (inout SymbolReader) throws -> Result
  ) rethrows -> Result {
    precondition(range.upperBound <= bytes.count, "a range of the bytes")
    return unsafe try bytes.withUnsafeBytes { bytes in
      unsafe try tables.slots.withUnsafeBufferPointer { slots in
        var reader = unsafe SymbolReader(bytes, slots, range)
        return try body(&reader)
      }
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ slots: UnsafeBufferPointer<UInt32>, _ range: Range<Int>) {
    unsafe self.bytes = bytes
    unsafe self.slots = slots
    next = range.lowerBound
    end = range.upperBound
    let low = word()
    state = low | word() << 32
  }

  /// All that was written has been read, and nothing else.
  var isWhole: Bool { state == SymbolWriter.lowest && next == end }

  @inline(__always)
  private mutating func word() -> UInt64 {
    let at = next
    // Past the end nothing comes, and the end is not met any more.
    next = at + 4
    guard next <= end else { return 0 }
    return UInt64(UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
  }

  /// - Precondition: a context of the tables.
  @inline(__always)
  mutating func symbol(_ context: Int) -> Int {
    let slot = unsafe slots[context << 10 | Int(truncatingIfNeeded: state & 1023)]
    state = UInt64(slot >> 8 & 0xFFF) &* (state >> SymbolTables.bits) &+ UInt64(slot >> 20)
    if state < SymbolWriter.lowest { state = state << 32 | word() }
    return Int(slot & 255)
  }

  @inline(__always)
  mutating func number(_ context: Int) -> UInt64 {
    let symbol = symbol(context)
    return symbol < 16 ? UInt64(symbol) : large(symbol)
  }

  @inline(__always)
  private mutating func large(_ symbol: Int) -> UInt64 {
    // No symbol of a number is as large as one of a text.
    let width = min((symbol - 16) >> 1 + 5, 64)
    var value = 2 | UInt64(symbol & 1)
    var left = width - 2
    while left > 0 {
      let count = UInt64(min(left, 16))
      left -= Int(count)
      // Never by 64: such a shift needs no check.
      value = value &<< count | state & (1 &<< count &- 1)
      state &>>= count
      if state < SymbolWriter.lowest { state = state << 32 | word() }
    }
    return value
  }

  @inline(__always)
  mutating func signed(_ context: Int) -> Int64 { ZigZag.signed(number(context)) }
}
