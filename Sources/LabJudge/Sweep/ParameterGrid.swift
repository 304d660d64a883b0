import LabBase
import StrategyKit

/// Values of one parameter as they are written for a sweep: `2`, `1/8..1/2/8`, `8MB,16MB`, `exact,at-least`,
/// `peak(preheat2x)`.
enum ParameterGrid {
  /// Values of one range at most.
  static let countMax = 10_000

  /// All values that a text stands for, in its order: single ones and ranges, joined by commas.
  ///
  /// - Parameters:
  ///   - text: `FROM..TO/COUNT` is COUNT values from FROM to TO, both included, equally far apart; fractions are exact,
  ///     bytes whole, rounded down.
  ///   - word: What it is part of, for messages.
  static func values(_ text: String, of spec: ParameterSpec, in word: SweepWord) throws(SweepError) -> [String] {
    var values: [String] = []
    for part in Parentheses.split(text, by: ",") {
      guard !part.isEmpty else {
        throw word.error("'\(word.text)' has an empty value: write \(spec.key)=1/8,1/4 or \(spec.key)=1/8..1/2/8")
      }
      let isPeak = PeakShare.isWritten(in: part)
      for value in try (isPeak ? nil : range(part, of: spec, in: word)) ?? [part] where !values.contains(value) {
        values.append(value)
      }
    }
    return values
  }

  /// The values of a range; nil for a single value.
  private static func range(
    _ text: String, of spec: ParameterSpec, in word: SweepWord
  ) throws(SweepError) -> [String]? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let from = String(text[..<dots.lowerBound])
    let rest = text[dots.upperBound...]
    guard let slash = rest.lastIndex(of: "/"), let count = Int(rest[rest.index(after: slash)...]),
      (2...countMax).contains(count)
    else {
      throw word.error(
        "'\(text)' does not end in how many values it is: write FROM..TO/COUNT, such as \(example(spec)), "
          + "with 2 to \(countMax) values")
    }
    let to = String(rest[..<slash])
    func wrong(_ side: String) -> SweepError {
      word.error(
        "'\(side)' is no end of a range of '\(spec.key)', which takes \(spec.range): "
          + "write FROM..TO/COUNT, such as \(example(spec))")
    }
    switch spec.kind {
    case .rational:
      guard let first = Rational(from) else { throw wrong(from) }
      guard let last = Rational(to) else { throw wrong(to) }
      return try fractions(text, count, from: first, to: last, in: word).map { "\($0)" }
    case .bytes, .budget:
      guard let first = Budget(from) else { throw wrong(from) }
      switch (first, Budget(to)) {
      case (.bytes(let first), .bytes(let last)?): return bytes(count, from: first, to: last)
      case (.screens(let first), .screens(let last)?):
        return try fractions(text, count, from: first, to: last, in: word).map { "\(Budget.screens($0))" }
      case (_, nil): throw wrong(to)
      default: throw word.error("'\(text)' begins in one unit and ends in another: write bytes or screens at both ends")
      }
    case .choice(let words):
      throw word.error(
        "'\(text)' is a range, and '\(spec.key)' takes words: write \(spec.key)=\(words.joined(separator: ","))")
    }
  }

  private static func fractions(
    _ text: String, _ count: Int, from first: Rational, to last: Rational, in word: SweepWord
  ) throws(SweepError) -> [Rational] {
    let values = (0..<Int64(count)).map { value($0, of: Int64(count), from: first, to: last) }
    if let long = values.first(where: { Rational("\($0)") == nil }) {
      throw word.error("'\(text)' makes \(long), which has more than six digits: choose another count or simpler ends")
    }
    return values
  }

  private static func bytes(_ count: Int, from first: ByteCount, to last: ByteCount) -> [String] {
    (0..<Int128(count)).map { step in
      let bytes =
        (Int128(first.rawValue) * (Int128(count) - 1 - step) + Int128(last.rawValue) * step) / (Int128(count) - 1)
      return "\(ByteCount(rawValue: Int64(bytes)))"
    }
  }

  /// Number `step` of `count` values: no sum passes 64 bits, as ends have six digits and counts five.
  private static func value(_ step: Int64, of count: Int64, from first: Rational, to last: Rational) -> Rational {
    let (a, b) = (first.numerator * last.denominator, last.numerator * first.denominator)
    return Rational(a * (count - 1 - step) + b * step, first.denominator * last.denominator * (count - 1))
  }

  private static func example(_ spec: ParameterSpec) -> String {
    switch spec.kind {
    case .bytes: "8MB..64MB/8"
    case .budget: "8MB..64MB/8 or 1screens..4screens/7"
    case .rational, .choice: "1/8..1/2/8"
    }
  }
}
