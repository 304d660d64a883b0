extension String {
  /// Broken into lines of at most `width` letters, between words, all indented as the text is; a longer word stands
  /// alone.
  public func wrapped(width: Int) -> [String] {
    guard count > width else { return [self] }
    let indentation = String(prefix { $0 == " " })
    var lines = [indentation]
    var isFresh = true
    for word in split(separator: " ") {
      if !isFresh && lines[lines.count - 1].count + 1 + word.count > width {
        lines.append(indentation + word)
      } else {
        lines[lines.count - 1] += isFresh ? String(word) : " \(word)"
      }
      isFresh = false
    }
    return lines
  }
}
