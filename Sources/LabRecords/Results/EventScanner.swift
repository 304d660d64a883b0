import CacheLab

/// Reads a flat JSON object byte by byte: keys, integers, words and pairs as they come, everything else passed over.
package struct EventScanner {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  package init(_ bytes: [UInt8], _ line: Range<Int>) {
    self.bytes = bytes
    index = line.lowerBound
    end = line.upperBound
  }

  /// Items of a grid at most: a range of them may be walked one by one.
  package static let itemsMax = Int64(LibraryConfiguration.maxAssetCount)

  /// The next byte that is no space; 0 at the end.
  package var next: UInt8 {
    mutating get {
      while index < end, EventScanner.isSpace(bytes[index]) { index += 1 }
      return index < end ? bytes[index] : 0
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  package var isAtEnd: Bool { mutating get { next == 0 && index == end } }

  /// Passes over a byte; false when another comes.
  package mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// A text in quotes, packed; 0 for one that is long or has escapes in it, nil for none.
  package mutating func word() -> UInt64? {
    guard let quoted = quoted() else { return nil }
    return quoted.isPlain ? EventScanner.packed(bytes[quoted.range]) : 0
  }

  /// Up to eight bytes as an integer, so that words are compared at once; 0 for longer ones.
  package static func packed(_ bytes: some Collection<UInt8>) -> UInt64 {
    bytes.count > 8 ? 0 : bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A text in quotes; nil for none, and for one with escapes, which none of an event file has behind its first line.
  mutating func text() -> String? {
    guard let quoted = quoted(), quoted.isPlain else { return nil }
    return String(decoding: bytes[quoted.range], as: UTF8.self)
  }

  /// The bytes of a text between its quotes, and whether they are the text itself, for there are no escapes.
  private mutating func quoted() -> (range: Range<Int>, isPlain: Bool)? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = index
    var isPlain = true
    while index < end, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") {
        isPlain = false
        index += 1
      }
      index += 1
    }
    guard index < end else { return nil }
    defer { index += 1 }
    return (start..<index, isPlain)
  }

  /// Small letters without quotes: true, false, null.
  mutating func letters() -> String {
    let start = index
    while index < end, bytes[index] >= UInt8(ascii: "a"), bytes[index] <= UInt8(ascii: "z") { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// An integer that a replay can have come to; false for anything else.
  package mutating func integer(into value: inout Int64) -> Bool {
    let isNegative = take(UInt8(ascii: "-"))
    let start = index
    var magnitude: Int64 = 0
    while index < end, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
      let (product, over) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, overAgain) = product.addingReportingOverflow(Int64(digit))
      if over || overAgain { return false }
      magnitude = sum
      index += 1
    }
    value = isNegative ? -magnitude : magnitude
    return index > start && magnitude <= FieldKind.figureMax
  }

  /// First and last of a list of integers.
  package mutating func pair() -> (first: Int64, last: Int64)? {
    var (first, last): (Int64, Int64) = (0, 0)
    guard take(UInt8(ascii: "[")), integer(into: &first) else { return nil }
    last = first
    while take(UInt8(ascii: ",")) {
      guard integer(into: &last) else { return nil }
    }
    return take(UInt8(ascii: "]")) ? (first, last) : nil
  }

  /// A list of ascending [first, end] ranges of items.
  package mutating func ranges() -> [Range<Int64>]? {
    var ranges: [Range<Int64>] = []
    guard take(UInt8(ascii: "[")) else { return nil }
    if take(UInt8(ascii: "]")) { return ranges }
    repeat {
      guard let bounds = pair(), 0 <= bounds.first, bounds.first <= bounds.last, bounds.last <= EventScanner.itemsMax
      else {
        return nil
      }
      ranges.append(bounds.first..<bounds.last)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? ranges : nil
  }

  /// Passes over a value of any kind; false when it does not end.
  package mutating func skipValue() -> Bool {
    var depth = 0
    while index < end {
      switch next {
      case UInt8(ascii: "\""):
        guard word() != nil else { return false }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return true }
        depth -= 1
      case UInt8(ascii: ","):
        if depth == 0 { return true }
      default: break
      }
      index += 1
    }
    return false
  }
}
