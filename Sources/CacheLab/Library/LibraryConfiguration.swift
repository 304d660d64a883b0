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

/// How large the photos of a made library are.
public enum LibraryProfile: String, CaseIterable, Sendable {
  /// Sides a quarter of the default: for tests. Its thumbnails weigh so much that bits a pixel are not held
  /// to a range.
  case tiny
  /// Sides halved.
  case small
  /// About 0.8 megapixels, the size of a derivative that Photos keeps for a grid.
  case `default`
  /// Sides four times as long: 12 megapixels, as a camera takes them. The pool is made on demand and takes
  /// longer.
  case full

  /// Turns a length at the default profile into one at this profile.
  package func scaled(_ length: Int) -> Int { length * segmentWidth / 128 }

  /// Pixels between restart markers: all widths are multiples of it.
  package var segmentWidth: Int {
    switch self {
    case .tiny: 32
    case .small: 64
    case .default: 128
    case .full: 512
    }
  }

  /// Megapixels of a photo, about.
  package var megapixels: Double {
    let side = Double(segmentWidth) / Double(LibraryProfile.default.segmentWidth)
    return 0.8 * side * side
  }

  /// Number in the header of a pool.
  package var code: UInt32 {
    switch self {
    case .tiny: 0
    case .small: 1
    case .default: 2
    case .full: 3
    }
  }
}
