/// The index of an item in the grid, counted from 0.
///
/// An app maps its asset identifiers to dense item ids once; every structure here is then an array.
public struct ItemID: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// - Precondition: `index` fits 32 bits.
  @inlinable
  public init(_ index: Int) { rawValue = Int32(index) }

  /// The index as an array subscript.
  @inlinable
  public var index: Int { Int(rawValue) }

  @inlinable
  public static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
}
