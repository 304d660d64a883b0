/// What a part of a setting must be: `cells=keep`, in the words that refusals use.
public struct SettingChoice: Hashable, Sendable {
  public let name: String
  public let value: String

  /// Nil for a text without a name and a value.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    name = String(parts[0])
    value = String(parts[1])
  }

  public func fits(_ setting: SettingValues, among settings: [SettingValues]) -> Bool {
    setting.value(name, among: settings) == value
  }
}
