public import CacheLab
public import LabLibrary
public import StrategyKit
import Synchronization

/// A source of images, called on several threads at once.
public protocol ImageSourcing: Sendable {
  /// Returns a file's index entry without opening the file, or nil if there is no such file.
  func info(of file: ItemID) -> AssetInfo?
  /// Returns the whole file.
  func data(of file: ItemID) throws(PhotosError) -> [UInt8]
  /// Returns the embedded thumbnail in the file's orientation, or nil if none can be decoded.
  func thumbnail(of file: ItemID) -> PhotosImage?
  /// Decodes the file at a scale, in its own orientation.
  func decode(_ file: ItemID, scale: DecodeScale) throws(PhotosError) -> PhotosImage
  /// Encodes an image as a JPEG file.
  func encode(_ image: PhotosImage) throws(PhotosError) -> [UInt8]
}

extension AssetInfo {
  /// The size of the thumbnail, or nil without one. If the index lacks it, its longer side is 160 pixels, by the rule
  /// of camera files (DCF); only decoding shows the real size.
  var expectedThumbnail: PixelSize? {
    guard thumbnailBytes > 0 else { return nil }
    guard !hasThumbnail else { return thumbnailSize }
    let longer = max(width, height, 1)
    return PixelSize(width: max(1, width * 160 / longer), height: max(1, height * 160 / longer))
  }
}

/// A source of images of the right sizes without pixels, for models that only count.
public struct BlankImageSource: ImageSourcing {
  public let ledger = ImageLedger()
  private let files: ContiguousArray<AssetInfo>
  private let brokenThumbnails: Set<ItemID>

  /// - Parameters:
  ///   - files: The index entries. A file marked as broken fails; one without thumbnail bytes has none.
  ///   - brokenThumbnails: The files whose thumbnail exists but cannot be decoded.
  public init(files: ContiguousArray<AssetInfo>, brokenThumbnails: Set<ItemID> = []) {
    self.files = files
    self.brokenThumbnails = brokenThumbnails
  }

  public func info(of file: ItemID) -> AssetInfo? { files.indices.contains(file.index) ? files[file.index] : nil }

  public func data(of file: ItemID) throws(PhotosError) -> [UInt8] { [] }

  public func thumbnail(of file: ItemID) -> PhotosImage? {
    brokenThumbnails.contains(file) ? nil : info(of: file)?.expectedThumbnail.map { blank(file, $0) }
  }

  public func decode(_ file: ItemID, scale: DecodeScale) throws(PhotosError) -> PhotosImage {
    guard let info = info(of: file), info.isDecodable else { throw .invalidResource("the library's index says so") }
    return blank(file, scale.scaled(info.size))
  }

  public func encode(_ image: PhotosImage) throws(PhotosError) -> [UInt8] { [] }

  private func blank(_ file: ItemID, _ size: PixelSize) -> PhotosImage {
    PhotosImage(pixelSize: size, pixels: [], file: file, ledger: ledger)
  }
}

/// A source of real decodes of the files of a photo library.
public final class LibraryImageSource: ImageSourcing {
  /// The account of all decoded images and the images made from them.
  public let ledger = ImageLedger()
  private let library: PhotoLibrary
  private let idle = Mutex<[Reader]>([])

  /// A reader, used by one thread at a time.
  private final class Reader: Sendable {
    let files: Mutex<AssetReader>

    init(_ library: PhotoLibrary) throws { files = Mutex(try library.makeReader()) }
  }

  public init(_ library: PhotoLibrary) { self.library = library }

  public func info(of file: ItemID) -> AssetInfo? {
    library.index.assets.indices.contains(file.index) ? library.index[file.index] : nil
  }

  public func data(of file: ItemID) throws(PhotosError) -> [UInt8] {
    guard info(of: file) != nil else { throw .invalidResource("the library has no file \(file.index)") }
    return try using { files in unsafe [UInt8](try files.read(file.index)) }
  }

  public func thumbnail(of file: ItemID) -> PhotosImage? {
    guard let info = info(of: file), info.thumbnailBytes > 0 else { return nil }
    let ledger = ledger
    return try? using { files in
      let jpeg = unsafe try files.read(file.index)
      guard let range = try unsafe JPEGMarkers(jpeg).thumbnail else { throw CodecError.notJPEG }
      let thumbnail = unsafe UnsafeRawBufferPointer(rebasing: jpeg[range])
      let size = try unsafe JPEGMarkers(thumbnail).size
      return try unsafe LibraryImageSource.decode(file, thumbnail, .full, size, ledger)
    }
  }

  public func decode(_ file: ItemID, scale: DecodeScale) throws(PhotosError) -> PhotosImage {
    guard let info = info(of: file), info.isDecodable else { throw .invalidResource("the library's index says so") }
    let ledger = ledger
    return try using { files in
      let jpeg = unsafe try files.read(file.index)
      return try unsafe LibraryImageSource.decode(file, jpeg, scale, info.size, ledger)
    }
  }

  public func encode(_ image: PhotosImage) throws(PhotosError) -> [UInt8] {
    do {
      var encoder = try JPEGEncoder(largest: image.pixelSize)
      return unsafe try image.pixels.withUnsafeBytes { pixels in
        unsafe [UInt8](try encoder.encode(bgra: pixels, size: image.pixelSize, quality: 90))
      }
    } catch {
      throw .invalidResource("\(error)")
    }
  }

  /// - Parameters:
  ///   - file: The library's file, or nil for another origin.
  ///   - ledger: The account of the image, or nil for none.
  static func decode(
    _ file: ItemID?, _ jpeg: UnsafeRawBufferPointer, _ scale: DecodeScale, _ size: PixelSize, _ ledger: ImageLedger?
  ) throws -> PhotosImage {
    let scaled = scale.scaled(size)
    let count = Int(scaled.pixelCount) * 4
    let pixels = unsafe try [UInt8](unsafeUninitializedCapacity: count) { target, used in
      _ = unsafe try JPEGDecoder.decode(
        jpeg, scale: scale, expecting: size, into: UnsafeMutableRawBufferPointer(target))
      used = count
    }
    return PhotosImage(pixelSize: scaled, pixels: pixels, file: file, ledger: ledger)
  }

  private func using<Result: Sendable>(
    _ body: (inout AssetReader) throws -> Result
  ) throws(PhotosError) -> Result {
    do {
      let reader = try idle.withLock { $0.popLast() } ?? Reader(library)
      defer { idle.withLock { $0.append(reader) } }
      return try reader.files.withLock { files in try body(&files) }
    } catch {
      throw .invalidResource("\(error)")
    }
  }
}
