import LabBase
import StrategyKit

/// What a photo catalog knows of an asset besides its bytes. Nothing is stored: all follows from seed and
/// index.
///
/// Photos come in occasions of 32: every occasion has a day and a time, inside it a photo follows another
/// after seconds or minutes. Hence creation dates ascend with the index, as in a library sorted by date.
public struct AssetTraits: Hashable, Sendable {
  /// Thousandths of a second since 1970-01-01 00:00 UTC.
  public let creationMs: Int64
  /// 4 % of assets.
  public let isFavorite: Bool
  /// 0.5 % of assets.
  public let isHidden: Bool
  /// Equal for the photos of one burst; nil for a photo on its own. A quarter of the occasions has one, of 4
  /// to 11.
  public let burst: Int32?
  /// 59 % photos, 35 % live photos, 6 % videos; within a burst all are photos.
  public let kind: MediaKind

  /// 2020-06-01 00:00 UTC in seconds since 1970.
  private static let epoch: Int64 = 1_590_969_600
  private static let occasionSize: Int64 = 32
  /// 17 hours: 125 occasions, the default library, are three months.
  private static let occasionSpacing: Int64 = 61_200

  /// The traits of asset `index` in the library of `seed`.
  public init(seed: UInt64, index: Int) {
    let (occasion, place) = Int64(index).quotientAndRemainder(dividingBy: AssetTraits.occasionSize)
    let day = SplitMix64.hash(seed ^ 0x6F63_6361, UInt64(occasion))
    let own = SplitMix64.hash(seed ^ 0x7472_6169, UInt64(index))
    let burstStart = Int64(day >> 8 & 15)
    let burstLength = 4 + Int64(day >> 12 & 7)
    let inBurst = day & 3 == 0 && place >= burstStart && place < burstStart + burstLength
    burst = inBurst ? Int32(truncatingIfNeeded: occasion) : nil
    let anchor = inBurst ? burstStart : place
    let pause = Int64(SplitMix64.hash(seed ^ 0x7061_7573, UInt64(occasion * 32 + anchor)) % 90)
    let seconds =
      AssetTraits.epoch + occasion * AssetTraits.occasionSpacing + Int64(day >> 16 % 30_000) % 30_000
      + anchor * 100 + pause
    creationMs = seconds * 1_000 + (place - anchor) * 100
    isFavorite = own % 25 == 0
    isHidden = own >> 8 % 200 == 0
    let draw = own >> 24 % 100
    kind = inBurst ? .photo : draw < 6 ? .video : draw < 41 ? .livePhoto : .photo
  }
}
