import CacheLab

enum EventName: String, CaseIterable, Sendable {
  case frame, start, stop, release, request, cancel, refuse, begin, end, drop, download, downloaded, layout, content
  case live
}

/// The text of events: a line each, a flat JSON object (docs/definitions.md, the event file).
///
/// Lines are put together from bytes: a file has millions of them.
package struct EventText {
  package private(set) var bytes: [UInt8] = []

  private enum Member {
    case number(String, Int64)
    case pair(String, Int32, Int32)
    case word(String, String)
    case kept(Bool)
    case items([ItemRange])
    /// Left out for full images.
    case tier(Tier)

    static func item(_ item: Int32) -> Member { .number("item", Int64(item)) }
    static func size(_ size: PixelSize) -> Member { .pair("size", size.width, size.height) }
  }

  package init() {}

  /// Returns the line of an event, without its end.
  package static func line(_ event: ReplayEvent, at time: Int64) -> String {
    var text = EventText()
    text.write(event, at: time)
    return String(decoding: text.bytes.dropLast(), as: UTF8.self)
  }

  /// Replaces `bytes` by the line of an event.
  package mutating func write(_ event: ReplayEvent, at time: Int64) {
    bytes.removeAll(keepingCapacity: true)
    add("{\"t\":")
    add(time)
    switch event {
    case .frame(let offset, let visible):
      add(.frame, .number("y", offset), .pair("visible", visible.lower, visible.upper))
    case .start(let items, let tier): add(.start, .items(items), .tier(tier))
    case .stop(let items, let tier): add(.stop, .items(items), .tier(tier))
    case .release(let item): add(.release, .item(item))
    case .request(let item, let size, let outcome):
      add(.request, .item(item), .size(size), .word("outcome", outcome.rawValue))
    case .cancel(let item, let tier): add(.cancel, .item(item), .tier(tier))
    case .refuse(let item, let tier): add(.refuse, .item(item), .tier(tier))
    case .begin(let key, let cause, let cost, let bytes):
      // Begins always have their tier, other events only that of a thumbnail.
      let tier = key.tier == .full ? Member.word("tier", "full") : .tier(key.tier)
      let causes = Member.word("cause", cause.rawValue)
      add(.begin, .item(key.item), .size(key.size), tier, causes, .number("cost", cost), .number("bytes", bytes))
    case .end(let key, let kept): add(.end, .item(key.item), .size(key.size), .kept(kept), .tier(key.tier))
    case .drop(let key, let bytes, let why):
      let reason = Member.word("why", why.rawValue)
      add(.drop, .item(key.item), .size(key.size), .number("bytes", bytes), reason, .tier(key.tier))
    case .download(let item, let bytes, let cost):
      add(.download, .item(item), .number("bytes", bytes), .number("cost", cost))
    case .downloaded(let item): add(.downloaded, .item(item))
    case .layout(let target): add(.layout, .pair("target", target.width, target.height))
    case .content(let photos): add(.content, .items(photos))
    case .live(let bytes): add(.live, .number("bytes", bytes))
    }
    add("}\n")
  }

  private mutating func add(_ name: EventName, _ members: Member...) {
    add(",\"e\":\"", name.rawValue, "\"")
    for member in members { add(member) }
  }

  private mutating func add(_ member: Member) {
    switch member {
    case .number(let key, let number):
      add(",\"", key, "\":")
      add(number)
    case .pair(let key, let first, let second):
      add(",\"", key, "\":")
      add(first, second)
    case .word(let key, let word): add(",\"", key, "\":\"", word, "\"")
    case .kept(let kept): add(kept ? ",\"kept\":true" : ",\"kept\":false")
    case .items(let ranges):
      add(",\"items\":[")
      for (index, range) in ranges.enumerated() {
        if index > 0 { add(",") }
        add(range.lower, range.upper)
      }
      add("]")
    case .tier(.full): break
    case .tier(.thumbnail): add(",\"tier\":\"coarse\"")
    }
  }

  private mutating func add(_ texts: String...) {
    for text in texts { bytes.append(contentsOf: text.utf8) }
  }

  private mutating func add(_ first: Int32, _ second: Int32) {
    add("[")
    add(Int64(first))
    add(",")
    add(Int64(second))
    add("]")
  }

  private mutating func add(_ number: Int64) {
    if number < 0 { add("-") }
    add(digits: number.magnitude)
  }

  private mutating func add(digits number: UInt64) {
    if number >= 10 { add(digits: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
