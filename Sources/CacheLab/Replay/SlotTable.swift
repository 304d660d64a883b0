public import Strategies

/// Costs and bytes of every bitmap that a replay may hold: made once for a trace, library and device, used by many
/// replays.
///
/// A slot is a dense index, `sizeClass x capacity + item`; a size class is a distinct target size of the trace.
public struct SlotTable: Sendable {
  /// Distinct target sizes, in order of first appearance.
  public let targetSizes: [PixelSize]
  /// Items a class has room for.
  public let capacity: Int
  /// The size class of each layout of the script.
  let classOfLayout: [Int]
  let slots: ContiguousArray<Slot>
  /// For a class, the classes that are at least as large in both sides, nearest first, itself left out.
  let largerClasses: [[Int]]
  private let assets: ContiguousArray<AssetInfo>
  private let scales: ScaleSet
  let device: DeviceProfile

  /// More keys than this are not replayed: 48 bytes each, twice.
  public static let slotsMax = 10_000_000

  /// How many keys a script has: items times distinct target sizes.
  public static func slotCount(of script: ReplayScript) -> Int {
    Set(script.layouts.map(\.targetSize)).count * script.itemCapacity
  }

  /// - Precondition: no layout shows more items than `assets` has, and there are at most `slotsMax` keys.
  public init(
    script: ReplayScript, assets: ContiguousArray<AssetInfo>, scales: ScaleSet, device: DeviceProfile
  ) {
    precondition(script.itemCapacity <= assets.count, "every item has an asset")
    precondition(SlotTable.slotCount(of: script) <= SlotTable.slotsMax, "keys are counted before a table is made")
    var sizes: [PixelSize] = []
    classOfLayout = script.layouts.map { layout in
      let size = layout.targetSize
      if let known = sizes.firstIndex(of: size) { return known }
      sizes.append(size)
      return sizes.count - 1
    }
    targetSizes = sizes
    capacity = script.itemCapacity
    self.assets = assets
    self.scales = scales
    self.device = device
    var slots: ContiguousArray<Slot> = []
    slots.reserveCapacity(sizes.count * capacity)
    for size in sizes {
      for asset in assets.prefix(capacity) {
        let bitmap = SlotTable.bitmapSize(of: asset, reaching: size, scales: scales)
        let cost = device.cost(of: asset, reaching: size, scales: scales)
        var slot = Slot(cost: cost.rawValue, bytes: bitmap.pixelCount * 4)
        if !asset.decodes { slot.flags.insert(.broken) }
        slots.append(slot)
      }
    }
    self.slots = slots
    largerClasses = sizes.map { size in
      sizes.indices
        .filter { sizes[$0] != size && sizes[$0].covers(size) }
        .sorted { (sizes[$0].pixelCount, $0) < (sizes[$1].pixelCount, $1) }
    }
  }

  /// The item that a slot belongs to.
  public func item(ofSlot slot: Int32) -> ItemID { ItemID(Int(slot) % capacity) }

  /// The target size of a slot's key.
  public func targetSize(ofSlot slot: Int32) -> PixelSize { targetSizes[Int(slot) / capacity] }

  /// The scale at which a slot's asset is decoded.
  public func scale(ofSlot slot: Int32) -> DecodeScale {
    let asset = assets[item(ofSlot: slot).index]
    let source = PixelSize(width: asset.width, height: asset.height)
    return scales.scale(for: source, reaching: targetSize(ofSlot: slot))
  }

  /// The size of a slot's bitmap.
  public func bitmapSize(ofSlot slot: Int32) -> PixelSize {
    SlotTable.bitmapSize(
      of: assets[item(ofSlot: slot).index], reaching: targetSize(ofSlot: slot), scales: scales)
  }

  /// The size of a slot's asset, undecoded.
  public func sourceSize(ofSlot slot: Int32) -> PixelSize {
    let asset = assets[item(ofSlot: slot).index]
    return PixelSize(width: asset.width, height: asset.height)
  }

  private static func bitmapSize(of asset: AssetInfo, reaching target: PixelSize, scales: ScaleSet) -> PixelSize {
    let source = PixelSize(width: asset.width, height: asset.height)
    return scales.scale(for: source, reaching: target).scaled(source)
  }
}
