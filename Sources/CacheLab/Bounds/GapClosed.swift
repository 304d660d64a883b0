/// The share of the gap between two yardsticks that a strategy closes, in hits, in blank and in decodes: 0 where it is as the lower
/// one, 1 where it is as the upper one. A gap ends at the strategy itself where that passes the upper one, so that the
/// share is never more than 1.
public struct GapClosed: Hashable, Sendable {
  /// As a fraction; nil where there is no gap, so nothing to close.
  public var hits: MetricValue?
  public var blank: MetricValue?
  /// Of decodes, up to those that the upper yardstick has its hits with; negative where the strategy begins more than the
  /// lower one.
  public var work: MetricValue?

  public init(_ mark: Yardsticks.Mark, from lower: Yardsticks.Mark, to upper: Yardsticks.Mark) {
    hits = GapClosed.share(Int128(mark.hits), Int128(lower.hits), Int128(upper.hits))
    // Less blank is better.
    blank = GapClosed.share(-mark.blank, -lower.blank, -upper.blank)
    if let own = mark.decodes, let lower = lower.decodes, let upper = upper.decodes {
      work = GapClosed.share(-Int128(own), -Int128(lower), -Int128(upper))
    }
  }

  private static func share(_ value: Int128, _ lower: Int128, _ upper: Int128) -> MetricValue? {
    let upper = max(upper, value)
    return upper > lower ? .ratio(value - lower, upper - lower) : nil
  }
}
