extension SplitMix64 {
  mutating func pick<Element>(_ list: [Element]) -> Element { list[next(below: list.count)] }
}

/// Damages what files are made of: bytes, lists, and texts with their lines, numbers and JSON.
enum Mutator {
  /// Flips, sets, inserts, removes, repeats or cuts bytes once, from a place in the first `reach` bytes on.
  static func bytes(_ bytes: inout [UInt8], reach: Int = .max, _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return bytes.append(byte(&random)) }
    let place = random.next(below: min(bytes.count, reach))
    let chunk = place..<min(place + 1 + random.next(below: random.chance(50) ? 4 : 64), bytes.count)
    switch random.next(below: 8) {
    case 0, 1: bytes[place] ^= 1 << UInt8(random.next(below: 8))
    case 2, 3: bytes[place] = byte(&random)
    case 4: bytes.insert(contentsOf: chunk.map { _ in byte(&random) }, at: place)
    case 5: bytes.removeSubrange(chunk)
    case 6: bytes.insert(contentsOf: bytes[chunk], at: random.next(in: 0...bytes.count))
    default: bytes.removeSubrange(place...)
    }
  }

  private static func byte(_ random: inout SplitMix64) -> UInt8 {
    random.chance(40) ? random.pick([0, 1, 0x7F, 0x80, 0xFE, 0xFF]) : UInt8(random.next(below: 256))
  }

  /// Removes, swaps or repeats an element once, or brings one from another list: lines, segments, blocks.
  static func list<Element>(_ list: inout [Element], other: [Element] = [], _ random: inout SplitMix64) {
    guard !list.isEmpty else { return }
    let place = random.next(below: list.count)
    switch random.next(below: 4) {
    case 0: list.remove(at: place)
    case 1: list.swapAt(place, random.next(below: list.count))
    default:
      let element = random.pick(other.isEmpty || random.chance(50) ? list : other)
      // Readers have limits of what repeats.
      list.insert(contentsOf: repeatElement(element, count: random.chance(4) ? 120 : 1), at: place)
    }
  }

  /// Returns what damages a text once: the JSON of a line in `trees` percent of the cases, else bytes, numbers, words or
  /// lines.
  static func text(trees: Int) -> FuzzTarget.Damage {
    { text, other, random in
      var lines = text.split(separator: newline, omittingEmptySubsequences: false)
      switch random.chance(trees) ? -1 : random.next(below: 10) {
      case -1:
        let places = lines.indices.filter { jsonRange(in: lines[$0]) != nil }
        guard let first = places.first else { return number(in: &text, &random) }
        let place = random.chance(30) ? first : random.pick(places)
        guard let range = jsonRange(in: lines[place]),
          let json = try? JSON.parse(String(decoding: lines[place][range], as: UTF8.self))
        else { return bytes(&text, &random) }
        lines[place].replaceSubrange(range, with: tree(json, &random).compactText.utf8)
      case 0: return bytes(&text, &random)
      case 1...5: return number(in: &text, &random)
      case 6: return text.insert(contentsOf: random.pick(FuzzWords.tokens).utf8, at: random.next(in: 0...text.count))
      default: list(&lines, other: other.split(separator: newline), &random)
      }
      text = Array(lines.joined(separator: [newline]))
    }
  }

  /// Damages a text of lines that end in checksums, which mostly are those of the damaged lines.
  static func sealedText(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    text(trees: 30)(&input, other, &random)
    guard random.chance(90) else { return }
    var lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    // The second line, the names of columns, has no checksum.
    for index in lines.indices where index != 1 {
      guard let tab = lines[index].lastIndex(of: "\t") else { continue }
      var content = String(lines[index][..<tab])
      // Kind and format stand before the JSON.
      if let brace = content.firstIndex(of: "{"), var members = (try? JSON.parse(String(content[brace...])))?.object,
        let plan = members["plan"], plan.object != nil
      {
        members["digest"] = .string(SHA256.hex(of: plan.compactText))
        content = content[..<brace] + JSON.object(members).compactText
      }
      lines[index] = CheckedLine.text(content)[...]
    }
    input = Array(lines.joined(separator: "\n").utf8)
  }

  private static let newline = UInt8(ascii: "\n")

  /// Changes a number, or one of its digits: gentle damage, which readers rarely refuse.
  private static func number(in text: inout [UInt8], _ random: inout SplitMix64) {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard let start = text[random.next(in: 0...text.count)...].firstIndex(where: isDigit) else { return }
    if random.chance(60) {
      text[start] = UInt8(ascii: "0") + UInt8(random.next(below: 10))
    } else {
      let end = text[start...].firstIndex { !isDigit($0) && $0 != UInt8(ascii: ".") } ?? text.endIndex
      text.replaceSubrange(start..<end, with: random.pick(FuzzWords.numbers).utf8)
    }
  }

  private static func jsonRange(in line: ArraySlice<UInt8>) -> Range<Int>? {
    guard let start = line.firstIndex(where: "[{".utf8.contains) else { return nil }
    return start..<(line[start...].lastIndex(of: UInt8(ascii: "\t")) ?? line.endIndex)
  }

  /// Damages a tree once: values that no writer writes, of the wrong type, missing, too many, too deep.
  private static func tree(_ json: JSON, _ random: inout SplitMix64) -> JSON {
    switch json {
    case .array(var elements) where !elements.isEmpty && random.chance(80):
      if random.chance(25) {
        list(&elements, &random)
      } else {
        let place = random.next(below: elements.count)
        elements[place] = tree(elements[place], &random)
      }
      return .array(elements)
    case .object(var members) where !members.isEmpty && random.chance(90):
      // Sorted: a dictionary has no order of its own.
      let keys = members.keys.sorted()
      let key = random.pick(keys)
      switch random.next(below: 14) {
      case 0: members[key] = nil
      case 1: members[random.pick(keys)] = members[key]
      case 2: members[random.pick(FuzzWords.texts)] = random.pick(FuzzWords.values)
      default: members[key] = members[key].map { tree($0, &random) }
      }
      return .object(members)
    case .integer(let integer) where random.chance(40):
      return .integer(random.pick([integer &+ 1, integer &- 1, 0 &- integer, integer &* 1_000_003]))
    default: return random.pick(FuzzWords.values)
    }
  }
}

