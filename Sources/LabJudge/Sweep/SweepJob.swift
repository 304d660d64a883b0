/// One run of a sweep, by its places in the plan.
public struct SweepJob: Hashable, Sendable {
  /// Counted from 0; files and people count from 1.
  public var number: Int
  public var trace: Int
  public var screen: Int
  public var device: Int
  public var strategy: Int
}
