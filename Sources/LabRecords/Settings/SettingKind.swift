import CacheLab

/// An error in the value of a setting, with its cure: `'x' is none of cancel, keep: ...`.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) { self.description = description }
}

/// Parses and prints the values of one type of setting, on a command line and in a configuration.
struct SettingKind<Value: Hashable & Sendable>: Sendable {
  var read: @Sendable (String) throws(SettingError) -> Value
  var text: @Sendable (Value) -> String
  /// Converts to the value of a configuration and back; nil for invalid values.
  var json: @Sendable (Value) -> JSON
  var parse: @Sendable (JSON) -> Value?
  var choices: [String] = []
  /// The fields of its JSON by their paths below it, for messages.
  var fields: [(key: String, value: FieldKind)] = [("", .text)]

  init(
    read: @escaping @Sendable (String) throws(SettingError) -> Value, text: @escaping @Sendable (Value) -> String
  ) {
    (self.read, self.text) = (read, text)
    json = { .string(text($0)) }
    parse = { json in json.string.flatMap { try? read($0) } }
  }

  /// - Parameter takes: The end of the message about a wrong value, with the cure: `is not a seed; write a whole number`.
  init(
    _ takes: String, _ read: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String
  ) {
    self.init(
      read: { word throws(SettingError) in
        guard let value = read(word) else { throw SettingError("'\(word)' \(takes)") }
        return value
      }, text: text)
  }
}

extension SettingKind where Value: CaseIterable & RawRepresentable<String> {
  static var choice: SettingKind {
    let names = Value.allCases.map { $0.rawValue }
    var kind = SettingKind(
      read: { word throws(SettingError) in
        if let value = Value.allCases.first(where: { $0.rawValue == word }) { return value }
        let cure = nearest(to: word, among: names).map { "did you mean '\($0)'?" } ?? "choose one of these"
        throw SettingError("'\(word)' is none of \(names.joined(separator: ", ")); \(cure)")
      }, text: { $0.rawValue })
    kind.choices = names
    return kind
  }
}

extension SettingKind where Value: FixedWidthInteger {
  static func whole(_ range: ClosedRange<Value>, _ takes: String) -> SettingKind {
    SettingKind(takes, { Value($0).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" })
  }
}

extension SettingKind<String> {
  static var name: SettingKind { SettingKind("is empty; name one", { $0.isEmpty ? nil : $0 }, text: { $0 }) }
}

extension SettingKind<PhotoAccess> {
  static var access: SettingKind {
    SettingKind("is not an access to photos; write all, or limited:500", { PhotoAccess($0) }, text: { $0.text })
  }
}

extension PhotoAccess {
  init?(_ text: String) {
    if text == "all" {
      self = .all
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "limited", let count = Int32(parts[1]), count > 0,
      count <= Int32(LibraryConfiguration.maxAssetCount)
    else { return nil }
    self.init(limit: count)
  }

  var text: String { limit.map { "limited:\($0)" } ?? "all" }
}

extension SettingKind<ScreenChoice> {
  static var screen: SettingKind {
    SettingKind(read: { word throws(SettingError) in try ScreenChoice(word) }, text: { "\($0)" })
  }
}

extension SettingKind<CloudModel> {
  static var cloud: SettingKind {
    var kind = SettingKind(
      read: { word throws(SettingError) in
        do throws(CloudTextError) {
          let cloud = try CloudModel(word)
          // Without photos in the cloud the other values mean nothing.
          return cloud.sharePercent > 0 ? cloud : CloudModel()
        } catch {
          throw SettingError(error.description)
        }
      }, text: { $0.text })
    kind.json = { $0.json }
    kind.parse = { CloudModel($0) }
    kind.fields = CloudModel.fields
    return kind
  }
}
