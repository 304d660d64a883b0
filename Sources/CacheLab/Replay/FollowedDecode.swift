/// A decode as the events tell it.
public struct FollowedDecode: Hashable, Sendable {
  public let key: BitmapKey
  /// Counted from 0 in the order of their beginnings.
  public let number: Int
  /// Which worker decodes, from 0.
  public let worker: Int
  public let cause: JobCause
  public let begun: Int64
  /// What the device declares for it, nanoseconds.
  public let cost: Int64
  public let bytes: Int64
  /// Nil while it runs.
  public package(set) var ended: Int64?
  /// True when its bitmap was wanted by somebody as it ended.
  public package(set) var kept: Bool?
}
