import CacheLab
import LabBase
import LabLibrary
import LabRecords
import StrategyKit

/// What a trace asks of a device.
struct TraceLoad {
  let device: DeviceProfile
  let load: Double
  let worstSecond: Double

  /// The loads of traces over one library; a cell asks for its photo whenever it comes into view.
  static func measure(
    _ traces: [(name: String, trace: Trace)], device text: String, library settings: RunSettings
  ) throws -> [TraceLoad] {
    let device = try DeviceChoice(text).profile()
    let library = try settings.openLibrary(quiet: false)
    return try traces.map { name, trace in
      let screen = ScreenOverride(assetCount: Int32(library.index.count))
      let script = ReplayScript(try trace.applying(screen))
      guard SlotTable.slotCount(of: script) <= SlotTable.slotsMax else {
        throw LabError("trace '\(name)' shows its photos at too many sizes: cut it into traces with fewer layouts")
      }
      let replay = Replay(
        script: script, assets: library.index.assets, device: device, settings: settings.replay)
      let tally = replay.run(StrategySpec.nothing, cells: .cancel)
      let time = Double(tally.workers) * Double(tally.duration)
      return TraceLoad(
        device: device, load: time > 0 ? Double(tally.requestedCost) / time : 0,
        worstSecond: Double(tally.worstSecondCost) / (Double(tally.workers) * 1e9))
    }
  }

  var text: String {
    "load \(NumberText.fixed(load, decimals: 2)) of \(device.name), "
      + "\(NumberText.fixed(worstSecond, decimals: 2)) in the worst second"
  }

  var members: [String: JSON] {
    ["device": .string(device.name), "load": .number(load), "load-worst-second": .number(worstSecond)]
  }
}
