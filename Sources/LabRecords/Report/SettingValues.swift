/// The setting of a run: everything besides strategy and trace that its numbers depend on.
///
/// It is the whole configuration without the members named here, so that a new setting of `RunConfiguration` counts at
/// once.
public struct SettingValues: Hashable, Sendable {
  /// The members of the configuration by name, without the screen of the trace itself.
  public let members: [String: JSON]

  /// The keys that are compared (strategy and trace), belong to the strategy, or affect no number.
  static let others: Set<String> = [
    "strategy", "strategy-short", "drives-photos", "oracle", "trace", "decode", "events", "content-mode", "scales",
  ]

  /// The parts of a screen that follow from the trace and the other parts, or name its origin.
  private static let screenOthers: Set<String> = ["items", "cell-pt", "target-px", "from-flags"]

  /// - Parameters:
  ///   - configuration: The configuration of a run or of an event file.
  ///   - memoryAccounting: The way in which memory was counted, or nil if it was not, or as on Linux.
  public init(_ configuration: JSON?, memoryAccounting: String? = nil) {
    var members = (configuration?.object ?? [:]).filter { !SettingValues.others.contains($0.key) }
    if let screen = members["screen"] {
      let given = (screen.object ?? [:]).filter { !SettingValues.screenOthers.contains($0.key) }
      members["screen"] = screen["from-flags"] == .bool(true) ? .object(given) : nil
    }
    members["memory-accounting"] = memoryAccounting.map { .string($0) }
    self.members = members
  }

  /// Returns the names of all parts of settings in the order in which they are shown.
  public static func names(of settings: [SettingValues]) -> [String] {
    let all = Set(settings.flatMap { $0.members.keys })
    return order.filter { all.contains($0) } + all.subtracting(order).ordered()
  }

  private static let order =
    ["device", "library", "screen"] + RunSetting.recorded.map { $0.name } + ["time"]

  /// Creates the values of a record. A run measured on macOS is separate, because memory is counted differently there.
  public init(_ record: RunRecord) {
    let accounting = record.environment.memoryAccounting
    let isApart = accounting != "resident" && record.metric(.peakRSS)?.number != nil
    self.init(record.configuration.json, memoryAccounting: isApart ? accounting : nil)
  }

  /// Returns the parts in which settings differ, each with its values in the order of the settings.
  public static func differences(_ settings: [SettingValues]) -> [(name: String, values: [String])] {
    names(of: settings).map { name in (name, settings.map { $0.value(name, among: settings) }.unique) }
      .filter { $0.values.count > 1 }
  }

  /// Returns descriptions of the parts in which it differs from others: `cells keep`.
  public func differences(from others: [SettingValues]) -> [String] {
    SettingValues.differences(others + [self]).map { "\($0.name) \(value($0.name, among: others))" }
  }

  /// Returns a distinct description of a part, with a piece of a hash if another value has the same words.
  public func value(_ name: String, among settings: [SettingValues]) -> String {
    let own = words(of: name)
    let isShared = settings.contains { $0.members[name] != members[name] && $0.words(of: name) == own }
    guard isShared else { return own }
    return "\(own)~\(SHA256.hex(of: members[name]?.compactText ?? "").prefix(6))"
  }

  /// Returns the description of a part, `default, 4000 photos`, also if it is at its default.
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

  /// The description above a table: `decode-12ms, default library, 4,000 photos, cells cancel, virtual time`.
  public var text: String {
    let library = configuration.library
    let count = NumberText.grouped(Int64(library.assets ?? 0))
    let photos = "\(library.folder ?? "\(library.profile ?? "?") library"), \(count) photos"
    let seed = library.seed.flatMap { $0 == 1 ? nil : "seed \($0)" }
    let others = SettingValues.names(of: [self]).map { $0 == "cells" ? "cells \(words(of: $0))" : nonDefaultText($0) }
    return ([words(of: "device"), photos, seed] + others + ["virtual time"]).compactMap(\.self).joined(separator: ", ")
  }

  /// The device and the parts that are not at their default, for the line below a picture's title.
  public func caption(withScreen: Bool = true) -> String {
    let library = configuration.library
    let isDefault =
      library.profile == LibraryProfile.default.rawValue && library.seed == 1
      && (library.assets ?? LibraryConfiguration().assetCount) == LibraryConfiguration().assetCount
    let photos = members["library"] != nil && !isDefault ? [words(of: "library")] : []
    let others = SettingValues.names(of: [self]).compactMap { $0 == "screen" && !withScreen ? nil : nonDefaultText($0) }
    return ([words(of: "device")] + photos + others).joined(separator: ", ")
  }

  private var configuration: RunConfiguration { RunConfiguration(.object(members)) }

  private func nonDefaultText(_ name: String) -> String? {
    guard let json = members[name] else { return nil }
    switch name {
    case "device", "library", "time": return nil
    case "screen": return configuration.screen.map { SettingValues.screen($0) }
    default: return RunSetting.named(name).map { $0.nonDefaultText(json) } ?? "\(name) \(words(of: name))"
    }
  }

  private static func screen(_ screen: RunConfiguration.Screen) -> String {
    "\(screen.words), \(screen.columns ?? 0) columns"
  }
}
