import LabBase

/// What a setting does with its value, whatever its type: `RunSetting` asks.
///
/// A class, and no closures that stand for its methods: Embedded Swift compiles each closure for each type, and a page loads
/// what is compiled.
protocol SettingAccess: AnyObject, Sendable {
  /// All values, where they are few.
  var choices: [String] { get }
  /// The value by default; nil where trace or library decide.
  var usual: String? { get }
  /// The value as a command line writes it; nil where it is as it is by default.
  func text(_ settings: RunSettings) -> String?
  func write(_ word: String, _ settings: inout RunSettings) throws(SettingError)

  // MARK: - In configurations

  /// Whether configurations hold it under its name.
  var isRecorded: Bool { get }
  /// Whether a configuration may be without it.
  var mayBeAbsent: Bool { get }
  /// Takes what a configuration without it says.
  func setAbsent(_ settings: inout RunSettings)
  func isLeftOut(_ settings: RunSettings) -> Bool
  /// The value as a command line writes it.
  func word(_ settings: RunSettings) -> String
  func json(_ settings: RunSettings) -> JSON
  /// - Returns: false for what is no value.
  func read(_ json: JSON, _ settings: inout RunSettings) -> Bool
  var fields: [(key: String, value: FieldKind)] { get }
  func shown(_ settings: RunSettings) -> String
  /// The value in a sentence; nil where the name and what is shown say it.
  func told(_ settings: RunSettings) -> String?
  func note(_ settings: RunSettings) -> String?
}

/// A setting whose values are of one type.
final class TypedSetting<Value: Hashable & Sendable>: SettingAccess {
  let get: @Sendable (RunSettings) -> Value?
  let set: @Sendable (inout RunSettings, Value) -> Void
  let kind: SettingKind<Value>
  /// Nil where trace or library decide.
  let usualValue: Value?
  /// What all runs have whose configuration does not say it; nil where configurations have it elsewhere.
  let absent: Value?
  let isAlwaysWritten: Bool
  let showing: (@Sendable (Value) -> String)?
  let telling: (@Sendable (Value) -> String)?
  let noting: (@Sendable (Value) -> String?)?

  init(
    _ get: @escaping @Sendable (RunSettings) -> Value?, _ set: @escaping @Sendable (inout RunSettings, Value) -> Void,
    _ kind: SettingKind<Value>, _ writing: RunSetting.Writing<Value>, shown: (@Sendable (Value) -> String)?,
    told: (@Sendable (Value) -> String)?, note: (@Sendable (Value) -> String?)?
  ) {
    (self.get, self.set, self.kind) = (get, set, kind)
    usualValue = get(RunSettings())
    switch writing {
    case .elsewhere: (absent, isAlwaysWritten) = (nil, false)
    case .always: (absent, isAlwaysWritten) = (usualValue, true)
    case .unlessUsual: (absent, isAlwaysWritten) = (usualValue, false)
    case .unless(let value): (absent, isAlwaysWritten) = (value, false)
    }
    (showing, telling, noting) = (shown, told, note)
  }

  var choices: [String] { kind.choices }
  var usual: String? { usualValue.map(kind.text) }
  func text(_ settings: RunSettings) -> String? {
    let value = get(settings)
    return value == usualValue ? nil : value.map(kind.text)
  }
  func write(_ word: String, _ settings: inout RunSettings) throws(SettingError) {
    set(&settings, try kind.read(word))
  }

  var isRecorded: Bool { absent != nil }
  var mayBeAbsent: Bool { absent != nil && !isAlwaysWritten }
  func setAbsent(_ settings: inout RunSettings) { if let absent { set(&settings, absent) } }
  func isLeftOut(_ settings: RunSettings) -> Bool { !isAlwaysWritten && get(settings) == absent }
  func word(_ settings: RunSettings) -> String { get(settings).map(kind.text) ?? "" }
  func json(_ settings: RunSettings) -> JSON { get(settings).map(kind.json) ?? .null }
  func read(_ json: JSON, _ settings: inout RunSettings) -> Bool {
    guard let value = kind.parse(json) else { return false }
    set(&settings, value)
    return true
  }
  var fields: [(key: String, value: FieldKind)] { kind.fields }
  func shown(_ settings: RunSettings) -> String { get(settings).flatMap { showing?($0) } ?? word(settings) }
  func told(_ settings: RunSettings) -> String? { get(settings).flatMap { telling?($0) } }
  func note(_ settings: RunSettings) -> String? { get(settings).flatMap { noting?($0) ?? nil } }
}
