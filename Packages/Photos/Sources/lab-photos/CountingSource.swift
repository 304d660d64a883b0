import CacheLab
import PhotosModel
import Strategies
import Synchronization

/// A library's images, counted.
final class CountingSource: ImageSourcing {
  private let source: LibraryImageSource
  private let decodeCount = Atomic<Int64>(0)
  private let thumbnailCount = Atomic<Int64>(0)

  init(_ source: LibraryImageSource) { self.source = source }

  var ledger: ImageLedger { source.ledger }
  var decodes: Int64 { decodeCount.load(ordering: .relaxed) }
  var thumbnails: Int64 { thumbnailCount.load(ordering: .relaxed) }

  func info(of file: ItemID) -> AssetInfo? { source.info(of: file) }

  func data(of file: ItemID) throws(PhotosError) -> [UInt8] { try source.data(of: file) }

  func thumbnail(of file: ItemID) -> PhotosImage? {
    thumbnailCount.add(1, ordering: .relaxed)
    return source.thumbnail(of: file)
  }

  func decode(_ file: ItemID, scale: DecodeScale) throws(PhotosError) -> PhotosImage {
    decodeCount.add(1, ordering: .relaxed)
    return try source.decode(file, scale: scale)
  }

  func encode(_ image: PhotosImage) throws(PhotosError) -> [UInt8] { try source.encode(image) }
}
