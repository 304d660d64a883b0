public import LabBase

/// What a run is of. Records of one key answer one question; those of several strategies may stand in one table.
public struct RunKey: Hashable, Sendable {
  /// Empty where strategies are set side by side.
  let strategy: String
  let trace: String
  let setting: SettingValues

  public init(strategy: String = "", trace: String, setting: SettingValues) {
    (self.strategy, self.trace, self.setting) = (strategy, trace, setting)
  }
}

/// What decides a run's numbers beside its strategy and its trace: the device, the photos, the screen and all else.
///
/// It is the whole configuration but for what is named here, so that a setting that is added to `RunConfiguration` counts
/// at once, in tables, pictures and comparisons alike.
public struct SettingValues: Hashable, Sendable {
  /// Members of the configuration by name; of the screen only what flags gave, for a trace's own comes with the trace.
  public let members: [String: JSON]

  /// What is compared (strategy and trace), what the strategy brings with it, and what decides no number.
  static let others: Set<String> = [
    "strategy", "strategy-short", "drives-photos", "yardstick", "trace", "decode", "events",
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

  /// What is known by now; what is not comes behind it, by name.
  private static let order =
    ["device", "library", "screen"] + RunSetting.recorded.map { $0.name } + ["time"]
}
