/// The facts of an asset that a replay needs, read without opening it. 24 bytes.
public struct AssetInfo: Hashable, Sendable {
  /// In pixels, as stored.
  public var width: Int32
  /// In pixels, as stored.
  public var height: Int32
  /// Bytes of the whole file, its thumbnail included.
  public var encodedBytes: Int32
  // A thumbnail lies in one segment, which is shorter than 64 KiB, and no JPEG has longer sides.
  private var storedThumbnailBytes: UInt16
  private var thumbnailWidth: UInt16
  private var thumbnailHeight: UInt16
  /// False when the file gives no image; a damaged one that still gives pixels decodes.
  public var isDecodable: Bool
  /// True for a photo that is shown turned by a quarter: its cell's width lies along its height.
  public var isTurned: Bool

  /// - Parameter thumbnailSize: 0x0 for a photo without an embedded thumbnail that gives an image.
  /// - Precondition: the thumbnail has at most 65,535 bytes and pixels a side.
  public init(
    width: Int32, height: Int32, encodedBytes: Int32, thumbnailBytes: Int32,
    thumbnailSize: PixelSize = PixelSize(width: 0, height: 0), isDecodable: Bool, isTurned: Bool = false
  ) {
    self.width = width
    self.height = height
    self.encodedBytes = encodedBytes
    storedThumbnailBytes = UInt16(thumbnailBytes)
    thumbnailWidth = UInt16(thumbnailSize.width)
    thumbnailHeight = UInt16(thumbnailSize.height)
    self.isDecodable = isDecodable
    self.isTurned = isTurned
  }

  /// The size assumed for a photo of unknown size: a bitmap is then as large as its cell.
  package static let unknownSize = PixelSize(width: 12_000, height: 12_000)

  static let unknown = AssetInfo(
    width: unknownSize.width, height: unknownSize.height, encodedBytes: 0, thumbnailBytes: 0, isDecodable: true)

  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// Bytes of the embedded thumbnail, a JPEG of its own; 0 when there is none that gives an image.
  public var thumbnailBytes: Int32 { Int32(storedThumbnailBytes) }

  /// Size of the embedded thumbnail in pixels; 0x0 when there is none that gives an image.
  public var thumbnailSize: PixelSize { PixelSize(width: Int32(thumbnailWidth), height: Int32(thumbnailHeight)) }

  /// True when there is an embedded thumbnail that gives an image.
  public var hasThumbnail: Bool { thumbnailWidth > 0 && thumbnailHeight > 0 }

  var thumbnailForm: BitmapForm { BitmapForm(thumbnailSize, at: .full) }
}
