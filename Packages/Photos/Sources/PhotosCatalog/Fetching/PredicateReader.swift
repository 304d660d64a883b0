import PhotosModel

/// Reads a predicate's text, one word after another; a limit on depth keeps a hostile text from the stack.
struct PredicateReader {
  private static let depthMax = 50
  private static let wordsMax = 2_000

  private let text: String
  private let words: [PredicateWord]
  private var place = 0

  init(_ text: String) throws(CatalogError) {
    self.text = text
    words = try PredicateWord.words(of: text)
    guard words.count <= PredicateReader.wordsMax else {
      throw .badPredicate(text: String(text.prefix(60)), reason: "more than \(PredicateReader.wordsMax) words")
    }
  }

  mutating func readAll() throws(CatalogError) -> AssetPredicate {
    let predicate = try either(depth: 0)
    guard place == words.count else { throw expected("the end, AND or OR") }
    return predicate
  }

  private mutating func either(depth: Int) throws(CatalogError) -> AssetPredicate {
    guard depth < PredicateReader.depthMax else { throw expected("at most \(PredicateReader.depthMax) parentheses") }
    var parts = [try both(depth: depth)]
    while take("OR", "||") { parts.append(try both(depth: depth)) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func both(depth: Int) throws(CatalogError) -> AssetPredicate {
    var parts = [try one(depth: depth)]
    while take("AND", "&&") { parts.append(try one(depth: depth)) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func one(depth: Int) throws(CatalogError) -> AssetPredicate {
    guard depth < PredicateReader.depthMax else { throw expected("at most \(PredicateReader.depthMax) parentheses") }
    if take("NOT", "!") { return .not(try one(depth: depth + 1)) }
    if peek() == "(" {
      if peek(2) == "&" { return try bits() }
      place += 1
      let inner = try either(depth: depth + 1)
      guard take(")") else { throw expected("a closing parenthesis") }
      return inner
    }
    return try comparison()
  }

  /// `(mediaSubtypes & 8) != 0`
  private mutating func bits() throws(CatalogError) -> AssetPredicate {
    place += 1
    let key = try key()
    place += 1
    let bits = try value(for: key)
    guard take(")") else { throw expected("a closing parenthesis") }
    let isSet = take("!=", "<>")
    guard isSet || take("==", "=") else { throw expected("!= 0 or == 0") }
    guard take("0") else { throw expected("0") }
    return isSet ? .anyBit(key, bits) : .not(.anyBit(key, bits))
  }

  private mutating func comparison() throws(CatalogError) -> AssetPredicate {
    let key = try key()
    if take("IN") {
      guard take("{") else { throw expected("{") }
      var values: [Int64] = []
      while !take("}") {
        if !values.isEmpty, !take(",") { throw expected("a comma or }") }
        values.append(try value(for: key))
      }
      return .among(key, values)
    }
    let signs: [(String, AssetPredicate.Comparison)] = [
      ("==", .equal), ("=", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<=", .lessOrEqual), ("<", .less),
      (">=", .greaterOrEqual), (">", .greater),
    ]
    guard let comparison = signs.first(where: { $0.0 == peek() })?.1 else { throw expected("a comparison") }
    place += 1
    if comparison == .equal || comparison == .notEqual, take("NIL", "NULL") {
      return comparison == .equal ? .isNil(key) : .not(.isNil(key))
    }
    return .compare(key, comparison, try value(for: key))
  }

  private mutating func key() throws(CatalogError) -> AssetKey {
    let names = ["favorite": AssetKey.isFavorite, "hidden": .isHidden]
    guard let word = peek(), let key = AssetKey(rawValue: word) ?? names[word] else {
      throw expected("one of \(AssetKey.allCases.map { $0.rawValue }.joined(separator: ", "))")
    }
    place += 1
    return key
  }

  private mutating func value(for key: AssetKey) throws(CatalogError) -> Int64 {
    let word = peek() ?? ""
    let found: Int64? =
      switch word.uppercased() {
      case "YES", "TRUE": 1
      case "NO", "FALSE": 0
      default: Int64(word) ?? PredicateReader.named(word, key)
      }
    guard let found else { throw expected("a whole number, YES, NO, or a name in quotes") }
    place += 1
    return found
  }

  /// What a name in quotes stands for.
  private static func named(_ word: String, _ key: AssetKey) -> Int64? {
    guard let quote = word.first, quote == "'" || quote == "\"" else { return nil }
    let name = String(word.dropFirst().dropLast())
    switch key {
    case .localIdentifier: return LocalIdentifier(name)?.row
    case .burstIdentifier: return name.hasPrefix("burst-") ? Int64(name.dropFirst(6)) : nil
    default: return nil
    }
  }

  private func peek(_ ahead: Int = 0) -> String? {
    words.indices.contains(place + ahead) ? words[place + ahead].text : nil
  }

  private mutating func take(_ options: String...) -> Bool {
    guard let word = peek(), options.contains(word.uppercased()) else { return false }
    place += 1
    return true
  }

  private func expected(_ what: String) -> CatalogError {
    let found = peek().map { "'\($0)' at character \(words[place].offset + 1)" } ?? "the end"
    return .badPredicate(text: String(text.prefix(200)), reason: "expected \(what), found \(found)")
  }
}
