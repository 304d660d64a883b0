package import LabBase

/// A setting of a run: its word on a command line, its key in records, its default, and how it is told.
///
/// Every list of settings is made from `RunSetting.all`: options, what a sweep takes, what a child is told, records and
/// what is checked in them, baselines' names, comparisons, tables, and commands to repeat.
public struct RunSetting: Sendable {
  /// Where a command's help shows it.
  public enum Section: Hashable, Sendable { case replay, library, screen }

  /// What a shell proposes for its value, where it is not one of a few words.
  public enum Suggestions: Hashable, Sendable { case nothing, devices, libraries }

  /// When a configuration holds it under its name.
  enum Writing: Hashable, Sendable {
    case always
    /// The same, but told only where it is not as it is by default.
    case alwaysUnsaid
    /// Left out where it is as it is by default, so that such runs keep the digests that they always had.
    case unlessUsual
    /// Never: device, photos and screen are objects of their own there.
    case elsewhere
  }

  /// What follows `--` on a command line, the key in configurations, and the word of a line of a sweep's file.
  public let name: String
  public let section: Section
  /// For a command's help: what it is; what stands for its value (nil: its name); and more of it, if need be.
  public let help: String
  public let valueName: String?
  public let discussion: String
  public let suggestions: Suggestions
  /// All values, where they are few.
  public let choices: [String]
  /// Its value by default; nil where trace or library decide.
  public let usual: String?

  private let writing: Writing
  /// Its value as a command line writes it; nil where nobody said it, and trace or library decide.
  private let value: @Sendable (RunSettings) -> String?
  private let write: @Sendable (String, inout RunSettings) throws(SettingError) -> Void
  /// The member of a configuration, and back; false for what is no value.
  private let json: @Sendable (RunSettings) -> JSON
  private let take: @Sendable (JSON, inout RunSettings) -> Bool
  /// What a configuration's member may hold, by the paths below it.
  private let kindFields: [(key: String, value: FieldKind)]
  private let shown: (@Sendable (RunSettings) -> String)?
  private let told: (@Sendable (RunSettings) -> String)?
  private let note: (@Sendable (RunSettings) -> String?)?

  /// - Parameters:
  ///   - get: Its value; nil where nobody said it, and trace or library decide. Configurations have such a one elsewhere.
  ///   - shown: Its value in a table; nil for the text.
  ///   - told: Its value in a sentence where it is not as by default; nil for its name and what is shown.
  ///   - note: What a reader of the numbers should know, where it is not as by default.
  init<Value>(
    _ name: String, _ get: @escaping @Sendable (RunSettings) -> Value?,
    _ set: @escaping @Sendable (inout RunSettings, Value) -> Void, _ kind: SettingKind<Value>,
    _ writing: Writing = .unlessUsual, section: Section = .replay, valueName: String? = nil,
    suggestions: Suggestions = .nothing, help: String, discussion: String = "",
    shown: (@Sendable (RunSettings) -> String)? = nil, told: (@Sendable (RunSettings) -> String)? = nil,
    note: (@Sendable (RunSettings) -> String?)? = nil
  ) {
    self.name = name
    self.section = section
    self.help = help
    self.valueName = valueName
    self.discussion = discussion
    self.suggestions = suggestions
    self.writing = writing
    (self.shown, self.told, self.note) = (shown, told, note)
    (choices, kindFields) = (kind.choices, kind.fields)
    usual = get(RunSettings()).map(kind.text)
    value = { get($0).map(kind.text) }
    write = { word, settings throws(SettingError) in set(&settings, try kind.read(word)) }
    json = { get($0).map(kind.json) ?? .null }
    take = { json, settings in
      guard let value = kind.parse(json) else { return false }
      set(&settings, value)
      return true
    }
  }
}

extension RunSetting {
  /// The setting of a name; nil when there is none.
  public static func named(_ name: String) -> RunSetting? { all.first { $0.name == name } }

