package import LabBase

/// Looks at the fields of a file before anybody takes numbers from it.
///
/// A field that is not there, or null, is nobody's fault: older records have fewer. One that holds what it cannot is
/// told of, never read as a zero.
package enum FieldCheck {
  /// The first field that holds what it cannot, with its value and what belongs there; nil when all is as it should be.
  ///
  /// - Parameters:
  ///   - rules: Fields by their path, `screen.columns`, in the order in which they are looked at.
  ///   - place: The path of `json` itself; empty for the file's outermost object.
  package static func problem(
    of json: JSON?, _ rules: KeyValuePairs<String, FieldKind>, at place: String = ""
  ) -> String? {
    problem(of: json, rules.map { (path: $0.key, kind: $0.value) }, at: place)
  }

  static func problem(of json: JSON?, _ rules: [(path: String, kind: FieldKind)], at place: String = "") -> String? {
    guard let json, json != .null else { return nil }
    guard json.object != nil else { return problem(json, .object, at: place.isEmpty ? "the whole" : place) }
    for (path, kind) in rules {
      var (value, walked) = (json, place)
      for key in path.split(separator: ".") {
        if value.object == nil, value != .null { return problem(value, .object, at: walked) }
        value = value[String(key)] ?? .null
        walked += (walked.isEmpty ? "" : ".") + key
      }
      if value != .null, !kind.holds(value) { return problem(value, kind, at: walked) }
    }
    return nil
  }

  /// What is wrong with a value, for whoever has found that something is.
  static func problem(_ value: JSON, _ kind: FieldKind, at place: String) -> String {
    problem(value, belongs: kind.words, at: place)
  }

  package static func problem(_ value: JSON, belongs words: String, at place: String) -> String {
    // A list that holds one wrong value may be as long as the file: the value says more.
    "its field \(place) is \(shown(value)), where \(words) belongs"
  }

  /// A value as a message shows it: it may be as long as the file.
  package static func shown(_ value: JSON) -> String {
    let text =
      switch value {
      case .array(let elements) where elements.count > 8: JSON.array(Array(elements.prefix(8))).compactText
      case .object(let members) where members.count > 8: "an object of \(members.count) members"
      default: value.compactText
      }
    return text.count > 80 ? text.prefix(80) + "..." : text
  }
}
