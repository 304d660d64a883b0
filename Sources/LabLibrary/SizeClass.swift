public import CacheLab
public import StrategyKit

/// One of the pinned sizes of a made library, and the share of assets that have it.
public struct SizeClass: Hashable, Sendable {
  /// Size at the default profile.
  public let size: PixelSize
  /// Share of all assets, in hundredths.
  public let percent: Int

  /// The sizes of DEFINITIONS.md. Pinned, so that nobody tunes memory by choosing them.
  public static let all: [SizeClass] = [
    SizeClass(size: PixelSize(width: 1024, height: 768), percent: 45),
    SizeClass(size: PixelSize(width: 768, height: 1024), percent: 30),
    SizeClass(size: PixelSize(width: 1280, height: 720), percent: 8),
    SizeClass(size: PixelSize(width: 896, height: 896), percent: 7),
    SizeClass(size: PixelSize(width: 640, height: 1392), percent: 8),
    SizeClass(size: PixelSize(width: 2048, height: 512), percent: 2),
  ]

  /// The size at `profile`.
  public func size(in profile: LibraryProfile) -> PixelSize {
    PixelSize(
      width: Int32(profile.scaled(Int(size.width))), height: Int32(profile.scaled(Int(size.height))))
  }

  /// How many of `assetCount` assets have each size, by largest remainder; ties go to the earlier size.
  public static func counts(assetCount: Int) -> [Int] {
    var counts = all.map { assetCount * $0.percent / 100 }
    let byRemainder = all.indices.sorted { left, right in
      let (a, b) = (assetCount * all[left].percent % 100, assetCount * all[right].percent % 100)
      return a != b ? a > b : left < right
    }
    for index in byRemainder.prefix(assetCount - counts.reduce(0, +)) { counts[index] += 1 }
    return counts
  }
}
