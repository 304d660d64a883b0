/// A JSON value; numbers keep their digits.
indirect enum TraceValue {
  case number(DecimalNumber, text: String)
  case string(String)
  case array([TraceValue])
  case object([(key: String, value: TraceValue)])
  /// `true`, `false` or `null`.
  case word(String)

  /// Of an event that says no more.
  static let nothing = TraceValue.object([])

  /// The member of that name, the first if there are several; one that is `null` counts as absent.
  subscript(key: String) -> TraceValue? {
    guard case .object(let members) = self, let found = members.first(where: { $0.key == key })?.value else {
      return nil
    }
    if case .word("null") = found { return nil }
    return found
  }

  /// True when the member of that name is `false`, or another word than `true`.
  func saysNo(_ key: String) -> Bool {
    if case .word(let word)? = self[key] { word != "true" } else { false }
  }
}

extension TraceValue: CustomStringConvertible {
  /// What stands there, in few words.
  var description: String {
    switch self {
    case .number(_, let text): text
    case .string(let text): "\"\(text)\""
    case .word(let word): word
    case .array(let elements): "a list of \(elements.count)"
    case .object: "an object"
    }
  }
}