  /// Those that configurations hold under their own names.
  package static let recorded = all.filter { $0.absent != nil }

  /// The value that all runs have whose configuration does not say it; nil where configurations have it elsewhere.
  private var absent: String? {
    switch writing {
    case .elsewhere: nil
    case .always, .alwaysUnsaid, .unlessUsual: usual
    }
  }

  /// Whether a configuration may be without it.
  private var mayBeAbsent: Bool { writing == .unlessUsual && absent != nil }

  private func isLeftOut(_ settings: RunSettings) -> Bool {
    ![.always, .alwaysUnsaid].contains(writing) && value(settings) == absent
  }

  /// Options of a command line, in the order of `all`.
  ///
  /// - Parameter value: What follows the option; nil leaves it out.
  public static func words<Failure: Error>(
    _ value: (RunSetting) throws(Failure) -> String?
  ) throws(Failure) -> [String] {
    var words: [String] = []
    for setting in all {
      if let word = try value(setting) { words += ShellWords.option(setting.name, word) }
    }
    return words
  }

  /// Its value as a command line writes it; nil where it is as it is by default.
  public func text(in settings: RunSettings) -> String? { value(settings).flatMap { $0 == usual ? nil : $0 } }

  /// - Throws: `SettingError` saying what is wrong with the value.
  public func set(_ value: String, in settings: inout RunSettings) throws(SettingError) { try write(value, &settings) }

  /// Members of a configuration under the settings' own names.
  package static func members(of settings: RunSettings) -> [String: JSON] {
    var members: [String: JSON] = [:]
    for setting in recorded where !setting.isLeftOut(settings) { members[setting.name] = setting.json(settings) }
    return members
  }

  /// Words of those that configurations hold, by name, but for what a configuration leaves out.
  public static func words(of settings: RunSettings) -> [(name: String, word: String)] {
    recorded.compactMap { $0.isLeftOut(settings) ? nil : ($0.name, $0.value(settings) ?? "") }
  }

  /// What a reader of the numbers should know of settings that are not as they are by default.
  public static func notes(on settings: RunSettings) -> [String] {
    recorded.compactMap { $0.text(in: settings) == nil ? nil : $0.note?(settings) ?? nil }
  }

  /// Takes a configuration's member, or what one without it says; a value that this lab does not know is passed over.
  ///
  /// - Returns: False where the member is no value.
  @discardableResult func read(_ json: JSON?, into settings: inout RunSettings) -> Bool {
    guard let absent else { return false }
    if let json { return take(json, &settings) }
    if mayBeAbsent { try? write(absent, &settings) }
    return mayBeAbsent
  }

  /// What its member of a configuration may hold, by path.
  var fields: [(key: String, value: FieldKind)] {
    absent == nil ? [] : kindFields.map { (key: $0.key.isEmpty ? name : "\(name).\($0.key)", value: $0.value) }
  }

  private func shownText(_ settings: RunSettings) -> String { shown?(settings) ?? value(settings) ?? "" }

  /// A configuration's member in words; nil for no member of a setting that always has one.
  func words(of json: JSON?) -> String? {
    var settings = RunSettings()
    if read(json, into: &settings) { return shownText(settings) }
    return absent == nil ? nil : json.map { $0.string ?? $0.compactText }
  }

  /// True for words of a value that nobody needs to be told: the default of a setting that is written only where it is
  /// another.
  package func goesWithoutSaying(_ words: String) -> Bool {
    absent != nil && writing != .always && words == shownText(RunSettings())
  }

  /// A configuration's member in words that stand alone; nil for a value that is as it is by default.
  func unusual(_ json: JSON) -> String? {
    var settings = RunSettings()
    guard read(json, into: &settings) else { return "\(name) \(json.string ?? json.compactText)" }
    return text(in: settings) == nil ? nil : told?(settings) ?? "\(name) \(shownText(settings))"
  }
}

extension RunSetting: Hashable {
  public static func == (left: RunSetting, right: RunSetting) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