/// The ends of types and limits, and what terminals, reports and readers of formats might take for something else.
enum FuzzWords {
  private static let limits: [Int128] =
    [
      1, 7, 101, 844, 5_000, 10_000, 100_000, 1_000_000, 100_000_000, 1_000_000_000, 2_592_000_000,
      1_000_000_000_000_000_000,
    ] + [16, 31, 32, 47, 48, 53, 62, 63, 64, 100].map { 1 << $0 } + [.max - 1]

  static let numbers =
    limits.flatMap { [$0 - 1, $0, $0 + 1, -$0, -$0 - 1] }.map { "\($0)" } + [
      "-0", "0.0005", "0.001", "0.5", "-0.5", "123.456", "843.999", "1000000.001", "2592000000.000001",
      "9007199254740993.5", "9223372036854775.807", "1844674407370955161.5", "99999999999999999999999999",
      "170141183460469231731687303715884105728", "-170141183460469231731687303715884105728",
      "0.00000000000000000000000001", "1e3", "1e-3", "1e18", "1e19", "1e-19", "1e-20", "1e36", "-1e36", "1e300",
      "-1e300", "1e-300", "1e308", "-1e308", "1e-320", "1e400", "-1e400", "1e-400", "1e99999999999999999999",
      "0.5e-18", "NaN", "inf", "-Infinity", "0x1p4", "007", "1.", "+1", ".5", "1e", "-", "", " 1", "1 ", "text",
    ]

  static let values: [JSON] =
    numbers.compactMap { try? JSON.parse($0) } + texts.map { .string($0) } + [
      .null, .bool(true), .bool(false), .array([]), .object([:]), .array([.object(["a": .array([.null])])]),
      (0..<70).reduce(.null) { inner, _ in .array([inner]) },
    ]

  static let texts = [
    "", " ", "none", "?", "a\tb", "a\nb", "\u{1B}[2J", "\u{0}", "\u{9B}31m", "\u{202E}txt", "::error::x",
    "x\r\n::error::y", "|", "'", "\"", "\\", "`", "</script>", "]]>", "+", "a+b", "a:b=1,c=2+d", "preheat2x", "virtual",
    "real", "keep", "9223372036854775808", "nan", "inf", "1e999", "é漢👩‍👧", "\u{FFFF}", "2026-01-31T12:00:00Z", "0x10",
    "1/1", "1/2", "2/3", "warm-hit-rate", "item", String(repeating: "long ", count: 300),
  ]

  static let tokens = [
    "[", "]", "{", "}", ",", ":", "\"", "\\", "\n", "\r\n", "\0", "\u{FEFF}", "\u{1B}[31m", "#", "null", "true", "[]",
    "{}", "\\u", "\\u0000", "\\ud83d", "\\ud83d\\u0041", "\\uDC00", "/**/", "0", "9", "-", ".5", "e5", "1e999", "NaN",
    "18446744073709551616", "\"a\":1,\"a\":2,", "\"layout\"", "\"end\"", "\"jump\"", "\"memory-warning\"",
    "\"background\"", "\"grid\":", "\"viewport\":[1,1],", "\"content\":[390,0],", "\"count\":0,", "\"columns\":1,",
    "\"cell\":[390,1],", "\"spacing\":[1000000,1000000],", "\"inset\":[1000000,0,1000000,0],", "\"scale\":16,",
    "\"scale\":0.1,", "\"image\"", "\"counters\"", "\"photos\"", "\"phase\"", "\"ms\":0,", "\"target\":[65535,65535],",
    "\n[50,\"layout\",{}]\n", "\n[60,\"end\"]\n", "\n[70,0]\n", String(repeating: "[", count: 100),
    String(repeating: "{\"a\":", count: 100),
  ]
}
