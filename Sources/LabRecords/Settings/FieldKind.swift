import LabBase

/// What a field of a file may hold.
package enum FieldKind: Hashable, Sendable {
  case text, texts, flag
  case whole(ClosedRange<Int64>)
  case wholes(ClosedRange<Int64>)
  /// A whole number of 64 bits without a sign.
  case seed
  case object

  /// The largest figure that any file of the lab may hold, either way: a run that took the longest trace there is stays
  /// far below, and sums and differences of several such figures fit 64 bits.
  package static let figureMax: Int64 = 1_000_000_000_000_000_000
  /// The same of sums and of both sides of a ratio.
  package static let wideFigureMax = Int128(figureMax) * Int128(figureMax)

  package static let figure = FieldKind.whole(-figureMax...figureMax)
  package static let count = FieldKind.whole(0...figureMax)
  package static let counts = FieldKind.wholes(0...figureMax)

  func holds(_ json: JSON) -> Bool {
    switch self {
    case .text: json.string != nil
    case .texts: json.array?.allSatisfy { $0.string != nil } ?? false
    case .flag: if case .bool = json { true } else { false }
    case .whole(let range): json.integer.map(range.contains) ?? false
    case .wholes(let range): json.array?.allSatisfy { $0.integer.map(range.contains) ?? false } ?? false
    case .seed: json.wideInteger.map { UInt64(exactly: $0) != nil } ?? false
    case .object: json.object != nil
    }
  }

  /// What belongs there, in words.
  var words: String {
    switch self {
    case .text: "a text"
    case .texts: "a list of texts"
    case .flag: "true or false"
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .wholes(let range): "a list of whole numbers from \(range.lowerBound) to \(range.upperBound)"
    case .seed: "a whole number from 0 to \(UInt64.max)"
    case .object: "an object"
    }
  }
}
