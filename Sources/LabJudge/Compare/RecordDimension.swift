import LabBase
import LabRecords

/// What records may differ in: a part of their configuration, of their environment, or where they come from.
public enum RecordDimension: String, CaseIterable, Sendable {
  case strategy, trace, device, screen, library, cells, scales
  case managerCache = "manager-cache"
  case delivery, cloud, access, decode, time
  /// Whatever else of a configuration is a setting.
  case other
  case revision, machine, software, file

  /// Those that decide what a run counts and measures; of one cell of a comparison they must be the same.
  static let configuration: [RecordDimension] = [
    .strategy, .trace, .device, .screen, .library, .cells, .scales, .managerCache, .delivery, .cloud, .access,
    .decode, .time, .other,
  ]

  /// The part of a setting that it stands for; nil for what is no setting.
  var part: String? {
    switch self {
    case .device, .screen, .library, .cells, .scales, .managerCache, .delivery, .cloud, .access, .time: rawValue
    case .decode: "decode-in"
    case .strategy, .trace, .other, .revision, .machine, .software, .file: nil
    }
  }

  /// Parts of a setting that no dimension stands for by itself.
  private static func others(of setting: SettingValues) -> [String] {
    let known = Set(allCases.compactMap(\.part))
    return SettingValues.names(of: [setting]).filter { !known.contains($0) }
  }

  /// A record's value in words; equal words are equal values.
  func value(of record: ComparedRecord) -> String {
    let json = record.record.json
    let configuration = json["configuration"]
    let environment = json["environment"]
    switch self {
    case .file: return record.source
    case .strategy: return record.record.strategy
    case .trace: return record.record.trace
    case .screen: return RecordDimension.screen(configuration?["screen"])
    case .device, .library, .cells, .scales, .managerCache, .delivery, .cloud, .access, .time:
      return SettingValues(record.record).words(of: rawValue)
    case .other:
      let setting = SettingValues(record.record)
      return RecordDimension.others(of: setting).map { "\($0) \(setting.words(of: $0))" }.joined(separator: ", ")
    case .decode:
      return (configuration?["decode"]?.string ?? "?") + (record.record.decodesInHelpers ? ", in other processes" : "")
    case .revision: return environment?["git-revision"]?.string.map { String($0.prefix(12)) } ?? "unknown"
    case .machine: return "\(environment?["cpu"]?.string ?? "?"), \(environment?["cores"]?.integer ?? 0) cores"
    case .software:
      let turbo = environment?["libjpeg-turbo"]
      return "libjpeg-turbo \(turbo?["version"]?.string ?? "?") (\(turbo?["simd"]?.string ?? "?")), "
        + "Swift \(environment?["swift"]?.string ?? "?"), lab \(environment?["lab"]?.string ?? "?")"
    }
  }

  /// What its words stand for and do not tell apart: traces, photos and devices of one name may differ.
  func identity(of record: ComparedRecord) -> String {
    let configuration = record.record.json["configuration"]
    switch self {
    case .trace: return record.record.traceIdentity
    case .strategy: return configuration?["strategy"]?.string ?? ""
    // Words tell all of these.
    case .screen, .decode, .other: return ""
    default: return part.flatMap { SettingValues(record.record).members[$0]?.compactText } ?? ""
    }
  }

  private static func screen(_ json: JSON?) -> String {
    let viewport = json?["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") ?? "?"
    let scale = NumberText.thousandths(json?["scale-thousandths"]?.integer ?? 0)
    return
      "\(json?["columns"]?.integer ?? 0) columns on \(viewport) pt @\(scale)x, \(json?["items"]?.integer ?? 0) items"
  }
}
