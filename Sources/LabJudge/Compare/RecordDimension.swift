import CacheLab
import LabRecords

/// A dimension in which records may differ: a part of their configuration or environment, or their origin.
public struct RecordDimension: Hashable, Sendable {
  /// Its name on a command line; a setting's own.
  public let rawValue: String

  private init(_ name: String) { rawValue = name }

  public static let strategy = RecordDimension("strategy")
  public static let trace = RecordDimension("trace")
  /// Whatever else of a configuration is a setting.
  static let other = RecordDimension("other")
  static let machine = RecordDimension("machine")
  static let memory = RecordDimension("memory")
  public static let file = RecordDimension("file")

  /// Those that decide what a run counts and measures; of one cell of a comparison they must be the same.
  static let configuration =
    [strategy, trace]
    + (["device", "screen", "library"] + RunSetting.recorded.map(\.name) + ["decode", "time"]).map {
      RecordDimension($0)
    } + [other]

  /// A record's value in words; equal words are equal values.
  func value(of record: ComparedRecord) -> String {
    let (source, record) = (record.source, record.record)
    let (environment, setting) = (record.environment, SettingValues(record))
    switch rawValue {
    case "file": return source
    case "strategy": return record.strategy
    case "trace": return record.trace
    case "screen":
      let screen = record.configuration.screen
      return "\(screen?.columns ?? 0) columns on \(screen?.words ?? "? pt @0x"), \(screen?.items ?? 0) items"
    case "other":
      // Those that no dimension stands for by itself.
      let known = Set(RecordDimension.allCases.map(\.rawValue) + ["memory-accounting"])
      let others = SettingValues.names(of: [setting]).filter { !known.contains($0) }
      return others.map { "\($0) \(setting.words(of: $0))" }.joined(separator: ", ")
    case "decode": return record.configuration.json["decode"]?.string ?? "?"
    case "revision": return environment.gitRevision.map { String($0.prefix(12)) } ?? "unknown"
    case "memory": return environment.memoryAccounting
    case "machine": return "\(environment.cpu ?? "?"), \(environment.cores ?? 0) cores"
    case "software":
      return "libjpeg-turbo \(environment.codec), Swift \(environment.swift ?? "?"), lab \(environment.lab ?? "?")"
    default: return setting.words(of: rawValue)
    }
  }

  /// Returns what the words of a value do not tell apart: traces, photos and devices of the same name may differ.
  func identity(of record: ComparedRecord) -> String {
    switch rawValue {
    case "trace": record.record.traceIdentity
    case "strategy": record.record.configuration.strategy ?? ""
    // Words tell all of a screen.
    case "screen": ""
    default: SettingValues(record.record).members[self == .memory ? "memory-accounting" : rawValue]?.compactText ?? ""
    }
  }

  /// Returns whether a value of all records is usual, so that it is left out.
  func goesWithoutSaying(_ value: String) -> Bool {
    if let setting = RunSetting.recorded.first(where: { $0.name == rawValue }) {
      return setting.isImplied(value)
    }
    return value == (self == .memory ? "resident" : "unknown")
  }
}

extension RecordDimension: CaseIterable, RawRepresentable {
  public static let allCases =
    configuration + [RecordDimension("revision"), machine, RecordDimension("software"), memory, file]

  public init?(rawValue: String) {
    guard let known = RecordDimension.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }
}
