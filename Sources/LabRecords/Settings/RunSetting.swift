/// A setting of a run: its word on a command line, its key in records, its default, and its words.
///
/// Every list of settings is made from `RunSetting.all`: options, the lines of a sweep, arguments of a child process,
/// records and their checks, names of baselines, comparisons, tables, and commands to repeat.
public struct RunSetting: Hashable, Sendable {
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
  private let object: Object?
  private let sentence: (@Sendable (RunSettings) -> String)?
  private let note: (@Sendable (RunSettings) -> String?)?

  /// The member of a configuration that is an object and no text: its fields, the object, and the text of one.
  typealias Object = (
    fields: [(key: String, value: FieldKind)], json: @Sendable (RunSettings) -> JSON, word: @Sendable (JSON) -> String?
  )

  /// - Parameters:
  ///   - value: Returns its value as a command line writes it, or nil if it was not given and trace or library decide.
  ///     Configurations then have it elsewhere.
  ///   - sentence: Returns its value in a sentence if it is not at its default; nil uses its name and its value.
  ///   - note: Returns what readers of the numbers should know if it is not at its default.
  @inline(never) init<Value>(
    _ name: String, _ value: @escaping @Sendable (RunSettings) -> String?,
    _ set: @escaping @Sendable (inout RunSettings, Value) -> Void,
    _ read: @escaping @Sendable (String) throws(SettingError) -> Value,
    choices: [String] = [], object: Object? = nil, _ writing: Writing = .unlessDefault, section: Section = .replay,
    valueName: String? = nil, help: String, discussion: String = "",
    sentence: (@Sendable (RunSettings) -> String)? = nil, note: (@Sendable (RunSettings) -> String?)? = nil
  ) {
    (self.name, self.section, self.writing, self.choices) = (name, section, writing, choices)
    (self.help, self.valueName, self.discussion) = (help, valueName, discussion)
    (self.value, self.object) = (value, object)
    parse = { word, settings throws(SettingError) in set(&settings, try read(word)) }
    (self.sentence, self.note) = (sentence, note)
    defaultValue = value(RunSettings())
  }

  /// Returns the setting of a name, or nil.
  public static func named(_ name: String) -> RunSetting? { all.first { $0.name == name } }

  package static let recorded = all.filter { $0.writing != .elsewhere }

  private var canBeAbsent: Bool { writing == .unlessDefault }

  private func isLeftOut(_ settings: RunSettings) -> Bool { canBeAbsent && text(in: settings) == nil }

  /// Returns options of a command line, in the order of `all`.
  ///
  /// - Parameter value: Returns the value of an option; nil leaves it out.
  public static func words(_ value: (RunSetting) -> String?) -> [String] {
    all.flatMap { setting in value(setting).map { ShellWords.option(setting.name, $0) } ?? [] }
  }

  /// Returns its value as a command line writes it, or nil if it is at its default.
  public func text(in settings: RunSettings) -> String? {
    value(settings).flatMap { $0 == defaultValue ? nil : $0 }
  }

  /// - Throws: `SettingError` with the problem of the value.
  public func set(_ value: String, in settings: inout RunSettings) throws(SettingError) { try parse(value, &settings) }

  package static func members(of settings: RunSettings) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for setting in recorded where !setting.isLeftOut(settings) {
      members[setting.name] = setting.object?.json(settings) ?? setting.value(settings).map { .string($0) }
    }
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
    guard let json else {
      if canBeAbsent, let defaultValue { try? parse(defaultValue, &settings) }
      return canBeAbsent
    }
    guard let word = object.map({ $0.word(json) }) ?? json.string else { return false }
    return (try? parse(word, &settings)) != nil
  }

  var fields: [(key: String, value: FieldKind)] {
    object?.fields.map { (key: "\(name).\($0.key)", value: $0.value) } ?? [(name, .text)]
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

  public static func == (left: RunSetting, right: RunSetting) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// An error in the value of a setting, with its cure: `'x' is none of cancel, keep: ...`.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) { self.description = description }

  /// - Parameter reason: The reason why this strategy, which knows the trace, cannot be used.
  package static func offline(_ strategy: StrategySpec, because reason: String) -> SettingError {
    SettingError(
      "'\(strategy.shortText)' knows the trace, \(reason); leave it out, or name a strategy that could ship")
  }
}

enum SettingValue {
  static func name(_ word: String) throws(SettingError) -> String {
    if word.isEmpty { throw SettingError("'' is empty; name one") }
    return word
  }

  /// Returns a parser of whole numbers; `takes` ends the message about a wrong one, with the cure.
  static func whole<Value: FixedWidthInteger & Sendable>(
    _ range: ClosedRange<Value>, _ takes: String
  ) -> @Sendable (String) throws(SettingError) -> Value {
    { word throws(SettingError) in
      guard let value = Value(word), range.contains(value) else { throw SettingError("'\(word)' \(takes)") }
      return value
    }
  }

  static func choice<Value: CaseIterable & RawRepresentable<String>>(_ word: String) throws(SettingError) -> Value {
    if let value = Value(rawValue: word) { return value }
    let names = Value.allCases.map { $0.rawValue }
    let cure = nearest(to: word, among: names).map { "did you mean '\($0)'?" } ?? "choose one of these"
    throw SettingError("'\(word)' is none of \(names.joined(separator: ", ")); \(cure)")
  }

  static func access(_ word: String) throws(SettingError) -> PhotoAccess {
    if word == "all" { return .all }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "limited", let count = Int32(parts[1]), count > 0,
      count <= Int32(LibraryConfiguration.maxAssetCount)
    else { throw SettingError("'\(word)' is not an access to photos; write all, or limited:500") }
    return PhotoAccess(limit: count)
  }
}
