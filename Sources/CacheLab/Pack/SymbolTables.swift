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
