public import CacheLab
public import StrategyKit

/// Where images come from. Called from several threads at once.
public protocol ImageSourcing: Sendable {
  /// What is known of a file without opening it; nil where there is no such file.
  func info(of file: ItemID) -> AssetInfo?
  /// The whole file.
  func data(of file: ItemID) throws(PhotosError) -> [UInt8]
  /// The embedded thumbnail, as it is stored; nil when there is none that decodes.
  func thumbnail(of file: ItemID) -> PhotosImage?
  /// The file at a scale, as it is stored.
  func decode(_ file: ItemID, scale: DecodeScale) throws(PhotosError) -> PhotosImage
  /// An image as a JPEG file.
  func encode(_ image: PhotosImage) throws(PhotosError) -> [UInt8]
}

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

  public func info(of file: ItemID) -> AssetInfo? { files.indices.contains(file.index) ? files[file.index] : nil }

  public func data(of file: ItemID) throws(PhotosError) -> [UInt8] { [] }

  public func thumbnail(of file: ItemID) -> PhotosImage? {
    guard let info = info(of: file), info.thumbnailBytes > 0, !brokenThumbnails.contains(file) else { return nil }
    let longer = max(info.width, info.height)
    return blank(file, PixelSize(width: max(1, info.width * 160 / longer), height: max(1, info.height * 160 / longer)))
  }

  public func decode(_ file: ItemID, scale: DecodeScale) throws(PhotosError) -> PhotosImage {
    guard let info = info(of: file), info.decodes else { throw .invalidResource("the library's index says so") }
    return blank(file, scale.scaled(info.size))
  }

  public func encode(_ image: PhotosImage) throws(PhotosError) -> [UInt8] { [] }

  private func blank(_ file: ItemID, _ size: PixelSize) -> PhotosImage {
    PhotosImage(pixelSize: size, pixels: [], file: file, ledger: ledger)
  }
}
