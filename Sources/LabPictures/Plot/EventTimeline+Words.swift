import CacheLab
import LabBase
public import LabRecords

extension EventTimeline {
  /// The length of a time axis: at least a thousandth of a second, for an axis of no length cannot be drawn.
  var seconds: Double { max(0.001, Double(end) / 1e9) }

  /// All that decides its numbers beside strategy and trace.
  public var runSetting: SettingValues { SettingValues(configuration.json) }

  /// What was replayed, in a line below a title: screen, device, and what is not as it is by default.
  var setting: String {
    "\(configuration.screen?.words ?? "? pt @0x"), \(runSetting.caption(withScreen: false))"
  }
}
