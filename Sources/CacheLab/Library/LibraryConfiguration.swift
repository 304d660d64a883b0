/// The description of a made library: everything that its bytes depend on.
public struct LibraryConfiguration: Hashable, Sendable {
  /// The seed; another one gives other photos.
  public var seed: UInt64
  /// The number of photos; the pool is the same for any number.
  public var assetCount: Int
  public var profile: LibraryProfile

  /// The most assets of a library.
  public static let maxAssetCount = 10_000_000

  public init(seed: UInt64 = 1, assetCount: Int = 4_000, profile: LibraryProfile = .default) {
    self.seed = seed
    self.assetCount = assetCount
    self.profile = profile
  }
}

/// The size of the photos of a made library.
public enum LibraryProfile: String, CaseIterable, Sendable {
  /// Sides a quarter of the default: for tests. Its thumbnails weigh so much that bits a pixel are not held to a range.
  case tiny
  /// Sides halved.
  case small
  /// About 0.8 megapixels, the size of a derivative that Photos keeps for a grid.
  case `default`
  /// Sides four times as long: 12 megapixels, as from a camera. The pool is made on demand and takes longer.
  case full

  package func scaled(_ length: Int) -> Int { length * segmentWidth / 128 }

  /// The pixels between restart markers: all widths are multiples of it.
  package var segmentWidth: Int {
    switch self {
    case .tiny: 32
    case .small: 64
    case .default: 128
    case .full: 512
    }
  }

  package var megapixels: Double {
    let side = Double(segmentWidth) / Double(LibraryProfile.default.segmentWidth)
    return 0.8 * side * side
  }

  /// The number in the header of a pool: the place among all cases, which keep their order.
  package var code: UInt32 { UInt32(LibraryProfile.allCases.firstIndex(of: self) ?? 0) }
}
