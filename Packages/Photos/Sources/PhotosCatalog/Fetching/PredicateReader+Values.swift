import Foundation
import GRDB
import PhotosModel

/// The meaning of a predicate's words and arguments in the database: milliseconds for seconds, rows for identifiers.
extension PredicateReader {
  /// Returns the value of a word for a key, or nil if it has no value of the key's type.
  func value(of word: PredicateWord, for key: FetchKey) -> DatabaseValue? {
    switch word.kind {
    case .quoted: return stored(word.text, for: key)
    case .argument(let number): return argument(number).flatMap { stored($0, for: key) }
    case .plain:
      switch word.text.uppercased() {
      case "YES", "TRUE": return stored(true, for: key)
      case "NO", "FALSE": return stored(false, for: key)
      default:
        if let whole = Int64(word.text) { return stored(whole, for: key) }
        return Double(word.text).flatMap { stored($0, for: key) }
      }
    }
  }

  func text(_ word: PredicateWord) -> String? {
    switch word.kind {
    case .plain: nil
    case .quoted: word.text
    case .argument(let number): argument(number).flatMap(PredicateReader.string)
    }
  }

  func list(_ number: Int, for key: FetchKey) -> [DatabaseValue]? {
    guard let argument = argument(number), let list = argument as? any Sequence, !(argument is String) else {
      return nil
    }
    var values: [DatabaseValue] = []
    for element in PredicateReader.elements(list) {
      guard let value = stored(element, for: key) else { return nil }
      values.append(value)
    }
    return values
  }

  func key(_ word: PredicateWord) -> FetchKey? {
    switch word.kind {
    case .plain: keys[word.text]
    case .argument where word.text == "%K": text(word).flatMap { keys[$0] }
    case .quoted, .argument: nil
    }
  }

  func isNull(_ word: PredicateWord) -> Bool {
    if case .argument(let number) = word.kind { return argument(number) is NSNull }
    return word.kind == .plain && ["NIL", "NULL"].contains(word.text.uppercased())
  }

  func description(_ number: Int) -> String {
    guard let argument = argument(number) else { return "no argument" }
    return "'\((argument is NSNull ? "nil" : "\(argument)").prefix(60))'"
  }

  private static func elements(_ list: some Sequence) -> [Any] { list.map { $0 } }

  private func argument(_ number: Int) -> Any? { arguments.indices.contains(number) ? arguments[number] : nil }

  /// Returns an argument without its optionals; `NSNull` for nil.
  static func unwrapped(_ argument: Any) -> Any {
    let mirror = Mirror(reflecting: argument)
    guard mirror.displayStyle == .optional else { return argument }
    return mirror.children.first.map { unwrapped($0.value) } ?? NSNull()
  }

  private func stored(_ any: Any, for key: FetchKey) -> DatabaseValue? {
    switch key.kind {
    case .number: PredicateReader.number(any).map(PredicateReader.databaseNumber)
    case .flag: PredicateReader.number(any).flatMap { $0 == 0 || $0 == 1 ? Int64($0).databaseValue : nil }
    case .seconds: PredicateReader.number(any).map { PredicateReader.databaseNumber($0 * 1_000) }
    case .date:
      (any as? Date ?? (any as? NSDate).map { Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) })
        .map { PredicateReader.databaseNumber($0.timeIntervalSince1970 * 1_000) }
    case .text: PredicateReader.string(any)?.databaseValue
    case .identifier(let kinds): row(any, kinds).databaseValue
    case .burst:
      PredicateReader.string(any).map { Int64($0.hasPrefix("burst-") ? $0.dropFirst(6) : "") ?? -1 }?.databaseValue
    }
  }

  /// An unknown identifier, or one of another library, has no row.
  private func row(_ any: Any, _ kinds: [LocalIdentifier.Kind]) -> Int64? {
    let name =
      (any as? Asset)?.localIdentifier ?? (any as? PhotoCollection)?.localIdentifier ?? PredicateReader.string(any)
    guard let name else { return nil }
    guard let known = LocalIdentifier(name), known.library == library, kinds.contains(known.kind) else { return -1 }
    return known.row
  }

  private static func string(_ any: Any) -> String? {
    (any as? String) ?? (any as? Substring).map { String($0) } ?? (any as? NSString).map { "\($0)" }
  }

  private static func number(_ any: Any) -> Double? {
    let number: Double? =
      switch any {
      case let value as Bool: value ? 1 : 0
      case let value as any BinaryInteger: Double(Int64(clamping: value))
      case let value as any BinaryFloatingPoint: Double(value)
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns an integer if the number is one, to the precision of a date in seconds.
  private static func databaseNumber(_ number: Double) -> DatabaseValue {
    let whole = number.rounded()
    return abs(number - whole) < 1e-3 && abs(whole) < 9e18 ? Int64(whole).databaseValue : number.databaseValue
  }
}
