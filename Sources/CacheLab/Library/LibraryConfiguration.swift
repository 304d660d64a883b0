/// Which library to make: everything that its bytes depend on.
public struct LibraryConfiguration: Hashable, Sendable {
  /// Another seed gives other photos.
  public var seed: UInt64
  /// How many photos; the pool is the same for any number.
  public var assetCount: Int
  public var profile: LibraryProfile

  /// The most assets that a library may have.
  public static let maxAssetCount = 10_000_000

  public init(seed: UInt64 = 1, assetCount: Int = 4_000, profile: LibraryProfile = .default) {
    self.seed = seed
    self.assetCount = assetCount
    self.profile = profile
  }
}
