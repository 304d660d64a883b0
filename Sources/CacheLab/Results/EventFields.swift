/// The members of one line of an event file: a flat object of integers, short texts, truth values and lists of
/// integers.
///
/// A reader of its own, because a tree of a million lines takes most of a minute to make and to throw away.
struct EventFields {
  private(set) var time: Int64?
  private(set) var item: Int32?
  private(set) var offset: Int64?
  private(set) var bitmapBytes: Int64?
  private(set) var cost: Int64?
  private(set) var event: String?
  private(set) var outcome: String?
  private(set) var tier: String?
  private(set) var cause: String?
  private(set) var why: String?
  private(set) var kept: Bool?
  /// The key of the line's list, and its integers; lists in lists are joined. A line has one list at most.
  private(set) var listName: String?
  private(set) var list: [Int64] = []

  private let bytes: ArraySlice<UInt8>
  private var at: Int

  /// Reads a line; nil when it is not such an object.
  init?(_ line: ArraySlice<UInt8>) {
    bytes = line
    at = line.startIndex
    guard take(UInt8(ascii: "{")) else { return nil }
    if !take(UInt8(ascii: "}")) {
      repeat {
        guard let key = text(), take(UInt8(ascii: ":")), value(of: key) else { return nil }
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { return nil }
    }
    guard isAtEnd else { return nil }
  }

  private var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return at == bytes.endIndex
    }
  }

  private mutating func skipSpace() {
    while at < bytes.endIndex, [0x20, 0x09, 0x0D].contains(bytes[at]) { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard at < bytes.endIndex, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func value(of key: String) -> Bool {
    skipSpace()
    guard at < bytes.endIndex else { return false }
    switch bytes[at] {
    case UInt8(ascii: "\""):
      guard let text = text() else { return false }
      keep(text, of: key)
    case UInt8(ascii: "["):
      (listName, list) = (key, [])
      guard takeList(depth: 0) else { return false }
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      let word = word()
      guard ["true", "false", "null"].contains(word) else { return false }
      if key == "kept" && word != "null" { kept = word == "true" }
    default:
      guard let integer = integer() else { return false }
      keep(integer, of: key)
    }
    return true
  }

  /// A member of a key that is not known is passed over: a later version may write more.
  private mutating func keep(_ text: String, of key: String) {
    switch key {
    case "e": event = text
    case "outcome": outcome = text
    case "tier": tier = text
    case "cause": cause = text
    case "why": why = text
    default: break
    }
  }

  private mutating func keep(_ integer: Int64, of key: String) {
    switch key {
    case "t": time = integer
    case "item": item = Int32(exactly: integer).flatMap { $0 >= 0 ? $0 : nil }
    case "y": offset = integer
    case "bytes": bitmapBytes = integer
    case "cost": cost = integer
    default: break
    }
  }

  /// A text between quotes; none of an event file holds an escape.
  private mutating func text() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = at
    while at < bytes.endIndex, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\") { return nil }
      at += 1
    }
    guard at < bytes.endIndex else { return nil }
    at += 1
    return String(decoding: bytes[start..<at - 1], as: UTF8.self)
  }

  private mutating func word() -> String {
    let start = at
    while at < bytes.endIndex, bytes[at] >= UInt8(ascii: "a"), bytes[at] <= UInt8(ascii: "z") { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func integer() -> Int64? {
    let isNegative = take(UInt8(ascii: "-"))
    let start = at
    var value: Int64 = 0
    while at < bytes.endIndex, bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "9") {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, exceeds) = product.addingReportingOverflow(Int64(bytes[at] - UInt8(ascii: "0")))
      if overflows || exceeds { return nil }
      value = sum
      at += 1
    }
    return at == start ? nil : isNegative ? -value : value
  }

  private mutating func takeList(depth: Int) -> Bool {
    guard depth < 4, take(UInt8(ascii: "[")) else { return false }
    if take(UInt8(ascii: "]")) { return true }
    repeat {
      skipSpace()
      if at < bytes.endIndex, bytes[at] == UInt8(ascii: "[") {
        guard takeList(depth: depth + 1) else { return false }
      } else {
        guard let integer = integer() else { return false }
        list.append(integer)
      }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]"))
  }
}
