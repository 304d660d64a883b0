import CacheLab
import LabBase
public import LabRecords

extension EventTimeline {
  /// The length of a time axis: at least a thousandth of a second, for an axis of no length cannot be drawn.
  var seconds: Double { max(0.001, Double(end) / 1e9) }

  /// All that decides its numbers beside strategy and trace.
  public var runSetting: SettingValues { SettingValues(configuration) }

  /// What was replayed, in a line below a title: screen, device, and what is not as it is by default.
  var setting: String {
    let screen = configuration["screen"]
    let viewport = screen?["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") ?? "?"
    let scale = NumberText.thousandths(screen?["scale-thousandths"]?.integer ?? 0)
    return "\(viewport) pt @\(scale)x, \(runSetting.caption(withScreen: false))"
  }
}
