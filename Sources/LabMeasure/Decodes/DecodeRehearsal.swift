import CacheLab
import StrategyKit

/// A decode that only warms up.
struct DecodeRehearsal: Sendable {
  var asset: Int
  var form: BitmapForm
  var source: PixelSize
  var isThumbnail = false

  /// One decode of each source size at each target size, 32 at most.
  static func all(_ table: SlotTable) -> [DecodeRehearsal] {
    var decodes: [DecodeRehearsal] = []
    for sizeClass in table.targetSizes.indices {
      for item in 0..<min(table.capacity, 256) {
        let slot = Int32(sizeClass * table.capacity + item)
        let (source, form) = (table.sourceSize(ofSlot: slot), table.form(ofSlot: slot))
        if decodes.contains(where: { $0.source == source && $0.form == form }) || decodes.count >= 32 { continue }
        decodes.append(
          DecodeRehearsal(
            asset: item, form: form, source: source, isThumbnail: table.decodesThumbnail(ofSlot: slot)))
      }
    }
    return decodes
  }
}
