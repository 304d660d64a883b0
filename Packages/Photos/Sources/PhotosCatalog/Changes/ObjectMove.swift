/// An object that stands elsewhere after a change.
public struct ObjectMove: Hashable, Sendable {
  /// In the result before.
  public var from: Int
  /// In the result after.
  public var to: Int
}
