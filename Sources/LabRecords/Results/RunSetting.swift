import CacheLab
public import LabBase
import StrategyKit

/// A setting that decides what a replay counts, beside its strategy and its trace. The raw value is the name of its
/// option on a command line.
///
/// Every list of settings is made from this one: what a run in a process of its own is told, commands to repeat, what a
/// sweep takes, and how a run is made ready again from its record. A setting that is not here reaches none of them, and a
/// test compares this list with the options that the tool declares.
public enum RunSetting: String, CaseIterable, Sendable {
  case device, library, seed, viewport, scale, columns, assets
  case managerCache = "manager-cache"
  case delivery, access, cloud, cells, scales

  /// Options of a command line, in the order of this list.
  ///
  /// - Parameter value: What follows the option; nil where the setting is as it is by default, which is left out.
  public static func words(_ value: (RunSetting) throws -> String?) rethrows -> [String] {
    try allCases.flatMap { setting in try value(setting).map { ["--\(setting.rawValue)", $0] } ?? [] }
  }

  /// What a configuration says of it, as a command line writes it; nil where it is as it is by default.
  ///
  /// A configuration does not say by which flags its screen was given, and of a device of the user's own its name alone.
  public func value(in configuration: JSON?) -> String? {
    let library = configuration?["library"]
    let source = library?["source"]
    switch self {
    case .device: return value(configuration?["device"]?["name"]?.string, unless: DeviceProfile.all[0].name)
    case .library:
      return source?["folder"]?.string
        ?? value(source?["profile"]?.string, unless: LibraryProfile.default.rawValue)
    case .seed: return value(source?["seed"]?.wideInteger, unless: 1)
    case .viewport: return flag(configuration) { $0["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") }
    case .scale:
      return flag(configuration) {
        $0["scale-thousandths"]?.integer.flatMap { Int64(exactly: $0) }.map { "\(MilliPoints(rawValue: $0))" }
      }
    case .columns: return flag(configuration) { $0["columns"]?.integer.map { "\($0)" } }
    case .assets:
      let usual = source?["folder"] == nil ? Int64(LibraryConfiguration().assetCount) : nil
      return value(library?["assets"]?.integer, unless: usual)
    case .managerCache: return value(configuration?["manager-cache"]?["bytes"]?.integer, unless: 0)
    case .delivery: return value(configuration?["delivery"]?.string, unless: ReplayDelivery.highquality.rawValue)
    case .access: return value(configuration?["access"]?.string, unless: "all")
    case .cloud: return value(configuration?["cloud"].flatMap { CloudModel($0) }?.text, unless: CloudModel().text)
    case .cells: return value(configuration?["cells"]?.string, unless: CellPolicy.cancel.rawValue)
    case .scales: return value(configuration?["scales"]?.string, unless: ScaleSet.all.rawValue)
    }
  }

  private func value<Value: Equatable>(_ value: Value?, unless usual: Value?) -> String? {
    value == usual ? nil : value.map { "\($0)" }
  }

  /// A part of the screen, where flags gave one.
  private func flag(_ configuration: JSON?, _ part: (JSON) -> String?) -> String? {
    guard let screen = configuration?["screen"], screen["from-flags"] == .bool(true) else { return nil }
    return part(screen)
  }
}
