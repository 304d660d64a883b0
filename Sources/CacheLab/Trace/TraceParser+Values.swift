import LabBase
import StrategyKit

extension TraceParser {
  /// The limits beyond which no arithmetic is tried, in thousandths of a point or plain numbers.
  static let lengthMax = MilliPoints.points(1_000_000)
  static let contentMax = MilliPoints.points(1_000_000_000)
  /// No offset is farther out: the content's limit and a viewport's.
  static let offsetMax = MilliPoints.points(1_001_000_000)
  /// 30 days in nanoseconds: sums of bytes times nanoseconds stay far from overflow.
  static let timeMax: Int64 = 2_592_000_000_000_000
  static let countMax: Int64 = 100_000_000
  static let widestRow: Int64 = 10_000

  /// Two lengths, in points.
  func pair(
    _ key: String, in value: TraceValue, max: MilliPoints, min: MilliPoints = MilliPoints(rawValue: 1)
  ) throws(TraceError) -> (MilliPoints, MilliPoints) {
    guard let found = value[key] else { throw failure(.missing(key: key)) }
    guard case .array(let sides) = found, sides.count == 2 else {
      throw failure(.wrongType(key: key, expected: "two numbers"), value: found.description)
    }
    func side(_ value: TraceValue) throws(TraceError) -> Int64 {
      try thousandthsOf(value, key, allowed: min.rawValue...max.rawValue, words: "from \(min) to \(max) pt")
    }
    let (first, second) = (try side(sides[0]), try side(sides[1]))
    return (MilliPoints(rawValue: first), MilliPoints(rawValue: second))
  }

  func integer(_ key: String, in value: TraceValue, allowed: ClosedRange<Int64>) throws(TraceError) -> Int64 {
    guard let found = value[key] else { throw failure(.missing(key: key)) }
    return try whole(found, key, allowed: allowed)
  }

  func whole(_ found: TraceValue, _ key: String, allowed: ClosedRange<Int64>) throws(TraceError) -> Int64 {
    var words: String { "a whole number from \(allowed.lowerBound) to \(allowed.upperBound)" }
    let bounds = allowed.lowerBound * 1000...allowed.upperBound * 1000
    let thousandths = try thousandthsOf(found, key, allowed: bounds, words: words)
    guard thousandths % 1000 == 0 else {
      throw failure(.outOfRange(key: key, allowed: words), value: found.description)
    }
    return thousandths / 1000
  }

  func thousandthsOf(
    _ value: TraceValue, _ key: String, allowed: ClosedRange<Int64>, words: @autoclosure () -> String
  ) throws(TraceError) -> Int64 {
    guard case .number(let number, let text) = value else {
      throw failure(.wrongType(key: key, expected: "a number"), value: value.description)
    }
    guard let thousandths = number.scaled(decimals: 3), allowed.contains(thousandths) else {
      throw failure(.outOfRange(key: key, allowed: words()), value: text)
    }
    return thousandths
  }

  func word(_ key: String, in value: TraceValue) throws(TraceError) -> String? {
    switch value[key] {
    case nil: return nil
    case .string(let text)?: return text.visible
    case let other?: throw failure(.wrongType(key: key, expected: "a text"), value: other.description)
    }
  }
}
