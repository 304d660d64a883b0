public import Strategies

/// What a replay needs to know of an asset, without opening it. 20 bytes.
public struct AssetInfo: Hashable, Sendable {
  /// In pixels, as stored.
  public var width: Int32
  /// In pixels, as stored.
  public var height: Int32
  /// Bytes of the whole file, its thumbnail included.
  public var encodedBytes: Int32
  /// Bytes of the embedded thumbnail, a JPEG of its own; 0 when there is none.
  public var thumbnailBytes: Int32
  /// False when the file gives no image; a damaged one that still gives pixels decodes.
  public var decodes: Bool

  public init(width: Int32, height: Int32, encodedBytes: Int32, thumbnailBytes: Int32, decodes: Bool) {
    self.width = width
    self.height = height
    self.encodedBytes = encodedBytes
    self.thumbnailBytes = thumbnailBytes
    self.decodes = decodes
  }

  @inlinable
  public var size: PixelSize { PixelSize(width: width, height: height) }
}
