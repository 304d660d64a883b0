/// An error in the value of a setting, with its cure: `'x' is none of cancel, keep: ...`.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) { self.description = description }
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
