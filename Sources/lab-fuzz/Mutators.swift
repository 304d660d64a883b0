import LabBase
import LabRecords
import StrategyKit

/// Damage that needs no knowledge of a format.
enum ByteMutator {
  /// Flips, sets, inserts, removes, repeats or cuts bytes once. Nothing happens to an empty input but inserts.
  ///
  /// - Parameter reach: Damage begins in so many bytes at the front.
  static func mutate(_ bytes: inout [UInt8], reach: Int = .max, _ random: inout SplitMix64) {
    guard !bytes.isEmpty else {
      bytes.append(byte(&random))
      return
    }
    let place = random.next(below: min(bytes.count, reach))
    switch random.next(below: 8) {
    case 0, 1: bytes[place] ^= 1 << UInt8(random.next(below: 8))
    case 2: bytes[place] = byte(&random)
    case 3: bytes.insert(contentsOf: (0...random.next(below: 4)).map { _ in byte(&random) }, at: place)
    case 4: bytes.removeSubrange(place..<min(place + 1 + random.next(below: 4), bytes.count))
    case 5: bytes.removeSubrange(chunk(of: bytes, at: place, &random))
    case 6:
      let chunk = chunk(of: bytes, at: place, &random)
      bytes.insert(contentsOf: bytes[chunk], at: random.next(in: 0...bytes.count))
    default: bytes.removeSubrange(place...)
    }
  }

  /// Any byte, more often one at the end of a range.
  static func byte(_ random: inout SplitMix64) -> UInt8 {
    let ends: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
    return random.chance(40) ? ends[random.next(below: ends.count)] : UInt8(random.next(below: 256))
  }

  private static func chunk(of bytes: [UInt8], at place: Int, _ random: inout SplitMix64) -> Range<Int> {
    place..<min(place + 1 + random.next(below: 64), bytes.count)
  }
}

/// Damages traces as bytes, as lines, as numbers and as words.
enum TraceMutator {
  /// Damages `bytes` once; `other` is a trace to take lines from.
  static func mutate(_ bytes: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    switch random.next(below: 10) {
    case 0: ByteMutator.mutate(&bytes, &random)
    case 1, 2: replaceNumber(in: &bytes, &random)
    case 3, 4, 5: changeDigit(in: &bytes, &random)
    case 6: spliceToken(into: &bytes, &random)
    default: moveLine(in: &bytes, other: other, &random)
    }
  }

