/// Text as letters and as copies of what stood before (Ziv and Lempel 1977), for `SymbolWriter`.
enum PackedText {
  /// Contexts from `first` on: letters after a letter of one of four kinds, letters in a row, letters of a copy, its way back.
  static let contextCount = 7
  private static let (runs, lengths, ways) = (4, 5, 6)
  private static let shortest = 4
  /// Copies that are looked at, and letters of one at most.
  private static let (depth, longest) = (32, 1 << 16)

  static func write(_ text: [UInt8], first: Int, to writer: inout SymbolWriter) {
    var heads: [UInt32: Int] = [:]
    var earlier = [Int](repeating: -1, count: text.count)
    func key(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 << 8 | UInt32(text[at + $1]) } }
    func note(_ at: Int) {
      guard at + shortest <= text.count else { return }
      earlier[at] = heads.updateValue(at, forKey: key(at)) ?? -1
    }
    func copy(_ at: Int) -> (length: Int, from: Int)? {
      guard at + shortest <= text.count, var from = heads[key(at)] else { return nil }
      var best: (length: Int, from: Int)?
      for _ in 0..<depth where from >= 0 {
        var length = 0
        while length < longest, at + length < text.count, text[from + length] == text[at + length] { length += 1 }
        if length > best?.length ?? 0 { best = (length, from) }
        from = earlier[from]
      }
      return best
    }
    var (start, at) = (0, 0)
    func flush(_ copy: (length: Int, from: Int)?) {
      writer.put(number: UInt64(at - start), in: first + runs)
      for place in start..<at {
        writer.put(Int(text[place]), in: first + Int(kinds[Int(place > 0 ? text[place - 1] : 0)]))
      }
      if let copy {
        writer.put(number: UInt64(copy.length - shortest), in: first + lengths)
        writer.put(number: UInt64(at - copy.from), in: first + ways)
      }
    }
    while at < text.count {
      guard let found = copy(at) else {
        note(at)
        at += 1
        continue
      }
      flush(found)
      for place in at..<(at + found.length) { note(place) }
      at += found.length
      start = at
    }
    if start < at { flush(nil) }
  }

  /// The text of so many letters; nil where the symbols are none of a text.
  static func read(_ count: Int, first: Int, from reader: inout SymbolReader) -> [UInt8]? {
    var isText = false
    let kinds = kinds
    let text = unsafe [UInt8](unsafeUninitializedCapacity: count) { text, length in
      // Zeros where there is no text, which nobody sees.
      unsafe text.initialize(repeating: 0)
      length = count
      isText = unsafe read(into: text, first: first, kinds, from: &reader)
    }
    return isText ? text : nil
  }

  /// Memory is written by pointers: places are checked a run at a time.
  @unsafe private static func read(
    into text: UnsafeMutableBufferPointer<UInt8>, first: Int, _ kinds: [UInt8], from reader: inout SymbolReader
  ) -> Bool {
    // In registers from the first letter to the last.
    var symbols = reader
    defer { reader = symbols }
    let count = text.count
    var (at, last): (Int, UInt8) = (0, 0)
    while at < count {
      let run = symbols.number(first + runs)
      guard run <= UInt64(count - at) else { return false }
      for place in at..<(at + Int(run)) {
        last = UInt8(truncatingIfNeeded: symbols.symbol(first + Int(kinds[Int(last)])))
        unsafe text[place] = last
      }
      at += Int(run)
      if at == count { break }
      let length = symbols.number(first + lengths) &+ UInt64(shortest)
      let way = symbols.number(first + ways)
      guard length <= UInt64(count - at), length > 0, way > 0, way <= UInt64(at) else { return false }
      let (end, back) = (at + Int(length), Int(way))
      if back >= Int(length) {
        _ = unsafe text[at..<end].update(fromContentsOf: text[at - back..<end - back])
      } else {
        for place in at..<end { unsafe text[place] = text[place - back] }
      }
      at = end
      last = unsafe text[at - 1]
    }
    return true
  }

  /// What a letter says of the next: digits follow digits.
  private static let kinds = (0...UInt8.max).map { kind($0) }

  private static func kind(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"): 1
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): 2
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"): 3
    default: 0
    }
  }
}
