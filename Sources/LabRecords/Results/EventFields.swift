import CacheLab
import StrategyKit

/// The members of one line of an event file, a flat object, and the event that they tell.
///
/// A reader of its own, because a tree of a million lines takes most of a minute to make and to throw away. Nothing is
/// allocated but for lists of several ranges, which few lines have.
struct EventFields {
  /// What a line tells.
  enum Told {
    case known(ReplayEvent)
    /// Of a kind that a later version writes and this one does not know.
    case unknown
  }

  /// Nanoseconds.
  private(set) var time: Int64 = -1
  private var hasName = false
  /// Nil for one that is not known.
  private var name: EventName?
  private var item: Int32?
  private var size: PixelSize?
  /// Events of the full tier need not name it.
  private var tier = Tier.full
  private var bytes: Int64?
  private var cost: Int64?
  private var offset: Int64?
  private var outcome: RequestOutcome?
  private var cause: JobCause?
  private var why: DropReason?
  private var kept: Bool?
  private var visible: ItemRange?
  private var items: ItemRanges?

  /// Keys of members, as they are written; the most frequent come first.
  private enum Key: String, CaseIterable {
    case t, e, item, size, bytes, tier, cause, cost, kept, outcome, why, y, visible, items, target
    static let words = EventWords<Key>()
  }

  /// Reads a line; nil when it is no such object, or has no time.
  init?(_ line: [UInt8], _ range: Range<Int>) {
    var scanner = EventScanner(line, range)
    guard scanner.take(UInt8(ascii: "{")) else { return nil }
    repeat {
      guard let key = scanner.word(), scanner.take(UInt8(ascii: ":")) else { return nil }
      guard let known = Key.words[key] else {
        // A later version may write more.
        guard scanner.skipValue() else { return nil }
        continue
      }
      guard take(known, &scanner) else { return nil }
    } while scanner.take(UInt8(ascii: ","))
    guard scanner.take(UInt8(ascii: "}")), scanner.isAtEnd, time >= 0 else { return nil }
  }

  /// Takes the value of a key; false where it is none.
  private mutating func take(_ key: Key, _ scanner: inout EventScanner) -> Bool {
    /// False where there is no value.
    func keep<Value>(_ value: Value?, _ field: inout Value?) -> Bool {
      field = value
      return value != nil
    }
    switch key {
    case .t: return scanner.integer(into: &time)
    case .e:
      guard let word = scanner.word() else { return false }
      (hasName, name) = (true, EventName.words[word])
      return true
    case .item: return keep(scanner.count(max: Int64(Int32.max)).map { Int32($0) }, &item)
    case .size, .target: return keep(scanner.pixelSize(), &size)
    case .bytes: return keep(scanner.count(), &bytes)
    case .cost: return keep(scanner.count(), &cost)
    case .y: return keep(scanner.integer(), &offset)
    case .tier:
      guard let word = scanner.word() else { return false }
      tier = word == EventFields.coarse ? .coarse : .full
      return true
    case .outcome: return keep(scanner.word().flatMap { RequestOutcome.words[$0] }, &outcome)
    case .cause: return keep(scanner.word().flatMap { JobCause.words[$0] }, &cause)
    case .why: return keep(scanner.word().flatMap { DropReason.words[$0] }, &why)
    case .kept: return keep(scanner.truth(), &kept)
    case .visible: return keep(scanner.range(), &visible)
    case .items: return keep(scanner.ranges(), &items)
    }
  }

  private static let coarse = EventWords<Key>.packed("coarse")

  private var key: BitmapKey? {
    guard let item, let size else { return nil }
    return BitmapKey(item: item, size: size, tier: tier)
  }

  /// The event; nil where the line has not all that its event says.
  var told: Told? {
    guard hasName else { return nil }
    guard let name else { return .unknown }
    return event(name).map { .known($0) }
  }

  private func event(_ name: EventName) -> ReplayEvent? {
    switch name {
    case .frame: if let offset, let visible { return .frame(offset: offset, visible: visible) }
    case .start: if let items { return .start(items, tier) }
    case .stop: if let items { return .stop(items, tier) }
    case .release: if let item { return .release(item) }
    case .request: if let item, let size, let outcome { return .request(item, size, outcome) }
    case .cancel: if let item { return .cancel(item, tier) }
    case .refuse: if let item { return .refuse(item, tier) }
    case .begin:
      if let key, let cause, let cost, let bytes { return .begin(key, cause: cause, cost: cost, bytes: bytes) }
    case .end: if let key, let kept { return .end(key, kept: kept) }
    case .drop: if let key, let bytes, let why { return .drop(key, bytes: bytes, why: why) }
    case .download: if let item, let bytes, let cost { return .download(item, bytes: bytes, cost: cost) }
    case .downloaded: if let item { return .downloaded(item) }
    case .layout: if let size { return .layout(size) }
    case .content: if let items { return .content(items) }
    case .live: if let bytes { return .live(bytes) }
    }
    return nil
  }
}
