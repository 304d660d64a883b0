public import StrategyKit

/// How much worse a metric may get: a share of the baseline's value, a budget in the metric's own unit, or both, as in
/// `3%|30MB`. Both must hold. `any` does not judge.
public struct GateLimit: Hashable, Sendable {
  /// Share of the old value by which the new one may be worse; nil for no such limit.
  public let soft: Rational?
  /// The worst value that is allowed, in the metric's unit; nil for none.
  public let hard: Double?
  public let isAny: Bool
  /// As it was written.
  public let text: String

  /// No change for the worse.
  public static let equal = GateLimit(soft: Rational(0), hard: nil, isAny: false, text: "=")

  private init(soft: Rational?, hard: Double?, isAny: Bool, text: String) {
    self.soft = soft
    self.hard = hard
    self.isAny = isAny
    self.text = text
  }

  /// Reads a limit.
  ///
  /// - Parameter unit: what a budget is counted in: bytes with their unit, times with ns, us, ms or s, shares as
  ///   `0.05` or `5pt`, counts bare.
  /// - Returns: nil when the text is no limit.
  public init?(_ text: String, unit: MetricDescriptor.Unit) {
    self.text = text
    if text == "any" {
      (soft, hard, isAny) = (nil, nil, true)
      return
    }
    var (soft, hard): (Rational?, Double?)
    for part in text.split(separator: "|", omittingEmptySubsequences: false) {
      let word = part.filter { $0 != " " }
      if word.hasSuffix("%") {
        guard soft == nil, let share = Rational(word.dropLast()), share.numerator <= 10_000 * share.denominator else {
          return nil
        }
        soft = Rational(share.numerator, share.denominator * 100)
      } else {
        guard hard == nil, let value = GateLimit.value(word, unit) else { return nil }
        hard = value
      }
    }
    (self.soft, self.hard, isAny) = (soft, hard, false)
  }

  private static func value(_ word: String, _ unit: MetricDescriptor.Unit) -> Double? {
    func number(_ text: some StringProtocol) -> Double? {
      Rational(text, digitsMax: 12).map { Double($0.numerator) / Double($0.denominator) }
    }
    switch unit {
    case .bytes: return ByteCount(word).map { Double($0.rawValue) }
    case .count, .millisecondsPerSecond: return number(word)
    case .ratio: return word.hasSuffix("pt") ? number(word.dropLast(2)).map { $0 / 100 } : number(word)
    case .nanoseconds:
      for (suffix, factor) in [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)] where word.hasSuffix(suffix) {
        return number(word.dropLast(suffix.count)).map { $0 * factor }
      }
      return nil
    }
  }
}
