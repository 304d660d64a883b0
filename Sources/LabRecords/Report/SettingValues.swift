public import CacheLab
import StrategyKit

/// The subject of a run. Records with the same key answer one question; those of several strategies share a table.
public struct RunKey: Hashable, Sendable {
  /// Empty where strategies are set side by side.
  let strategy: String
  let trace: String
  let setting: SettingValues

  public init(strategy: String = "", trace: String, setting: SettingValues) {
    (self.strategy, self.trace, self.setting) = (strategy, trace, setting)
  }
}

/// The values that determine a run's numbers besides its strategy and trace: the device, the photos, the screen and so
/// on.
///
/// It is the whole configuration but for what is named here, so that a setting that is added to `RunConfiguration` counts
/// at once, in tables, pictures and comparisons alike.
public struct SettingValues: Hashable, Sendable {
  /// Members of the configuration by name; of the screen only what flags gave, for a trace's own comes with the trace.
  public let members: [String: JSON]

  /// The keys that are compared (strategy and trace), that belong to the strategy, or that affect no number.
  static let others: Set<String> = [
    "strategy", "strategy-short", "drives-photos", "oracle", "trace", "decode", "events", "content-mode", "scales",
  ]

  /// Parts of a screen that follow from the trace and the rest, or only say where it came from.
  private static let screenOthers: Set<String> = ["items", "cell-pt", "target-px", "from-flags"]

  /// - Parameters:
  ///   - configuration: As a record or the first line of an event file has it.
  ///   - memoryAccounting: How memory was counted, where it was, and not as on Linux.
  public init(_ configuration: JSON?, memoryAccounting: String? = nil) {
    var members = (configuration?.object ?? [:]).filter { !SettingValues.others.contains($0.key) }
    if let screen = members["screen"] {
      let given = (screen.object ?? [:]).filter { !SettingValues.screenOthers.contains($0.key) }
      members["screen"] = screen["from-flags"] == .bool(true) ? .object(given) : nil
    }
    members["memory-accounting"] = memoryAccounting.map { .string($0) }
    self.members = members
  }

  /// Names of all parts of settings, the order in which they are told.
  public static func names(of settings: [SettingValues]) -> [String] {
    let all = Set(settings.flatMap { $0.members.keys })
    return order.filter { all.contains($0) } + all.subtracting(order).sorted()
  }

  /// The order of known keys; others follow by name.
  private static let order =
    ["device", "library", "screen"] + RunSetting.recorded.map { $0.name } + ["time"]
}

extension SettingValues {
  /// Creates the values of a record. A run measured on macOS is separate, because memory is counted differently there.
  public init(_ record: RunRecord) {
    let accounting = record.environment.memoryAccounting
    let isApart = accounting != "resident" && record.metric(.peakRSS)?.number != nil
    self.init(record.configuration.json, memoryAccounting: isApart ? accounting : nil)
  }

  /// A part in which settings differ, and its values in the order of the settings, each once.
  public typealias Difference = (name: String, values: [String])

  /// The parts in which settings differ; empty when they are equal.
  public static func differences(_ settings: [SettingValues]) -> [Difference] {
    names(of: settings).map { (name: $0, values: values($0, among: settings)) }.filter { $0.values.count > 1 }
  }

  /// The parts in which it differs from others, in words: `cells keep`.
  ///
  /// - Parameters:
  ///   - all: Those that values are told from.
  ///   - mark: Between a part's name and its value.
  public func differences(
    from others: [SettingValues], among all: [SettingValues], _ mark: String = " "
  ) -> [String] {
    SettingValues.differences(others + [self]).map { "\($0.name)\(mark)\(value($0.name, among: all))" }
  }

  /// The values of a part, each once, in the order of the settings.
  static func values(_ name: String, among settings: [SettingValues]) -> [String] {
    settings.map { $0.value(name, among: settings) }.unique
  }

  /// A part in words that tell it from that of the other settings: where words alone do not, a piece of a hash follows.
  public func value(_ name: String, among settings: [SettingValues]) -> String {
    let own = words(of: name)
    let isShared = settings.contains { $0.members[name] != members[name] && $0.words(of: name) == own }
    guard isShared else { return own }
    return "\(own)~\(SHA256.hex(of: members[name]?.compactText ?? "").prefix(6))"
  }

  /// A part of the setting in words, `default, 4000 photos`; what stands at its default is said too.
  public func words(of name: String) -> String {
    let json = members[name]
    switch name {
    case "memory-accounting": return json?.string ?? "resident"
    case "device": return configuration.deviceName ?? "?"
    case "library": return "\(configuration.library.words(" ")), \(configuration.library.assets ?? 0) photos"
    case "screen": return configuration.screen.map { SettingValues.screen($0) } ?? "the trace's own"
    default:
      guard let setting = RunSetting.named(name) else { return json.map { $0.string ?? $0.compactText } ?? "none" }
      return setting.words(of: json) ?? "?"
    }
  }

  /// All of it, as the words above a table: `decode-12ms, default library, 4,000 photos, cells cancel, virtual time`.
  public var text: String {
    let library = configuration.library
    let count = NumberText.grouped(Int64(library.assets ?? 0))
    var parts = [words(of: "device"), "\(library.folder ?? "\(library.profile ?? "?") library"), \(count) photos"]
    if let seed = library.seed, seed != 1 { parts.append("seed \(seed)") }
    parts += SettingValues.names(of: [self]).compactMap { name in
      name == "cells" ? "cells \(words(of: name))" : nonDefaultText(name)
    }
    parts.append("virtual time")
    return parts.joined(separator: ", ")
  }

  /// For a line below a picture's title: the device, and what is not as it is by default.
  public var caption: String { caption(withScreen: true) }

  package func caption(withScreen: Bool) -> String {
    var parts = [words(of: "device")]
    let library = configuration.library
    let isDefault =
      library.profile == LibraryProfile.default.rawValue && library.seed == 1
      && (library.assets ?? LibraryConfiguration().assetCount) == LibraryConfiguration().assetCount
    if members["library"] != nil && !isDefault { parts.append(words(of: "library")) }
    parts += SettingValues.names(of: [self]).compactMap { $0 == "screen" && !withScreen ? nil : nonDefaultText($0) }
    return parts.joined(separator: ", ")
  }

  private var configuration: RunConfiguration { RunConfiguration(.object(members)) }

  /// A part that is not as it is by default, in words that stand alone; nil for one that is.
  private func nonDefaultText(_ name: String) -> String? {
    guard let json = members[name] else { return nil }
    switch name {
    case "device", "library", "time": return nil
    case "screen": return configuration.screen.map { SettingValues.screen($0) }
    default: return RunSetting.named(name).map { $0.nonDefaultText(json) } ?? "\(name) \(words(of: name))"
    }
  }

  /// `375x667 pt @2x, 4 columns`.
  private static func screen(_ screen: RunConfiguration.Screen) -> String {
    "\(screen.words), \(screen.columns ?? 0) columns"
  }
}
