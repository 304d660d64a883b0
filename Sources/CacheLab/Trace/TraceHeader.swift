public import StrategyKit

/// What the first line of a trace says.
public struct TraceHeader: Sendable {
  /// Where a trace comes from; for people, nothing depends on it.
  public struct Source: Hashable, Sendable {
    /// `recorded`, `physics`, `converted` or `synthetic`.
    public var kind: String?
    public var by: String?
    public var model: String?
    public var fingers: String?
    public var seed: Int64?
    public var license: String?
  }

  public var title: String?
  public var viewportWidth: MilliPoints
  public var viewportHeight: MilliPoints
  public var contentWidth: MilliPoints
  public var contentHeight: MilliPoints
  /// Pixels a point in thousandths; 1000 when the header does not say.
  public var scaleThousandths: Int64
  public var refreshHz: Int64?
  public var clock: String?
  public var device: String?
  public var recordedAt: String?
  public var source = Source()
  /// Nil for a trace that is no session.
  public var sessionVersion: Int64?
}
