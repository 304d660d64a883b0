import LabBase
public import LabRecords

/// What records may differ in: a part of their configuration, of their environment, or where they come from.
public enum RecordDimension: Hashable, Sendable {
  case strategy, trace, device, screen, library
  /// One of `RunSetting.all` that configurations hold under its name.
  case setting(RunSetting)
  case decode, time
  /// Whatever else of a configuration is a setting.
  case other
  case revision, machine, software, memory, file

  /// Those that decide what a run counts and measures; of one cell of a comparison they must be the same.
  static let configuration: [RecordDimension] =
    [.strategy, .trace, .device, .screen, .library] + RunSetting.recorded.map { .setting($0) } + [
      .decode, .time, .other,
    ]

  /// The part of a setting that it stands for; nil for what is no setting.
  private var part: String? {
    switch self {
    case .device, .screen, .library, .setting, .time: rawValue
    case .memory: "memory-accounting"
    case .strategy, .trace, .decode, .other, .revision, .machine, .software, .file: nil
    }
  }

  /// Parts of a setting that no dimension stands for by itself.
  private static func others(of setting: SettingValues) -> [String] {
    let known = Set(allCases.compactMap(\.part))
    return SettingValues.names(of: [setting]).filter { !known.contains($0) }
  }

  /// A record's value in words; equal words are equal values.
  func value(of record: ComparedRecord) -> String {
    let environment = record.record.environment
    switch self {
    case .file: return record.source
    case .strategy: return record.record.strategy
    case .trace: return record.record.trace
    case .screen:
      let screen = record.record.configuration.screen
      return "\(screen?.columns ?? 0) columns on \(screen?.words ?? "? pt @0x"), \(screen?.items ?? 0) items"
    case .device, .library, .setting, .time: return SettingValues(record.record).words(of: rawValue)
    case .other:
      let setting = SettingValues(record.record)
      return RecordDimension.others(of: setting).map { "\($0) \(setting.words(of: $0))" }.joined(separator: ", ")
    case .decode: return record.record.configuration.json["decode"]?.string ?? "?"
    case .revision: return environment.gitRevision.map { String($0.prefix(12)) } ?? "unknown"
    case .memory: return environment.memoryAccounting
    case .machine: return "\(environment.cpu ?? "?"), \(environment.cores ?? 0) cores"
    case .software:
      return "libjpeg-turbo \(environment.codec), Swift \(environment.swift ?? "?"), lab \(environment.lab ?? "?")"
    }
  }

  /// What its words stand for and do not tell apart: traces, photos and devices of one name may differ.
  func identity(of record: ComparedRecord) -> String {
    switch self {
    case .trace: return record.record.traceIdentity
    case .strategy: return record.record.configuration.strategy ?? ""
    // Words tell all of these.
    case .screen, .decode, .other: return ""
    default: return part.flatMap { SettingValues(record.record).members[$0]?.compactText } ?? ""
    }
  }

  /// True for a value of all records that nobody needs to be told.
  func goesWithoutSaying(_ value: String) -> Bool {
    if case .setting(let setting) = self { return setting.goesWithoutSaying(value) }
    return value == (self == .memory ? "resident" : "unknown")
  }
}

extension RecordDimension: CaseIterable, RawRepresentable {
  public static let allCases = configuration + [.revision, .machine, .software, .memory, .file]

  public init?(rawValue: String) {
    guard let known = RecordDimension.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// Its name on a command line.
  public var rawValue: String {
    if case .setting(let setting) = self { setting.name } else { "\(self)" }
  }
}
