public import StrategyKit

/// A photo, live photo or video of the library (`PHAsset`): what the catalog knows of it, as it was when it was read.
public struct Asset: Hashable, Identifiable, Sendable {
  public let id: AssetID
  /// A number of the library that it belongs to; part of its name.
  public let library: UInt64
  /// Which of the library's files shows it; several assets may share one.
  public var file: ItemID
  /// In pixels, upright, edits included.
  public var pixelSize: PixelSize
  /// How the file must be turned to stand upright: EXIF's 1 (not at all) to 8. An edit's turn is not in it.
  public var orientation: Int32 = 1
  public var mediaType: AssetMediaType = .image
  public var mediaSubtypes: AssetMediaSubtype = []
  public var sourceType: AssetSourceType = .typeUserLibrary
  /// Thousandths of a second since 1970, UTC.
  public var creationMs: Int64 = 0
  /// Thousandths of a second since 1970, UTC: when the catalog last changed it.
  public var modificationMs: Int64 = 0
  /// Length of a video in thousandths of a second; 0 for a photo.
  public var durationMs: Int64 = 0
  public var isFavorite = false
  public var isHidden = false
  /// Equal for the photos of one burst.
  public var burst: Int32?
  /// True for the photo that stands for its burst.
  public var representsBurst = false
  public var burstSelectionTypes: AssetBurstSelectionType = []
  public var adjustment: AssetAdjustment = .none
  /// Counts the edits: images of another version are of no use.
  public var contentVersion: Int32 = 0

  public init(id: AssetID, library: UInt64 = 0, file: ItemID, pixelSize: PixelSize) {
    self.id = id
    self.library = library
    self.file = file
    self.pixelSize = pixelSize
  }

  /// The stable name that an app stores (`localIdentifier`).
  public var localIdentifier: String { LocalIdentifier(kind: .asset, library: library, row: id.rawValue).description }

  public var pixelWidth: Int32 { pixelSize.width }
  public var pixelHeight: Int32 { pixelSize.height }

  /// The name of its burst, as text (`burstIdentifier`).
  public var burstIdentifier: String? { burst.map { "burst-\($0)" } }

  public var hasAdjustments: Bool { adjustment != .none }
}
