import CacheLab
import LabBase
import StrategyKit

/// Reads a flat JSON object byte by byte: keys, integers, words and pairs as they come, everything else passed over.
struct EventScanner {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  /// Items of a grid at most: a range of them may be walked one by one.
  private static let itemsMax = Int64(LibraryConfiguration.maxAssetCount)

  init(_ bytes: [UInt8], _ line: Range<Int>) {
    self.bytes = bytes
    index = line.lowerBound
    end = line.upperBound
  }

  /// The next byte that is no space; 0 at the end.
  var next: UInt8 {
    mutating get {
      while index < end, EventScanner.isSpace(bytes[index]) { index += 1 }
      return index < end ? bytes[index] : 0
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  var isAtEnd: Bool { mutating get { next == 0 && index == end } }

  /// Passes over a byte; false when another comes.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// A text in quotes, as `EventWords` look it up; nil for none, and for one with escapes, which none of an event file has
  /// behind its first line.
  mutating func word() -> UInt128? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = index
    var word: UInt128 = 0
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        defer { index += 1 }
        return index - start > 16 ? .max : word
      }
      if byte == UInt8(ascii: "\\") { return nil }
      word = word << 8 | UInt128(byte)
      index += 1
    }
    return nil
  }

  /// true or false; nil for anything else.
  mutating func truth() -> Bool? {
    if take(letters: "true") { return true }
    return take(letters: "false") ? false : nil
  }

  private mutating func take(letters: String) -> Bool {
    _ = next
    let letters = letters.utf8
    guard bytes[index..<min(index + letters.count, end)].elementsEqual(letters) else { return false }
    index += letters.count
    return true
  }

  /// An integer that a replay can have come to; false for anything else.
  mutating func integer(into value: inout Int64) -> Bool {
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

  mutating func integer() -> Int64? {
    var value: Int64 = 0
    return integer(into: &value) ? value : nil
  }

  /// One that is not negative.
  mutating func count(max: Int64 = .max) -> Int64? { integer().flatMap { 0...max ~= $0 ? $0 : nil } }

  /// A list of two integers.
  private mutating func pair() -> (first: Int64, last: Int64)? {
    var (first, last): (Int64, Int64) = (0, 0)
    guard take(UInt8(ascii: "[")), integer(into: &first), take(UInt8(ascii: ",")), integer(into: &last),
      take(UInt8(ascii: "]"))
    else { return nil }
    return (first, last)
  }

  mutating func pixelSize() -> PixelSize? {
    guard let sides = pair(), let width = Int32(exactly: sides.first), let height = Int32(exactly: sides.last) else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }

  /// An ascending range of items, [first, end].
  mutating func range() -> ItemRange? {
    guard let ends = pair(), 0 <= ends.first, ends.first <= ends.last, ends.last <= EventScanner.itemsMax else {
      return nil
    }
    return ItemRange(lower: Int32(ends.first), upper: Int32(ends.last))
  }

  /// A list of such ranges.
  mutating func ranges() -> ItemRanges? {
    var ranges = ItemRanges()
    guard take(UInt8(ascii: "[")) else { return nil }
    if take(UInt8(ascii: "]")) { return ranges }
    repeat {
      guard let range = range() else { return nil }
      ranges.append(range)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? ranges : nil
  }

  /// Passes over a value of any kind; false when it is none.
  mutating func skipValue() -> Bool {
    guard let past = JSON.end(ofValueAt: index, in: bytes), past <= end else { return false }
    index = past
    return true
  }
}

/// The values that a word of an event file may stand for; those that come first are found first.
///
/// Words are packed into integers, so that they are compared at once; one of more than 16 bytes is none that is known.
struct EventWords<Value: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  private let words: ContiguousArray<(word: UInt128, value: Value)>

  init() {
    words = ContiguousArray(Value.allCases.map { (EventWords.packed($0.rawValue), $0) })
  }

  static func packed(_ word: String) -> UInt128 { word.utf8.reduce(0) { $0 << 8 | UInt128($1) } }

  subscript(word: UInt128) -> Value? {
    for entry in words where entry.word == word { return entry.value }
    return nil
  }
}

extension EventName {
  static let words = EventWords<EventName>()
}

extension RequestOutcome {
  static let words = EventWords<RequestOutcome>()
}

extension JobCause {
  static let words = EventWords<JobCause>()
}

extension DropReason {
  static let words = EventWords<DropReason>()
}
