import LabBase
import StrategyKit

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

  private static let numbers = [
    "0", "-0", "1", "-1", "0.0005", "0.001", "2", "3", "7", "100", "843.999", "844", "4999", "5000", "10000", "10001",
    "100000", "1000000", "1000000.001", "100000000", "1000000000", "1001000000", "-1000000", "2147483647", "2147483648",
    "4294967296", "2592000000", "2592000000.000001", "9007199254740993", "9223372036854775807", "9223372036854775.807",
    "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616",
    "1844674407370955161.5", "99999999999999999999999999", "0.00000000000000000000000001", "1e3", "1e-3", "1e18",
    "1e19",
    "1e-19", "1e-20", "1e400", "-1e400", "1e-400", "1e99999999999999999999", "0.5e-18", "NaN", "-Infinity", "007", "1.",
    "+1", ".5", "1e", "-",
  ]

  private static let tokens = [
    "[", "]", "{", "}", ",", ":", "\"", "\\", "\n", "\r\n", "\0", "\u{FEFF}", "#", "null", "true", "[]", "{}", "\\u",
    "\\ud83d", "\\ud83d\\u0041", "\\uDC00", "\"layout\"", "\"end\"", "\"jump\"", "\"memory-warning\"", "\"background\"",
    "\"grid\":", "\"viewport\":[1,1],", "\"content\":[390,0],", "\"count\":0,", "\"columns\":1,", "\"cell\":[390,1],",
    "\"spacing\":[1000000,1000000],", "\"inset\":[1000000,0,1000000,0],", "\"scale\":16,", "\"scale\":0.1,",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "\n[50,\"layout\",{}]\n", "\n[60,\"end\"]\n", "\n[70,0]\n",
    "\"image\"", "\"counters\"", "\"photos\"", "\"phase\"", "\"ms\":0,", "\"target\":[65535,65535],",
  ].map { Array($0.utf8) }

  private static func replaceNumber(in bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let from = random.next(below: bytes.count)
    guard let start = bytes[from...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) && $0 != UInt8(ascii: ".") } ?? bytes.endIndex
    bytes.replaceSubrange(start..<end, with: numbers[random.next(below: numbers.count)].utf8)
  }

  /// Gentle damage, which the parser rarely refuses.
  private static func changeDigit(in bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty, let place = bytes[random.next(below: bytes.count)...].firstIndex(where: isDigit) else {
      return
    }
    bytes[place] = UInt8(ascii: "0") + UInt8(random.next(below: 10))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9") }

  private static func spliceToken(into bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = random.next(in: 0...bytes.count)
    bytes.insert(contentsOf: tokens[random.next(below: tokens.count)], at: place)
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
