import LabBase

/// How often each symbol of each context is expected, in parts of 1,024: what a block's bits are made by.
struct SymbolTables: Sendable {
  static let bits: UInt64 = 10
  static let whole = 1 << 10
  static let symbolCount = 256

  /// By context, then slot: the symbol, its frequency from bit 8, and the slot's place within the symbol from bit 20.
  let slots: [UInt32]
  /// By context, then symbol: frequency from bit 16, and the sum of those before it.
  private(set) var ranges: [UInt32]

  /// From how often each symbol was seen; one that was seen gets a part at least.
  ///
  /// - Parameter counts: By context, then symbol.
  init(counts: [UInt32]) {
    let contexts = counts.count / SymbolTables.symbolCount
    self.init(
      frequencies: (0..<contexts).map { context in
        SymbolTables.normalised(
          Array(counts[context * SymbolTables.symbolCount..<(context + 1) * SymbolTables.symbolCount]))
      })
  }

  private init(frequencies: [[(symbol: Int, frequency: Int)]]) {
    ranges = [UInt32](repeating: 0, count: frequencies.count * SymbolTables.symbolCount)
    var slots = [UInt32](repeating: 0, count: frequencies.count * SymbolTables.whole)
    for (context, symbols) in frequencies.enumerated() {
      var slot = context * SymbolTables.whole
      for (symbol, frequency) in symbols {
        let sum = slot - context * SymbolTables.whole
        ranges[context * SymbolTables.symbolCount + symbol] = UInt32(frequency) << 16 | UInt32(sum)
        var entry = UInt32(symbol) | UInt32(frequency) << 8
        for place in slot..<(slot + frequency) {
          slots[place] = entry
          entry &+= 1 << 20
        }
        slot += frequency
      }
    }
    self.slots = slots
  }

  /// Parts that come to the whole: the most frequent symbol takes what rounding leaves over.
  private static func normalised(_ counts: [UInt32]) -> [(symbol: Int, frequency: Int)] {
    let total = counts.reduce(0) { $0 + Int($1) }
    guard total > 0 else { return [] }
    var parts = counts.indices.filter { counts[$0] > 0 }.map { symbol in
      (symbol: symbol, frequency: max(1, Int(counts[symbol]) * whole / total))
    }
    while true {
      let left = whole - parts.reduce(0) { $0 + $1.frequency }
      if left == 0 { return parts }
      guard let most = parts.indices.max(by: { (parts[$0].frequency, $1) < (parts[$1].frequency, $0) }) else {
        return []
      }
      // Never to nothing: with at most 256 symbols the most frequent one has four parts.
      parts[most].frequency += max(left, -(parts[most].frequency / 2))
    }
  }

  /// Writes the frequencies.
  func write(to writer: inout ByteWriter) {
    for context in 0..<ranges.count / SymbolTables.symbolCount {
      let symbols = (0..<SymbolTables.symbolCount).filter {
        ranges[context * SymbolTables.symbolCount + $0] > 0
      }
      writer.varint(UInt64(symbols.count))
      var last = 0
      for symbol in symbols {
        writer.varint(UInt64(symbol - last))
        writer.varint(UInt64(ranges[context * SymbolTables.symbolCount + symbol] >> 16))
        last = symbol
      }
    }
  }

  /// Reads what `write` wrote; nil for what cannot be frequencies.
  init?(_ reader: inout ByteReader, contexts: Int) {
    var frequencies: [[(symbol: Int, frequency: Int)]] = []
    for _ in 0..<contexts {
      guard let count = reader.varint(), count <= SymbolTables.symbolCount else { return nil }
      var (symbols, symbol, sum): ([(symbol: Int, frequency: Int)], Int, Int) = ([], 0, 0)
      for index in 0..<count {
        guard let step = reader.varint(), step < SymbolTables.symbolCount, step > 0 || index == 0,
          let frequency = reader.varint(), (1...UInt64(SymbolTables.whole)).contains(frequency)
        else { return nil }
        symbol += Int(step)
        sum += Int(frequency)
        guard symbol < SymbolTables.symbolCount, sum <= SymbolTables.whole else { return nil }
        symbols.append((symbol, Int(frequency)))
      }
      guard sum == (count == 0 ? 0 : SymbolTables.whole) else { return nil }
      frequencies.append(symbols)
    }
    self.init(frequencies: frequencies)
  }
}

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
