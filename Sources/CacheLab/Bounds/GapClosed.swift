/// The share of the gap between two yardsticks that a strategy closes, in hits and in blank: 0 where it is as the lower
/// one, 1 where it is as the upper one. A gap ends at the strategy itself where that passes the upper one, so that the
/// share is never more than 1.
public struct GapClosed: Hashable, Sendable {
  /// As a fraction; nil where there is no gap, so nothing to close.
  public var hits: MetricValue?
  public var blank: MetricValue?

  public init(_ mark: Yardsticks.Mark, from lower: Yardsticks.Mark, to upper: Yardsticks.Mark) {
    hits = GapClosed.share(Int128(mark.hits), Int128(lower.hits), Int128(upper.hits))
    // Less blank is better.
    blank = GapClosed.share(-mark.blank, -lower.blank, -upper.blank)
  }

  private static func share(_ value: Int128, _ lower: Int128, _ upper: Int128) -> MetricValue? {
    let upper = max(upper, value)
    return upper > lower ? .ratio(value - lower, upper - lower) : nil
  }
}
