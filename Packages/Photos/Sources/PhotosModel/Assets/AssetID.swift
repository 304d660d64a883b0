/// The row of an object in the catalog: never used again, also after a deletion.
public struct AssetID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: AssetID, right: AssetID) -> Bool { left.rawValue < right.rawValue }
}
