extension JSON {
  /// The same document with every text and key on one visible line (`String.visible`): what a file says is shown in
  /// tables, sentences and errors, and written into scripts and pages.
  package var visible: JSON {
    switch self {
    case .string(let text): return .string(text.visible)
    case .array(let elements): return .array(elements.map { $0.visible })
    case .object(let members):
      var shown: [String: JSON] = [:]
      for (key, value) in members { shown[key.visible] = shown[key.visible] ?? value.visible }
      return .object(shown)
    case .null, .bool, .integer, .number: return self
    }
  }
}
