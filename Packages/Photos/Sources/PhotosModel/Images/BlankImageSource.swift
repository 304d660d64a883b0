public import CacheLab
public import StrategyKit

/// Images without pixels, of the right sizes: for models that count and do not look.
public struct BlankImageSource: ImageSourcing {
  public let ledger = ImageLedger()
  private let files: ContiguousArray<AssetInfo>
  private let brokenThumbnails: Set<ItemID>

  /// - Parameters:
  ///   - files: What is known of each; a file that does not decode fails, one without thumbnail bytes has none.
  ///   - brokenThumbnails: Files whose thumbnail is there and does not decode.
  public init(files: ContiguousArray<AssetInfo>, brokenThumbnails: Set<ItemID> = []) {
    self.files = files
    self.brokenThumbnails = brokenThumbnails
  }

  public func info(of file: ItemID) -> AssetInfo { files[file.index] }

  public func data(of file: ItemID) throws(ImageRequestError) -> [UInt8] { [] }

  public func thumbnail(of file: ItemID) -> PhotosImage? {
    let info = info(of: file)
    guard info.thumbnailBytes > 0, !brokenThumbnails.contains(file) else { return nil }
    let longer = max(info.width, info.height)
    return blank(PixelSize(width: max(1, info.width * 160 / longer), height: max(1, info.height * 160 / longer)))
  }

  public func decode(_ file: ItemID, scale: DecodeScale) throws(ImageRequestError) -> PhotosImage {
    let info = info(of: file)
    guard info.decodes else { throw .notDecodable("the library's index says so") }
    return blank(scale.scaled(info.size))
  }

  public func encode(_ image: PhotosImage) throws(ImageRequestError) -> [UInt8] { [] }

  private func blank(_ size: PixelSize) -> PhotosImage { PhotosImage(pixelSize: size, pixels: [], ledger: ledger) }
}