  private static func replaceNumber(in bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let from = random.next(below: bytes.count)
    guard let start = bytes[from...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) && $0 != UInt8(ascii: ".") } ?? bytes.endIndex
    bytes.replaceSubrange(start..<end, with: FuzzWords.any(FuzzWords.numbers, &random).utf8)
  }

  /// Gentle damage, which the parser rarely refuses.
  private static func changeDigit(in bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty, let place = bytes[random.next(below: bytes.count)...].firstIndex(where: isDigit) else {
      return
    }
    bytes[place] = UInt8(ascii: "0") + UInt8(random.next(below: 10))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9") }

  static func spliceToken(into bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = random.next(in: 0...bytes.count)
    bytes.insert(contentsOf: FuzzWords.any(FuzzWords.tokens, &random).utf8, at: place)
  }

  /// Repeats a line elsewhere, takes it out, or brings one from another trace.
  private static func moveLine(in bytes: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let place = random.next(below: lines.count)
    switch random.next(below: 3) {
    case 0: lines.insert(lines[place], at: random.next(in: 0...lines.count))
    case 1: lines.remove(at: place)
    default:
      let others = other.split(separator: UInt8(ascii: "\n"))
      if !others.isEmpty { lines.insert(others[random.next(below: others.count)], at: place) }
    }
    bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}

/// Damages JSON documents as trees: values that no writer writes, of the wrong type, missing, too many, too deep.
enum JSONMutator {
  /// Damages a tree once.
  static func mutate(_ json: JSON, _ random: inout SplitMix64) -> JSON {
    switch json {
    case .array(var elements) where !elements.isEmpty && random.chance(80):
      let place = random.next(below: elements.count)
      switch random.next(below: 12) {
      case 0: elements.remove(at: place)
      case 1: elements.insert(elements[place], at: random.next(in: 0...elements.count))
      case 2: elements += elements
      default: elements[place] = mutate(elements[place], &random)
      }
      return .array(elements)
    case .object(var members) where !members.isEmpty && random.chance(90):
      // Sorted: a dictionary has no order of its own.
      let keys = members.keys.sorted()
      let key = keys[random.next(below: keys.count)]
      switch random.next(below: 14) {
      case 0: members[key] = nil
      case 1: members[keys[random.next(below: keys.count)]] = members[key]
      case 2: members[FuzzWords.any(FuzzWords.texts, &random)] = value(&random)
      default: members[key] = members[key].map { mutate($0, &random) }
      }
      return .object(members)
    case .integer(let integer) where random.chance(40): return .integer(neighbour(of: integer, &random))
    default: return value(&random)
    }
  }

  /// A document as bytes, damaged once more now and then where a tree cannot be.
  static func bytes(of json: JSON, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = Array(json.compactText.utf8)
    guard random.chance(25) else { return bytes }
    switch random.next(below: 3) {
    case 0: ByteMutator.mutate(&bytes, &random)
    default: TraceMutator.spliceToken(into: &bytes, &random)
    }
    return bytes
  }

  private static func neighbour(of integer: Int128, _ random: inout SplitMix64) -> Int128 {
    switch random.next(below: 4) {
    case 0: integer &+ 1
    case 1: integer &- 1
    case 2: 0 &- integer
    default: integer &* 1_000_003
    }
  }

  private static func value(_ random: inout SplitMix64) -> JSON {
    switch random.next(below: 10) {
    case 0...4: return .integer(FuzzWords.any(FuzzWords.integers, &random))
    case 5: return .number(FuzzWords.any(FuzzWords.fractions, &random))
    case 6, 7: return .string(FuzzWords.any(FuzzWords.texts, &random))
    case 8:
      let depth = random.chance(30) ? 70 : 5
      return (0..<depth).reduce(.null) { inner, level in level % 2 == 0 ? .array([inner]) : .object(["a": inner]) }
    default: return [JSON.null, .bool(true), .bool(false), .array([]), .object([:])][random.next(below: 5)]
    }
  }
}

/// Damages the first line of a result of a sweep or of a fleet as a tree. Its digest and checksum are made anew: as
/// somebody would who means it.
enum HeadMutator {
  /// Damages `line` once; bytes of it where it is no such line.
  static func mutate(_ line: inout [UInt8], _ random: inout SplitMix64) {
    let text = String(decoding: line, as: UTF8.self)
    // Kind and format stand before the JSON.
    guard let content = try? CheckedLine.content(text[...]), let brace = content.firstIndex(of: "{"),
      let head = try? JSON.parse(String(content[brace...])), var members = damaged(head, &random).object
    else { return ByteMutator.mutate(&line, &random) }
    // Rows that are not all of such a shard.
    if random.chance(10) { members["shard"] = .string("1/2") }
    let plan = members["plan"] ?? members["work"]?["plan"]
    members["digest"] = plan.map { .string(SHA256.hex(of: $0.compactText)) }
    line = Array(CheckedLine.text(content[..<brace] + JSON.object(members).compactText).utf8)
  }

  /// Damage to the plan of a sweep most times, which is what decides how rows are read.
  private static func damaged(_ head: JSON, _ random: inout SplitMix64) -> JSON {
    guard random.chance(70), var members = head.object, let plan = members["plan"] else {
      return JSONMutator.mutate(head, &random)
    }
    members["plan"] = JSONMutator.mutate(plan, &random)
    return .object(members)
  }
}

/// Damages lists of numbers, of which each may be an extreme of some type.
enum NumberMutator {
  static func mutate(_ numbers: inout [UInt64], _ random: inout SplitMix64) {
    guard !numbers.isEmpty else { return }
    let at = random.next(below: numbers.count)
    switch random.next(below: 6) {
    case 0: numbers[at] &+= 1
    case 1: numbers[at] &-= 1
    case 2: numbers[at] = numbers[random.next(below: numbers.count)]
    default: numbers[at] = FuzzWords.any(FuzzWords.unsigned, &random)
    }
  }

  /// Repeats, removes or swaps elements.
  static func move<Element>(_ list: inout [Element], _ random: inout SplitMix64) {
    guard list.count > 1 else { return }
    let (at, other) = (random.next(below: list.count), random.next(below: list.count))
    switch random.next(below: 3) {
    case 0: list.insert(list[at], at: other)
    case 1: list.remove(at: at)
    default: list.swapAt(at, other)
    }
  }
}

/// What damaged inputs say: the ends of the types and limits that numbers have, and what terminals, reports and readers of
/// several formats might take for something else.
enum FuzzWords {
  static func any<Word>(_ words: [Word], _ random: inout SplitMix64) -> Word { words[random.next(below: words.count)] }

  static let numbers = [
    "0", "-0", "1", "-1", "0.0005", "0.001", "0.5", "-0.5", "2", "3", "7", "100", "101", "123.456", "843.999", "844",
    "4999", "5000", "10000", "10001", "65535", "65536", "100000", "1000000", "1000000.001", "100000000", "100000001",
    "1000000000", "1001000000", "-1000000", "2147483647", "2147483648", "4294967295", "4294967296", "2592000000",
    "2592000000.000001", "140737488355328", "281474976710655", "281474976710656", "9007199254740992",
    "9007199254740993",
    "9007199254740993.5", "1000000000000000000", "1000000000000000001", "-1000000000000000000", "4611686018427387904",
    "9223372036854775807", "9223372036854775.807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551614", "18446744073709551615", "18446744073709551616",
    "1844674407370955161.5", "99999999999999999999999999", "1000000000000000000000000000000000000",
    "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
    "-170141183460469231731687303715884105728", "0.00000000000000000000000001", "1e3", "1e-3", "1e18", "1e19", "1e-19",
    "1e-20", "1e36", "-1e36", "1e300", "-1e300", "1e-300", "1e308", "-1e308", "1e-320", "1e400", "-1e400", "1e-400",
    "1e999", "1e99999999999999999999", "0.5e-18", "NaN", "inf", "-Infinity", "0x1p4", "007", "1.", "+1", ".5", "1e",
    "-",
    "", " 1", "1 ", "text",
  ]

  static let integers = numbers.compactMap { Int128($0) }
  static let unsigned = numbers.compactMap { UInt64($0) }
  static let fractions = numbers.compactMap { Double($0) }.filter(\.isFinite)

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
