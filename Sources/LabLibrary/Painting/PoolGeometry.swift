/// The shape of a pool: the number and size of canvases, and how they are cut.
///
/// A canvas is a large picture, encoded as segments of `profile.segmentWidth` x 16 pixels that stand alone,
/// as between restart markers. A photo is a window of a canvas: its left edge lies on a segment border (the
/// canvas closes to a ring), its top on a step. For each canvas there is a picture of 1/8 its sides (at the
/// default profile), cut into single 16x16 units: the thumbnails are windows of that. A window's top may lie
/// between two rows of units, so the small picture is encoded once for each of `phaseCount` offsets.
struct PoolGeometry: Equatable, Sendable {
  let profile: LibraryProfile
  let canvasCount: Int
  let columns: Int
  let rows: Int

  init(_ profile: LibraryProfile) {
    self.profile = profile
    let height: Int
    switch profile {
    case .tiny: (canvasCount, columns, height) = (8, 16, 512)
    case .small: (canvasCount, columns, height) = (37, 16, 1024)
    case .default: (canvasCount, columns, height) = (37, 16, 2048)
    case .full: (canvasCount, columns, height) = (5, 16, 5632)
    }
    rows = height / 16
  }

  var segmentWidth: Int { profile.segmentWidth }
  var canvasWidth: Int { columns * segmentWidth }
  var canvasHeight: Int { rows * 16 }
  var thumbnailDivisor: Int { segmentWidth / 16 }
  var thumbnailRows: Int { canvasHeight / segmentWidth }
  /// The pixels between possible tops of windows: at least a segment, and two pixels of the thumbnail.
  var step: Int { max(16, 2 * thumbnailDivisor) }
  var phaseCount: Int { segmentWidth / step }
  var segmentCount: Int { columns * rows }
  var thumbnailUnitCount: Int { phaseCount * thumbnailRows * columns }

  func thumbnailSize(of size: PixelSize) -> PixelSize {
    PixelSize(width: size.width / Int32(thumbnailDivisor), height: size.height / Int32(thumbnailDivisor))
  }
}

/// One of the pinned sizes of a made library, and the share of assets that have it.
public struct SizeClass: Hashable, Sendable {
  /// The size in the default profile.
  public let size: PixelSize
  /// The share of all assets, in hundredths.
  public let percent: Int

  /// The sizes of docs/definitions.md, pinned so that memory is not tuned by their choice.
  public static let all: [SizeClass] = [
    SizeClass(size: PixelSize(width: 1024, height: 768), percent: 45),
    SizeClass(size: PixelSize(width: 768, height: 1024), percent: 30),
    SizeClass(size: PixelSize(width: 1280, height: 720), percent: 8),
    SizeClass(size: PixelSize(width: 896, height: 896), percent: 7),
    SizeClass(size: PixelSize(width: 640, height: 1392), percent: 8),
    SizeClass(size: PixelSize(width: 2048, height: 512), percent: 2),
  ]

  /// Returns the size in `profile`.
  public func size(in profile: LibraryProfile) -> PixelSize {
    PixelSize(
      width: Int32(profile.scaled(Int(size.width))), height: Int32(profile.scaled(Int(size.height))))
  }

  /// Returns how many of `assetCount` assets have each size, by largest remainder; ties go to the earlier size.
  public static func counts(assetCount: Int) -> [Int] {
    var counts = all.map { assetCount * $0.percent / 100 }
    let byRemainder = all.indices.ordered { left, right in
      let (a, b) = (assetCount * all[left].percent % 100, assetCount * all[right].percent % 100)
      return a != b ? a > b : left < right
    }
    for index in byRemainder.prefix(assetCount - counts.reduce(0, +)) { counts[index] += 1 }
    return counts
  }
}
