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
