import CacheLab
import LabRecords
import StrategyKit

extension SettingOptions {
  /// What is not as it is by default, as words of a command line.
  var words: [String] { RunSetting.words { value(of: $0) } }

  /// What follows a setting's option; nil where it is as it is by default.
  func value(of setting: RunSetting) -> String? {
    switch setting {
    case .device: device == DeviceProfile.all[0].name ? nil : device
    case .library: library.library == LibraryProfile.default.rawValue ? nil : library.library
    case .seed: library.seed == 1 ? nil : "\(library.seed)"
    case .viewport: screen.viewport.map { "\($0.width)x\($0.height)" }
    case .scale: screen.scale.map { "\(MilliPoints(rawValue: $0.thousandths))" }
    case .columns: screen.columns.map { "\($0)" }
    case .assets: screen.assets.map { "\($0)" }
    case .managerCache: managerCache > .zero ? "\(managerCache)" : nil
    case .delivery: delivery == .highquality ? nil : delivery.rawValue
    case .access: access == .all ? nil : access.text
    case .cloud: cloud.sharePercent > 0 ? cloud.text : nil
    case .cells: cells == .cancel ? nil : cells.rawValue
    case .scales: scales == .all ? nil : scales.rawValue
    }
  }
}
