package import CacheLab

/// The names of events in event files.
enum EventName: String, CaseIterable, Sendable {
  case frame, start, stop, release, request, cancel, refuse, begin, end, drop, download, downloaded, layout, content
  case live
}

/// The text of events: a line each, a flat JSON object (docs/definitions.md, the event file).
///
/// Lines are put together from bytes: a file has millions of them.
package struct EventText {
  package private(set) var bytes: [UInt8] = []

  /// Returns the first line of an event file: the configuration. It begins with `events`, by which event files are
  /// recognised.
  static func firstLine(_ configuration: JSON) -> String {
    var members = configuration.object ?? [:]
    members["events"] = nil
    return "{\"events\":1" + (members.isEmpty ? "}\n" : ",\(JSON.object(members).compactText.dropFirst())\n")
  }

  /// Returns the configuration as a reader finds it in the first line.
  package static func header(_ configuration: JSON) -> JSON {
    var members = configuration.object ?? [:]
    members["events"] = .integer(1)
    return JSON.object(members).visible
  }

  /// Returns the line of an event, without its end.
  package static func line(_ event: ReplayEvent, at time: Int64) -> String {
    var text = EventText()
    text.write(event, at: time)
    return String(decoding: text.bytes.dropLast(), as: UTF8.self)
  }

  package init() {}

  /// Replaces `bytes` by the line of an event.
  package mutating func write(_ event: ReplayEvent, at time: Int64) {
    bytes.removeAll(keepingCapacity: true)
    add("{\"t\":", time)
    add(",\"e\":\"")
    switch event {
    case .frame(let offset, let visible):
      add(.frame)
      add(",\"y\":", offset)
      add(",\"visible\":")
      add(pair: visible.lower, visible.upper)
    case .start(let items, let tier): add(.start, items, tier)
    case .stop(let items, let tier): add(.stop, items, tier)
    case .release(let item): add(.release, item)
    case .downloaded(let item): add(.downloaded, item)
    case .request(let item, let size, let outcome):
      add(.request, item)
      add(",\"size\":", size)
      add(",\"outcome\":\"", outcome.rawValue)
    case .cancel(let item, let tier): add(.cancel, item, tier)
    case .refuse(let item, let tier): add(.refuse, item, tier)
    case .begin(let key, let cause, let cost, let bytes):
      add(.begin, key)
      // Begins always have their tier, other events only that of a thumbnail.
      if key.tier == .full { add(",\"tier\":\"full\"") }
      addThumbnail(key.tier)
      add(",\"cause\":\"", cause.rawValue)
      add(",\"cost\":", cost)
      add(",\"bytes\":", bytes)
    case .end(let key, let kept):
      add(.end, key)
      add(kept ? ",\"kept\":true" : ",\"kept\":false")
      addThumbnail(key.tier)
    case .drop(let key, let bytes, let why):
      add(.drop, key)
      add(",\"bytes\":", bytes)
      add(",\"why\":\"", why.rawValue)
      addThumbnail(key.tier)
    case .download(let item, let bytes, let cost):
      add(.download, item)
      add(",\"bytes\":", bytes)
      add(",\"cost\":", cost)
    case .layout(let target):
      add(.layout)
      add(",\"target\":", target)
    case .content(let photos): add(.content, photos)
    case .live(let bytes):
      add(.live)
      add(",\"bytes\":", bytes)
    }
    add("}\n")
  }

  private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func add(_ name: String, _ word: String) {
    add(name)
    add(word)
    add("\"")
  }

  private mutating func add(_ name: String, _ number: Int64) {
    add(name)
    add(number)
  }

  private mutating func add(_ number: Int64) {
    if number < 0 { add("-") }
    add(digits: number.magnitude)
  }

  private mutating func add(digits number: UInt64) {
    if number >= 10 { add(digits: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func add(pair first: Int32, _ second: Int32) {
    add("[", Int64(first))
    add(",", Int64(second))
    add("]")
  }

  private mutating func add(_ name: String, _ size: PixelSize) {
    add(name)
    add(pair: size.width, size.height)
  }

  /// Adds the event's name after its first quote.
  private mutating func add(_ name: EventName) {
    add(name.rawValue)
    add("\"")
  }

  private mutating func add(_ name: EventName, _ item: Int32, _ tier: Tier = .full) {
    add(name)
    add(",\"item\":", Int64(item))
    addThumbnail(tier)
  }

  private mutating func add(_ name: EventName, _ key: BitmapKey) {
    add(name, key.item)
    add(",\"size\":", key.size)
  }

  private mutating func add(_ name: EventName, _ items: [ItemRange], _ tier: Tier = .full) {
    add(name)
    add(",\"items\":[")
    for (index, range) in items.enumerated() {
      if index > 0 { add(",") }
      add(pair: range.lower, range.upper)
    }
    add("]")
    addThumbnail(tier)
  }

  private mutating func addThumbnail(_ tier: Tier) { if tier == .thumbnail { add(",\"tier\":\"coarse\"") } }
}
