/// Checks the fields of a file before numbers are read from it.
///
/// A field that is missing, or null, is no problem: older records have fewer. One with an invalid value is reported,
/// never read as a zero.
package enum FieldCheck {
  /// Returns the first field with an invalid value, with the value and what it may be, or nil if all are valid.
  ///
  /// - Parameter rules: The fields by their path below `place`, `screen.columns`, in the order in which they are checked.
  package static func problem(
    of json: JSON?, _ rules: some Sequence<(key: String, value: FieldKind)>, at place: String = ""
  ) -> String? {
    guard let json, json != .null else { return nil }
    guard json.object != nil else {
      return problem(json, belongs: FieldKind.object.words, at: place.isEmpty ? "the whole" : place)
    }
    for (path, kind) in rules {
      var (value, walked) = (json, place)
      for key in path.split(separator: ".") {
        if value.object == nil, value != .null { return problem(value, belongs: FieldKind.object.words, at: walked) }
        value = value[String(key)] ?? .null
        walked += (walked.isEmpty ? "" : ".") + key
      }
      if value != .null, !kind.canHold(value) { return problem(value, belongs: kind.words, at: walked) }
    }
    return nil
  }

  package static func problem(_ value: JSON, belongs words: String, at place: String) -> String {
    // A list that holds one wrong value may be as long as the file: the value says more.
    "its field \(place) is \(shown(value)), where \(words) belongs"
  }

  /// Returns a value for a message: it may be as long as the file.
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

package enum FieldKind: Hashable, Sendable {
  case text, texts, flag
  case number(ClosedRange<Int128>)
  case numbers(ClosedRange<Int128>)
  case object
  /// A text that all files have.
  case only(String)

  /// The largest figure that any file of the lab may hold, either way: a run of the longest possible trace stays far
  /// below, and sums and differences of several such figures fit 64 bits.
  package static let figureMax: Int64 = 1_000_000_000_000_000_000
  package static let wideFigureMax = Int128(figureMax) * Int128(figureMax)

  package static let figure = whole(-figureMax...figureMax)
  package static let count = whole(0...figureMax)
  package static let counts = wholes(0...figureMax)
  static let wideFigure = FieldKind.number(-wideFigureMax...wideFigureMax)
  static let seed = FieldKind.number(0...Int128(UInt64.max))

  package static func whole(_ range: ClosedRange<Int64>) -> FieldKind {
    .number(Int128(range.lowerBound)...Int128(range.upperBound))
  }

  package static func wholes(_ range: ClosedRange<Int64>) -> FieldKind {
    .numbers(Int128(range.lowerBound)...Int128(range.upperBound))
  }

  func canHold(_ json: JSON) -> Bool {
    switch self {
    case .text: json.string != nil
    case .texts: json.array?.allSatisfy { $0.string != nil } ?? false
    case .flag: if case .bool = json { true } else { false }
    case .number(let range): json.wideInteger.map(range.contains) ?? false
    case .numbers(let range): json.array?.allSatisfy { $0.wideInteger.map(range.contains) ?? false } ?? false
    case .object: json.object != nil
    case .only(let text): json.string == text
    }
  }

  var words: String {
    switch self {
    case .text: "a text"
    case .texts: "a list of texts"
    case .flag: "true or false"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .numbers(let range): "a list of whole numbers from \(range.lowerBound) to \(range.upperBound)"
    case .object: "an object"
    case .only(let text): JSON.string(text).compactText
    }
  }
}
