public import CacheLab
import LabBase
public import StrategyKit

/// Every decode that a replay begins, in order, and what they cost in virtual time.
public struct DecodeInventory: SelectiveObserver, Sendable {
  private var slots: [Int32] = []
  /// Declared cost of all decodes.
  public private(set) var work = Nanoseconds.zero

  public init() {}

  public mutating func begin(
    slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds
  ) {
    slots.append(slot)
    work = Nanoseconds(rawValue: work.rawValue + cost.rawValue)
  }

  /// Which assets as which bitmaps; thumbnails are left out.
  public func items(_ table: SlotTable) -> [DecodeSlice.Item] {
    slots.filter { !table.decodesThumbnail(ofSlot: $0) }.map {
      DecodeSlice.Item(asset: table.item(ofSlot: $0).index, form: table.form(ofSlot: $0))
    }
  }

  /// SHA-256 of all decodes, a line each: `asset eighths`, and behind it what is held where it is reduced or in planes.
  public static func digest(_ items: [DecodeSlice.Item]) -> String {
    SHA256.hex(
      of: items.map { item in
        let held = item.held.map { " \($0.whole) \($0.size) \($0.pixels.rawValue)" }
        return "\(item.asset) \(item.scale.eighths)\(held ?? "")\n"
      }.joined())
  }
}
