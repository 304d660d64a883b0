import Foundation
import GRDB

/// Reads a predicate's text, word by word. A limit on depth protects the stack from a hostile text.
final class PredicateReader {
  private static let depthMax = 50
  private static let wordsMax = 200_000
  private static let bytesMax = 1_000_000

  private let source: String
  private let words: [PredicateWord]
  private var place = 0
  let arguments: [Any]
  let keys: [String: FetchKey]
  let library: UInt64

  /// - Parameters:
  ///   - arguments: The arguments for `%d`, `%@` and the like, in order.
  ///   - keys: The keys of the fetched objects, by name.
  ///   - library: The number of the library, the only one with valid identifiers.
  init(
    _ text: String, _ arguments: [Any], keys: [String: FetchKey], library: UInt64
  ) throws(CatalogError) {
    guard text.utf8.count <= PredicateReader.bytesMax else {
      throw .badPredicate(text: String(text.prefix(60)), reason: "more than \(PredicateReader.bytesMax) bytes")
    }
    source = text
    self.arguments = arguments.map(PredicateReader.unwrapped)
    self.keys = keys
    self.library = library
    words = try PredicateWord.words(of: text)
    guard words.count <= PredicateReader.wordsMax else {
      throw .badPredicate(text: String(text.prefix(60)), reason: "more than \(PredicateReader.wordsMax) words")
    }
  }

  func readAll() throws(CatalogError) -> FetchPredicate {
    let predicate = try either(depth: 0)
    guard place == words.count else { throw expected("the end, AND or OR") }
    return predicate
  }

