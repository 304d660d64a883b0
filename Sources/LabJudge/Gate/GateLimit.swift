public import CacheLab
public import StrategyKit

/// How much worse a metric may get: a share of the baseline's value, a budget in the metric's own unit, or both, as in
/// `3%|30MB`. Both must hold. `any` does not judge.
public struct GateLimit: Equatable, Sendable {
  /// Share of the old value by which the new one may be worse; nil for no such limit.
  public let soft: Rational?
  /// The worst value that is allowed, in the metric's unit; nil for none.
  public let hard: ExactNumber?
  public let isAny: Bool
  /// As it was written.
  public let text: String

  /// No change for the worse.
  public static let equal = GateLimit(soft: Rational(0), hard: nil, isAny: false, text: "=")

  private init(soft: Rational?, hard: ExactNumber?, isAny: Bool, text: String) {
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
  public init?(_ text: String, unit: Metric.Unit) {
    self.text = text
    if text == "any" {
      (soft, hard, isAny) = (nil, nil, true)
      return
    }
    var (soft, hard): (Rational?, ExactNumber?)
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

  private static func value(_ word: String, _ unit: Metric.Unit) -> ExactNumber? {
    func number(_ text: some StringProtocol, times factor: ExactNumber = ExactNumber(1)) -> ExactNumber? {
      Rational(text, digitsMax: 12).map { ExactNumber($0) * factor }
    }
    switch unit {
    case .bytes: return ByteCount(word).map { ExactNumber(Int128($0.rawValue)) }
    case .count, .millisecondsPerSecond, .secondsPerMinute, .perRequest: return number(word)
    case .ratio: return word.hasSuffix("pt") ? number(word.dropLast(2), times: ExactNumber(1, 100)) : number(word)
    case .nanoseconds:
      for (suffix, factor) in [("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000)] as [(String, Int128)]
      where word.hasSuffix(suffix) {
        return number(word.dropLast(suffix.count), times: ExactNumber(factor))
      }
      return nil
    }
  }
}
