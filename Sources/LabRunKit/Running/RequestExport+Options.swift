import CacheLab
import LabLibrary
import LabRecords
import StrategyKit

extension RequestExport {
  /// The requests of a trace on the screen and over the library that a command line names.
  init(_ trace: Trace, name: String, settings: RunSettings) throws {
    let photos = try settings.openLibrary(quiet: true)
    var override = settings.screen
    override.show(photos.index.assets, in: settings.replay.sections)
    let script = ReplayScript(try trace.applying(override))
    guard SlotTable.slotCount(of: script) <= SlotTable.slotsMax else {
      throw LabError("trace '\(name)' shows more than \(SlotTable.slotsMax) different bitmaps: give --assets")
    }
    try self.init(
      Replay(script: script, assets: photos.index.assets, device: DeviceProfile.all[0], settings: settings.replay))
  }
}
