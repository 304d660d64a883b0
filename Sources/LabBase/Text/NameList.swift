/// Names in a sentence.
package enum NameList {
  /// Names that a sentence holds.
  private static let namesMax = 8

  /// `lru`, `lru and arc`, `lru, sieve and arc`; of many the first and how many more.
  package static func text(_ names: [String]) -> String {
    let shown = names.count > namesMax ? Array(names.prefix(3)) + ["\(names.count - 3) others"] : names
    guard let last = shown.last, shown.count > 1 else { return shown.joined() }
    return shown.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