  private func either(depth: Int) throws(CatalogError) -> FetchPredicate {
    var parts = [try both(depth: depth)]
    while take("OR", "||") { parts.append(try both(depth: depth)) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private func both(depth: Int) throws(CatalogError) -> FetchPredicate {
    var parts = [try one(depth: depth)]
    while take("AND", "&&") { parts.append(try one(depth: depth)) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private func one(depth: Int) throws(CatalogError) -> FetchPredicate {
    guard depth < PredicateReader.depthMax else { throw expected("at most \(PredicateReader.depthMax) parentheses") }
    var isNegated = false
    while take("NOT", "!") { isNegated.toggle() }
    let part: FetchPredicate
    if peek() == "(", peek(2) != "&" {
      place += 1
      part = try either(depth: depth + 1)
      guard take(")") else { throw expected("a closing parenthesis") }
    } else if take("TRUEPREDICATE") {
      part = .leaf("TRUE")
    } else if take("FALSEPREDICATE") {
      part = .leaf("FALSE")
    } else {
      part = try comparison()
    }
    return isNegated ? .not(part) : part
  }

  // MARK: Comparisons

  /// `duration > 10`, `10 < duration`, `pixelWidth > pixelHeight`, `(mediaSubtypes & 8) == 8`, `title CONTAINS[cd] 'a'`
  private func comparison() throws(CatalogError) -> FetchPredicate {
    if key(at: place) == nil, peek() != "(", words.count > place + 2, key(at: place + 2) != nil {
      return try reversed()
    }
    let isOpen = take("(")
    let key = try readKey()
    if take("&") {
      let bits = try number(for: key)
      if isOpen, !take(")") { throw expected("a closing parenthesis") }
      guard let sign = sign() else { throw expected("a comparison") }
      let wanted = try number(for: key)
      return .leaf("((\(sql: key.column) & \(bits)) \(sql: sign) \(wanted))")
    }
    if take("IN") { return .among(key, try list(for: key)) }
    if take("BETWEEN") {
      let bounds = try list(for: key)
      guard bounds.count == 2 else { throw expected("two bounds before this") }
      return .and([.compare(key, ">=", bounds[0]), .compare(key, "<=", bounds[1])])
    }
    if let match = try textMatch(key) { return match }
    guard let sign = sign() else { throw expected("a comparison") }
    let options = try modifiers()
    if word.map(isNull) == true {
      guard sign == "=" || sign == "!=" else { throw expected("a value") }
      place += 1
      return .leaf("(\(sql: key.column) IS \(sql: sign == "=" ? "" : "NOT ")NULL)")
    }
    if let other = self.key(at: place) {
      place += 1
      return .leaf("((\(sql: key.column) \(sql: sign) \(sql: other.column)) IS TRUE)")
    }
    if key.kind == .text, options.contains("c"), sign == "=" || sign == "!=" {
      let like = FetchPredicate.like(key, PredicateReader.literal(try string(), foldsCase: true), foldsCase: true)
      return sign == "=" ? like : .not(like)
    }
    return .compare(key, sign, try value(for: key))
  }

  private func reversed() throws(CatalogError) -> FetchPredicate {
    let (start, key) = (place, key(at: place + 2))
    guard let key else { throw expected("a key") }
    let value = try value(for: key)
    guard let sign = sign() else { throw expected("a comparison") }
    guard place == start + 2 else { throw expected("a key") }
    place += 1
    let turned = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
    return .compare(key, turned[sign] ?? sign, value)
  }

  private func sign() -> String? {
    let signs = [
      "==": "=", "=": "=", "!=": "!=", "<>": "!=", "<=": "<=", "=<": "<=", "<": "<", ">=": ">=", "=>": ">=", ">": ">",
    ]
    guard let word = peek(), let sign = signs[word] else { return nil }
    place += 1
    return sign
  }

  /// Reads `BEGINSWITH`, `ENDSWITH`, `CONTAINS` or `LIKE` of texts.
  private func textMatch(_ key: FetchKey) throws(CatalogError) -> FetchPredicate? {
    guard let word = peek()?.uppercased(), ["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE"].contains(word) else {
      return nil
    }
    guard key.kind == .text else { throw expected("a comparison of \(key.name)") }
    place += 1
    let foldsCase = try modifiers().contains("c")
    let (text, any) = (try string(), foldsCase ? "%" : "*")
    let literal = PredicateReader.literal(text, foldsCase: foldsCase)
    switch word {
    case "BEGINSWITH": return .like(key, literal + any, foldsCase: foldsCase)
    case "ENDSWITH": return .like(key, any + literal, foldsCase: foldsCase)
    case "CONTAINS": return .like(key, any + literal + any, foldsCase: foldsCase)
    default:
      // In a predicate, * is any text and ? any character.
      let one = foldsCase ? "_" : "?"
      let pattern = text.map { character in
        character == "*" ? any : character == "?" ? one : PredicateReader.literal("\(character)", foldsCase: foldsCase)
      }
      return .like(key, pattern.joined(), foldsCase: foldsCase)
    }
  }

  /// Returns a pattern that matches a text literally.
  private static func literal(_ text: String, foldsCase: Bool) -> String {
    text.map { character in
      if foldsCase { return "%_\\".contains(character) ? "\\\(character)" : "\(character)" }
      return "*?[".contains(character) ? "[\(character)]" : "\(character)"
    }.joined()
  }

  /// Reads `[cd]`: c folds case; d, for accents, has no effect here.
  private func modifiers() throws(CatalogError) -> String {
    guard take("[") else { return "" }
    let letters = peek() ?? ""
    place += 1
    guard take("]"), letters.allSatisfy({ "cdln".contains($0) }) else { throw expected("[c], [d] or [cd]") }
    return letters
  }

  // MARK: Keys and values

  private var word: PredicateWord? { words.indices.contains(place) ? words[place] : nil }

  private func read<Value>(
    _ what: @autoclosure () -> String, _ meaning: (PredicateWord) -> Value?
  ) throws(CatalogError) -> Value {
    guard let value = word.flatMap(meaning) else { throw expected(what()) }
    place += 1
    return value
  }

  private func key(at place: Int) -> FetchKey? { words.indices.contains(place) ? key(words[place]) : nil }

  private func readKey() throws(CatalogError) -> FetchKey {
    try read("one of \(FetchKey.names(keys).joined(separator: ", "))", key)
  }

  private func number(for key: FetchKey) throws(CatalogError) -> Int64 {
    guard key.kind == .number, let number = Int64.fromDatabaseValue(try value(for: key)) else {
      throw expected("a number that has bits")
    }
    return number
  }

  private func string() throws(CatalogError) -> String { try read("a text in quotes", text) }

  private func value(for key: FetchKey) throws(CatalogError) -> DatabaseValue {
    try read(key.wanted) { value(of: $0, for: key) }
  }

  /// Reads `{1, 2}`, or an argument that is a list.
  private func list(for key: FetchKey) throws(CatalogError) -> [DatabaseValue] {
    if case .argument(let number) = word?.kind {
      return try read("a list, each \(key.wanted)") { _ in list(number, for: key) }
    }
    guard take("{") else { throw expected("{") }
    var values: [DatabaseValue] = []
    while !take("}") {
      if !values.isEmpty, !take(",") { throw expected("a comma or }") }
      values.append(try value(for: key))
    }
    return values
  }

  private func peek(_ ahead: Int = 0) -> String? {
    let place = place + ahead
    return words.indices.contains(place) && words[place].kind != .quoted ? words[place].text : nil
  }

  private func take(_ options: String...) -> Bool {
    guard let word = peek(), options.contains(word.uppercased()) else { return false }
    place += 1
    return true
  }

  private func expected(_ what: String) -> CatalogError {
    var found = "the end"
    if let word {
      let name = if case .argument(let number) = word.kind { description(number) } else { "'\(word.text)'" }
      found = "\(name) at character \(word.offset + 1)"
    }
    return .badPredicate(text: String(source.prefix(200)), reason: "expected \(what), found \(found)")
  }
}
