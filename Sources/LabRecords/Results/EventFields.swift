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

  private var scanner: EventScanner

  /// Reads a line; nil when it is not such an object.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    scanner = EventScanner(bytes, line)
    guard scanner.take(UInt8(ascii: "{")) else { return nil }
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        guard let key = scanner.text(), scanner.take(UInt8(ascii: ":")), value(of: key) else { return nil }
      } while scanner.take(UInt8(ascii: ","))
      guard scanner.take(UInt8(ascii: "}")) else { return nil }
    }
    guard scanner.isAtEnd else { return nil }
  }

  private mutating func value(of key: String) -> Bool {
    switch scanner.next {
    case UInt8(ascii: "\""):
      guard let text = scanner.text() else { return false }
      keep(text, of: key)
    case UInt8(ascii: "["):
      (listName, list) = (key, [])
      guard takeList(depth: 0) else { return false }
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      let word = scanner.letters()
      guard ["true", "false", "null"].contains(word) else { return false }
      if key == "kept" && word != "null" { kept = word == "true" }
    default:
      var integer: Int64 = 0
      guard scanner.integer(into: &integer) else { return false }
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
    case "bytes": bitmapBytes = integer < 0 ? nil : integer
    case "cost": cost = integer < 0 ? nil : integer
    default: break
    }
  }

  private mutating func takeList(depth: Int) -> Bool {
    guard depth < 4, scanner.take(UInt8(ascii: "[")) else { return false }
    if scanner.take(UInt8(ascii: "]")) { return true }
    repeat {
      if scanner.next == UInt8(ascii: "[") {
        guard takeList(depth: depth + 1) else { return false }
      } else {
        var integer: Int64 = 0
        guard scanner.integer(into: &integer) else { return false }
        list.append(integer)
      }
    } while scanner.take(UInt8(ascii: ","))
    return scanner.take(UInt8(ascii: "]"))
  }
}
