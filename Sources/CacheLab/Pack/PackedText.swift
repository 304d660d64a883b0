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
    var text = [UInt8](repeating: 0, count: count)
    var at = 0
    let kinds = kinds
    while at < count {
      let run = reader.number(first + runs)
      guard run <= UInt64(count - at) else { return nil }
      var last = at > 0 ? text[at - 1] : 0
      for place in at..<(at + Int(run)) {
        last = UInt8(truncatingIfNeeded: reader.symbol(first + Int(kinds[Int(last)])))
        text[place] = last
      }
      at += Int(run)
      if at == count { break }
      let length = reader.number(first + lengths) &+ UInt64(shortest)
      let way = reader.number(first + ways)
      guard length <= UInt64(count - at), length > 0, way > 0, way <= UInt64(at) else { return nil }
      for place in at..<(at + Int(length)) { text[place] = text[place - Int(way)] }
      at += Int(length)
    }
    return text
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
