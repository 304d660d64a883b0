package import CacheLab

/// A setting of a run: its word on a command line, its key in records, its default, and its words.
///
/// Every list of settings is made from `RunSetting.all`: options, the lines of a sweep, arguments of a child process,
/// records and their checks, names of baselines, comparisons, tables, and commands to repeat.
public struct RunSetting: Sendable {
  /// The section of a command's help.
  public enum Section: Hashable, Sendable { case replay, library, screen }

  enum Writing: Hashable, Sendable {
    case always
    /// Always, but only mentioned in words if it is not at its default.
    case alwaysUnstated
    /// If it is not at its default, so that such runs keep their old digests.
    case unlessDefault
    /// Never: device, photos and screen are objects of their own there.
    case elsewhere
  }

  /// The word after `--` on a command line, the key in configurations, and the word of a line of a sweep's file.
  public let name: String
  public let section: Section
  /// The help of a command: a description, the placeholder of its value (nil: its name), and more text if need be.
  public let help: String
  public let valueName: String?
  public let discussion: String
  /// All values, if they are few.
  public let choices: [String]
  /// The default; nil if trace or library decide.
  public let defaultValue: String?

  private let writing: Writing
  /// Returns its value as a command line writes it, or nil if it was not given and trace or library decide.
  private let value: @Sendable (RunSettings) -> String?
  private let parse: @Sendable (String, inout RunSettings) throws(SettingError) -> Void
  /// Converts to the member of a configuration and back; the latter returns false for invalid values.
  private let json: @Sendable (RunSettings) -> JSON
  private let decode: @Sendable (JSON, inout RunSettings) -> Bool
  private let kindFields: [(key: String, value: FieldKind)]
  private let sentence: (@Sendable (RunSettings) -> String)?
  private let note: (@Sendable (RunSettings) -> String?)?

  /// - Parameters:
  ///   - get: Returns its value, or nil if it was not given and trace or library decide. Configurations then have it
  ///     elsewhere.
  ///   - sentence: Returns its value in a sentence if it is not at its default; nil uses its name and its value.
  ///   - note: Returns what readers of the numbers should know if it is not at its default.
  init<Value>(
    _ name: String, _ get: @escaping @Sendable (RunSettings) -> Value?,
    _ set: @escaping @Sendable (inout RunSettings, Value) -> Void, _ kind: SettingKind<Value>,
    _ writing: Writing = .unlessDefault, section: Section = .replay, valueName: String? = nil,
    help: String, discussion: String = "",
    sentence: (@Sendable (RunSettings) -> String)? = nil, note: (@Sendable (RunSettings) -> String?)? = nil
  ) {
    (self.name, self.section, self.writing) = (name, section, writing)
    (self.help, self.valueName, self.discussion) = (help, valueName, discussion)
    (self.sentence, self.note) = (sentence, note)
    (choices, kindFields) = (kind.choices, kind.fields)
    defaultValue = get(RunSettings()).map(kind.text)
    value = { get($0).map(kind.text) }
    parse = { word, settings throws(SettingError) in set(&settings, try kind.read(word)) }
    json = { get($0).map(kind.json) ?? .null }
    decode = { json, settings in
      guard let value = kind.parse(json) else { return false }
      set(&settings, value)
      return true
    }
  }
}

extension RunSetting {
  /// Returns the setting of a name, or nil.
  public static func named(_ name: String) -> RunSetting? { all.first { $0.name == name } }

  /// The settings that configurations have under their own names.
  package static let recorded = all.filter { $0.writing != .elsewhere }

  private var canBeAbsent: Bool { writing == .unlessDefault }

  private func isLeftOut(_ settings: RunSettings) -> Bool { canBeAbsent && text(in: settings) == nil }

  /// Returns options of a command line, in the order of `all`.
  ///
  /// - Parameter value: Returns the value of an option; nil leaves it out.
  public static func words<Failure: Error>(
    _ value: (RunSetting) throws(Failure) -> String?
  ) throws(Failure) -> [String] {
    var words: [String] = []
    for setting in all {
      if let word = try value(setting) { words += ShellWords.option(setting.name, word) }
    }
    return words
  }

  /// Returns its value as a command line writes it, or nil if it is at its default.
  public func text(in settings: RunSettings) -> String? {
    value(settings).flatMap { $0 == defaultValue ? nil : $0 }
  }

  /// - Throws: `SettingError` with the problem of the value.
  public func set(_ value: String, in settings: inout RunSettings) throws(SettingError) { try parse(value, &settings) }

  /// Returns the members of a configuration under the settings' own names.
  package static func members(of settings: RunSettings) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for setting in recorded where !setting.isLeftOut(settings) { members[setting.name] = setting.json(settings) }
    return members
  }

  /// Returns the words of the settings that configurations have, by name, without those that a configuration leaves
  /// out.
  public static func words(of settings: RunSettings) -> [(name: String, word: String)] {
    recorded.compactMap { $0.isLeftOut(settings) ? nil : ($0.name, $0.value(settings) ?? "") }
  }

  /// Returns what readers of the numbers should know of settings that are not at their default.
  public static func notes(on settings: RunSettings) -> [String] {
    recorded.compactMap { $0.text(in: settings) == nil ? nil : $0.note?(settings) ?? nil }
  }

  /// Reads a configuration's member, or the value that a missing one implies; a value that this lab does not know is
  /// ignored.
  ///
  /// - Returns: False if the member is invalid, or missing without a value that this implies.
  @discardableResult func read(_ json: JSON?, into settings: inout RunSettings) -> Bool {
    if let json { return decode(json, &settings) }
    if canBeAbsent, let defaultValue { try? parse(defaultValue, &settings) }
    return canBeAbsent
  }

  var fields: [(key: String, value: FieldKind)] {
    kindFields.map { (key: $0.key.isEmpty ? name : "\(name).\($0.key)", value: $0.value) }
  }

  /// Returns a configuration's member in words, or nil if it is missing and the setting always has one.
  func words(of json: JSON?) -> String? {
    var settings = RunSettings()
    if read(json, into: &settings) { return value(settings) }
    return json.map { $0.string ?? $0.compactText }
  }

  /// Returns true if words of a value need not be shown: the default of a setting that is mentioned only if it is
  /// another.
  package func isImplied(_ words: String) -> Bool { writing != .always && words == defaultValue }

  /// Returns a configuration's member in words that stand alone, or nil if it is at its default.
  func nonDefaultText(_ json: JSON) -> String? {
    var settings = RunSettings()
    guard read(json, into: &settings) else { return "\(name) \(json.string ?? json.compactText)" }
    return text(in: settings).map { sentence?(settings) ?? "\(name) \($0)" }
  }
}

extension RunSetting: Hashable {
  public static func == (left: RunSetting, right: RunSetting) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
