public import CacheLab
public import LabLibrary
public import StrategyKit
import Synchronization

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

extension AssetInfo {
  /// The size of its thumbnail, nil without one. As the index has it; else its longer side has 160 pixels, by the rule of
  /// camera files (DCF). Whether that is so is seen when it is decoded.
  var expectedThumbnail: PixelSize? {
    guard thumbnailBytes > 0 else { return nil }
    guard !hasThumbnail else { return thumbnailSize }
    let longer = max(width, height, 1)
    return PixelSize(width: max(1, width * 160 / longer), height: max(1, height * 160 / longer))
  }
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
    brokenThumbnails.contains(file) ? nil : info(of: file)?.expectedThumbnail.map { blank(file, $0) }
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

/// Real files and real decodes of a photo library.
public final class LibraryImageSource: ImageSourcing {
  /// The account of all images that it decoded and that were made from them.
  public let ledger = ImageLedger()
  private let library: PhotoLibrary
  /// Readers and decoders that nobody uses now.
  private let idle = Mutex<[Tools]>([])

  /// What one thread at a time decodes with.
  private final class Tools: Sendable {
    struct Parts: ~Copyable {
      var reader: AssetReader
      var decoder: JPEGDecoder
    }

    let parts: Mutex<Parts>

    init(_ library: PhotoLibrary) throws {
      parts = Mutex(Parts(reader: try library.makeReader(), decoder: try JPEGDecoder()))
    }
  }

  public init(_ library: PhotoLibrary) { self.library = library }

  public func info(of file: ItemID) -> AssetInfo? {
    library.index.assets.indices.contains(file.index) ? library.index[file.index] : nil
  }

  public func data(of file: ItemID) throws(PhotosError) -> [UInt8] {
    guard info(of: file) != nil else { throw .invalidResource("the library has no file \(file.index)") }
    return try using { parts in unsafe [UInt8](try parts.reader.read(file.index)) }
  }

  public func thumbnail(of file: ItemID) -> PhotosImage? {
    guard let info = info(of: file), info.thumbnailBytes > 0 else { return nil }
    let ledger = ledger
    return try? using { parts in
      let jpeg = unsafe try parts.reader.read(file.index)
      guard let range = try unsafe JPEGMarkers(jpeg).thumbnail else { throw CodecError.notJPEG }
      let thumbnail = unsafe UnsafeRawBufferPointer(rebasing: jpeg[range])
      let size = try unsafe JPEGMarkers(thumbnail).size
      return try unsafe LibraryImageSource.decode(file, thumbnail, .full, size, &parts.decoder, ledger)
    }
  }

  public func decode(_ file: ItemID, scale: DecodeScale) throws(PhotosError) -> PhotosImage {
    guard let info = info(of: file), info.decodes else { throw .invalidResource("the library's index says so") }
    let ledger = ledger
    return try using { parts in
      let jpeg = unsafe try parts.reader.read(file.index)
      return try unsafe LibraryImageSource.decode(file, jpeg, scale, info.size, &parts.decoder, ledger)
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
  ///   - file: The library's; nil for one of another origin.
  ///   - ledger: Counts the image; nil for one that nobody counts.
  static func decode(
    _ file: ItemID?, _ jpeg: UnsafeRawBufferPointer, _ scale: DecodeScale, _ size: PixelSize,
    _ decoder: inout JPEGDecoder, _ ledger: ImageLedger?
  ) throws -> PhotosImage {
    let scaled = scale.scaled(size)
    let count = Int(scaled.pixelCount) * 4
    let pixels = unsafe try [UInt8](unsafeUninitializedCapacity: count) { target, used in
      _ = unsafe try decoder.decode(jpeg, scale: scale, expecting: size, into: UnsafeMutableRawBufferPointer(target))
      used = count
    }
    return PhotosImage(pixelSize: scaled, pixels: pixels, file: file, ledger: ledger)
  }

  private func using<Result: Sendable>(
    _ body: (inout Tools.Parts) throws -> Result
  ) throws(PhotosError) -> Result {
    do {
      let tools = try idle.withLock { $0.popLast() } ?? Tools(library)
      defer { idle.withLock { $0.append(tools) } }
      return try tools.parts.withLock { parts in try body(&parts) }
    } catch {
      throw .invalidResource("\(error)")
    }
  }
}
