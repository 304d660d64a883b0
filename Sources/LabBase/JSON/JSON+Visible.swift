extension JSON {
  /// The same document with every text and key on one visible line (`String.visible`): what a file says is shown in
  /// tables, sentences and errors, and written into scripts and pages.
  package var visible: JSON {
    switch self {
    case .string(let text): .string(text.visible)
    case .array(let elements): .array(elements.map(\.visible))
    case .object(let members):
      .object(
        Dictionary(members.map { ($0.key.visible, $0.value.visible) }) { first, _ in first })
    case .null, .bool, .integer, .number: self
    }
  }
}
