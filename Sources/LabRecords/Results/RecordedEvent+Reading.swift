import CacheLab
import StrategyKit

extension RecordedEvent {
  /// Reads a line of an event file; nil when it is none.
  package init?(_ bytes: [UInt8], _ line: Range<Int>) {
    guard let fields = EventFields(bytes, line), let time = fields.time, time >= 0, let name = fields.event,
      let kind = RecordedEvent.kind(name, fields)
    else { return nil }
    self.init(time: time, kind: kind)
  }

  private static func kind(_ name: String, _ fields: EventFields) -> Kind? {
    switch name {
    case "frame":
      guard let offset = fields.offset, let visible = fields.ranges("visible"), visible.count == 1 else {
        return nil
      }
      return .frame(offset: offset, visible: visible[0])
    case "start": return fields.ranges("items").map { .start($0, fields.tierOrFull) }
    case "stop": return fields.ranges("items").map { .stop($0, fields.tierOrFull) }
    case "layout": return fields.size("target").map { .layout($0) }
    case "content": return fields.ranges("items").map { .content($0) }
    case "live": return fields.bitmapBytes.map { .live($0) }
    case "release": return fields.item.map { .release($0) }
    case "cancel": return fields.item.map { .cancel($0, fields.tierOrFull) }
    case "refuse": return fields.item.map { .refuse($0, fields.tierOrFull) }
    case "request":
      guard let item = fields.item, let size = fields.size("size"),
        let outcome = fields.outcome.flatMap({ RequestOutcome(rawValue: $0) })
      else { return nil }
      return .request(item, size, outcome)
    case "begin":
      guard let key = fields.key, let cause = fields.cause.flatMap({ JobCause(rawValue: $0) }),
        let cost = fields.cost, let bytes = fields.bitmapBytes
      else { return nil }
      return .begin(key, cause: cause, cost: cost, bytes: bytes)
    case "end":
      guard let key = fields.key, let kept = fields.kept else { return nil }
      return .end(key, kept: kept)
    case "drop":
      guard let key = fields.key, let bytes = fields.bitmapBytes,
        let why = fields.why.flatMap({ DropReason(rawValue: $0) })
      else { return nil }
      return .drop(key, bytes: bytes, why: why)
    case "download":
      guard let item = fields.item, let bytes = fields.bitmapBytes, let cost = fields.cost else { return nil }
      return .download(item, bytes: bytes, cost: cost)
    case "downloaded": return fields.item.map { .downloaded($0) }
    default: return .unknown(name)
    }
  }
}

extension EventFields {
  /// Events of one tier only do not name it.
  fileprivate var tierOrFull: Tier { tier == "coarse" ? .coarse : .full }

  fileprivate var key: BitmapKey? {
    guard let item, let size = size("size") else { return nil }
    return BitmapKey(item: item, size: size, tier: tierOrFull)
  }

  fileprivate func size(_ name: String) -> PixelSize? {
    let sides = list.compactMap { Int32(exactly: $0) }
    guard listName == name, sides.count == 2, list.count == 2 else { return nil }
    return PixelSize(width: sides[0], height: sides[1])
  }

  /// Bounds in pairs; nil when they are no ranges.
  fileprivate func ranges(_ name: String) -> [ItemRange]? {
    let bounds = list.map { 0...EventScanner.itemsMax ~= $0 ? Int32($0) : -1 }
    guard listName == name, bounds.count % 2 == 0 else { return nil }
    var ranges: [ItemRange] = []
    for index in stride(from: 0, to: bounds.count, by: 2) {
      guard bounds[index] >= 0, bounds[index] <= bounds[index + 1] else { return nil }
      ranges.append(ItemRange(lower: bounds[index], upper: bounds[index + 1]))
    }
    return ranges
  }
}
