/// A key to sort by (`NSSortDescriptor`).
public struct AssetSort: Hashable, Sendable {
  public var key: AssetKey
  public var isAscending: Bool

  public init(_ key: AssetKey, ascending: Bool = true) {
    self.key = key
    isAscending = ascending
  }
}
