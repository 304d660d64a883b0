/// What records may differ in: a part of their configuration, of their environment, or where they come from.
public enum RecordDimension: String, CaseIterable, Sendable {
  case strategy, trace, device, screen, library, cells, scales
  case managerCache = "manager-cache"
  case delivery, cloud, access, decode, time, revision, machine, software, file

  /// Those that decide what a run counts and measures; of one cell of a comparison they must be the same.
  static let configuration: [RecordDimension] = [
    .strategy, .trace, .device, .screen, .library, .cells, .scales, .managerCache, .delivery, .cloud, .access,
    .decode, .time,
  ]

  /// A record's value in words; equal words are equal values.
  func value(of record: ComparedRecord) -> String {
    let json = record.record.json
    let configuration = json["configuration"]
    let environment = json["environment"]
    switch self {
    case .file: return record.source
    case .strategy: return record.record.strategy
    case .trace: return record.record.trace
    case .device: return record.record.device
    case .screen: return RecordDimension.screen(configuration?["screen"])
    case .library:
      let library = configuration?["library"]
      let source = library?["source"]
      let name = source?["profile"]?.string ?? source?["folder"]?.string ?? "?"
      let seed = source?["seed"]?.wideInteger ?? 1
      return "\(name)\(seed == 1 ? "" : " seed \(seed)"), \(library?["assets"]?.integer ?? 0) photos"
    case .cells: return record.record.cells
    case .scales: return configuration?["scales"]?.string ?? "?"
    case .managerCache:
      return configuration?["manager-cache"]?["bytes"]?.integer.map { "\($0) bytes" } ?? "none"
    case .delivery: return configuration?["delivery"]?.string ?? ReplayDelivery.highquality.rawValue
    case .cloud: return configuration?["cloud"].flatMap { CloudModel($0)?.text } ?? "0"
    case .access: return configuration?["access"]?.string ?? "all"
    case .decode:
      return (configuration?["decode"]?.string ?? "?") + (record.record.decodesInHelpers ? ", in other processes" : "")
    case .time:
      let time = configuration?["time"]
      guard let mode = time?["mode"]?.string else { return time?.string ?? "?" }
      return "\(mode), speed \(time?["speed"]?.string ?? "1"), \(time?["decodes-end"]?.string ?? "hold")"
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
    case .trace: return configuration?["trace"]?.compactText ?? ""
    case .library: return configuration?["library"]?["fingerprint"]?.string ?? ""
    case .device: return configuration?["device"]?.compactText ?? ""
    case .strategy: return configuration?["strategy"]?.string ?? ""
    default: return ""
    }
  }

  private static func screen(_ json: JSON?) -> String {
    let viewport = json?["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") ?? "?"
    let scale = NumberText.thousandths(json?["scale-thousandths"]?.integer ?? 0)
    return
      "\(json?["columns"]?.integer ?? 0) columns on \(viewport) pt @\(scale)x, \(json?["items"]?.integer ?? 0) items"
  }
}
