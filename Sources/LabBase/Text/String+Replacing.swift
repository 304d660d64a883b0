extension String {
  /// Each such letter replaced by a text. Embedded Swift has no `replacing(_:with:)`.
  func replacing(each letter: Character, with text: String) -> String {
    split(separator: letter, omittingEmptySubsequences: false).joined(separator: text)
  }
}
