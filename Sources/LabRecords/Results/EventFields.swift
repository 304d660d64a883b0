import CacheLab

/// The members of a line of an event file, a flat object, and the event that they describe.
///
/// Other members are ignored. Of two members with the same key, the first counts.
struct EventFields {
  enum Parsed {
    case known(ReplayEvent)
    /// An event of a later version.
    case unknown
  }

  private let members: [(key: String, value: JSON)]
  /// The time in nanoseconds.
  let time: Int64

  private static let itemsMax = Int32(LibraryConfiguration.maxAssetCount)

  /// Reads a line; returns nil if it is not an object, or has no time.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    guard let members = JSON.members(in: bytes, line) else { return nil }
    self.members = members
    guard let time = EventFields.count(members.first { $0.key == "t" }?.value) else { return nil }
    self.time = time
  }

  /// The event, or nil if a member that it needs is missing.
  var parsed: Parsed? {
    guard let word = self["e"]?.string else { return nil }
    guard let name = EventName(rawValue: word) else { return .unknown }
    return event(name).map { .known($0) }
  }

  private func event(_ name: EventName) -> ReplayEvent? {
    switch name {
    case .frame:
      if let offset, let visible = EventFields.range(self["visible"]) {
        return .frame(offset: offset, visible: visible)
      }
    case .start: if let items, let tier { return .start(items, tier) }
    case .stop: if let items, let tier { return .stop(items, tier) }
    case .release: if let item { return .release(item) }
    case .request:
      if let item, let size = size("size"), let outcome: RequestOutcome = word("outcome") {
        return .request(item, size, outcome)
      }
    case .cancel: if let item, let tier { return .cancel(item, tier) }
    case .refuse: if let item, let tier { return .refuse(item, tier) }
    case .begin:
      if let key, let cause: JobCause = word("cause"), let cost = count("cost"), let bytes = count("bytes") {
        return .begin(key, cause: cause, cost: cost, bytes: bytes)
      }
    case .end: if let key, case .bool(let kept)? = self["kept"] { return .end(key, kept: kept) }
    case .drop:
      if let key, let bytes = count("bytes"), let why: DropReason = word("why") {
        return .drop(key, bytes: bytes, why: why)
      }
    case .download:
      if let item, let bytes = count("bytes"), let cost = count("cost") {
        return .download(item, bytes: bytes, cost: cost)
      }
    case .downloaded: if let item { return .downloaded(item) }
    case .layout: if let target = size("target") { return .layout(target) }
    case .content: if let items { return .content(items) }
    case .live: if let bytes = count("bytes") { return .live(bytes) }
    }
    return nil
  }

  private subscript(key: String) -> JSON? { members.first { $0.key == key }?.value }

  private var item: Int32? { count("item").flatMap { Int32(exactly: $0) } }
  private var offset: Int64? { self["y"]?.integer.flatMap { $0.magnitude <= FieldKind.figureMax ? $0 : nil } }
  private var key: BitmapKey? {
    guard let item, let size = size("size"), let tier else { return nil }
    return BitmapKey(item: item, size: size, tier: tier)
  }
  private var tier: Tier? {
    guard let value = self["tier"] else { return .full }
    return value.string.map { $0 == "coarse" ? .thumbnail : .full }
  }
  private var items: [ItemRange]? {
    guard let list = self["items"]?.array else { return nil }
    let ranges = list.compactMap { EventFields.range($0) }
    return ranges.count == list.count ? ranges : nil
  }

  private func count(_ key: String) -> Int64? { EventFields.count(self[key]) }

  private func word<Word: RawRepresentable<String>>(_ key: String) -> Word? {
    self[key]?.string.flatMap { Word(rawValue: $0) }
  }

  private func size(_ key: String) -> PixelSize? {
    EventFields.pair(self[key]).map { PixelSize(width: $0, height: $1) }
  }

  private static func count(_ value: JSON?) -> Int64? {
    value?.integer.flatMap { 0...FieldKind.figureMax ~= $0 ? $0 : nil }
  }

  private static func pair(_ value: JSON?) -> (Int32, Int32)? {
    guard let sides = value?.array, sides.count == 2, let first = sides[0].integer.flatMap({ Int32(exactly: $0) }),
      let last = sides[1].integer.flatMap({ Int32(exactly: $0) })
    else { return nil }
    return (first, last)
  }

  private static func range(_ value: JSON?) -> ItemRange? {
    guard let (lower, upper) = pair(value), 0 <= lower, lower <= upper, upper <= itemsMax else { return nil }
    return ItemRange(lower: lower, upper: upper)
  }
}
