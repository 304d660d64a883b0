import LabBase
import StrategyKit

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
      case 2: members[texts[random.next(below: texts.count)]] = value(&random)
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
    default:
      let token = tokens[random.next(below: tokens.count)]
      bytes.insert(contentsOf: token.utf8, at: random.next(in: 0...bytes.count))
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
    case 0...4: return .integer(integers[random.next(below: integers.count)])
    case 5: return .number(numbers[random.next(below: numbers.count)])
    case 6, 7: return .string(texts[random.next(below: texts.count)])
    case 8:
      let depth = random.chance(30) ? 70 : 5
      return (0..<depth).reduce(.null) { inner, level in level % 2 == 0 ? .array([inner]) : .object(["a": inner]) }
    default: return [JSON.null, .bool(true), .bool(false), .array([]), .object([:])][random.next(below: 5)]
    }
  }

  private static let integers: [Int128] = [
    0, 1, -1, 2, 7, 1 << 31, (1 << 31) - 1, 1 << 53, (1 << 63) - 1, 1 << 63, -(1 << 63), -(1 << 63) - 1, 1 << 64,
    (1 << 64) - 1, .max, .min, 1_000_000_000_000_000_000, 1_000_000_000_000_000_001, -1_000_000_000_000_000_000,
    1_000_000_000_000_000_000_000_000_000_000_000_000, 4_611_686_018_427_387_904,
  ]

  private static let numbers: [Double] = [
    0.5, -0.5, 1e308, -1e308, .leastNonzeroMagnitude, 1e18, 1e19, 9_007_199_254_740_993.5, 1e-300, 123.456,
  ]

  private static let texts = [
    "", " ", "none", "?", "a\tb", "a\nb", "\u{1B}[2J", "\u{0}", "\u{9B}31m", "\u{202E}txt", "::error::x",
    "x\r\n::error::y", "|", "'", "\"", "\\", "`", "</script>", "]]>", "+", "a+b", "a:b=1,c=2+d", "preheat2x", "virtual",
    "real", "keep",
    "9223372036854775808", "nan", "inf", "1e999", "é漢👩‍👧", "\u{FFFF}", "2026-01-31T12:00:00Z", "0x10", "1/1", "2/3",
    "warm-hit-rate", "item", String(repeating: "long ", count: 300),
  ]

  private static let tokens = [
    "1e999", "-1e999", "NaN", "\"a\":1,\"a\":2,", "\\u0000", "\\ud800", "\u{0}", "\u{1B}[31m", "\n", ",", "[", "]", "{",
    "}", "\"", "/**/", "0", "9", "-", ".5", "e5", "18446744073709551616", String(repeating: "[", count: 100),
    String(repeating: "{\"a\":", count: 100),
  ]
}
