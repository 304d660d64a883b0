#if canImport(ImageIO)
  import Foundation
  import ImageIO
  import StrategyKit

  /// A picture that ImageIO decodes, as in an app: a JPEG, a HEIC, or another format that the system reads. It is
  /// decoded as it is stored, not as it is shown.
  @safe struct ImageIOPicture {
    static let isThere = true

    private let source: CGImageSource
    let size: PixelSize
    /// The EXIF orientation, 1 to 8.
    let orientation: Int

    /// - Parameter bytes: Must outlive the picture.
    init?(_ bytes: UnsafeRawBufferPointer) {
      guard let address = bytes.baseAddress else { return nil }
      let data = unsafe Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: address), count: bytes.count, deallocator: .none)
      guard let source = CGImageSourceCreateWithData(data as CFData, nil),
        let read = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
      else { return nil }
      let properties = read as NSDictionary
      guard let width = properties[kCGImagePropertyPixelWidth] as? Int,
        let height = properties[kCGImagePropertyPixelHeight] as? Int,
        let (width, height) = Optional((Int32(clamping: width), Int32(clamping: height))), width > 0, height > 0
      else { return nil }
      self.source = source
      size = PixelSize(width: width, height: height)
      orientation = properties[kCGImagePropertyOrientation] as? Int ?? 1
    }

    var thumbnailSize: PixelSize? {
      thumbnail.map { PixelSize(width: Int32(clamping: $0.width), height: Int32(clamping: $0.height)) }
    }

    private func reduced(to sideMax: Int32) -> CGImage? {
      let options =
        [
          kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceShouldCacheImmediately: true,
          kCGImageSourceThumbnailMaxPixelSize: Int(sideMax),
        ] as CFDictionary
      return CGImageSourceCreateThumbnailAtIndex(source, 0, options)
    }

    private var thumbnail: CGImage? {
      let options =
        [
          kCGImageSourceCreateThumbnailFromImageIfAbsent: false, kCGImageSourceCreateThumbnailFromImageAlways: false,
        ] as CFDictionary
      return CGImageSourceCreateThumbnailAtIndex(source, 0, options)
    }

    /// Decodes the picture, no larger than necessary, or the embedded thumbnail.
    ///
    /// - Parameters:
    ///   - whole: The size to which the whole picture is scaled.
    ///   - origin: The corner of the part that is held; `size` is the part's size.
    ///   - pixels: Rows of `size.width` x 4 bytes, blue first, alpha 255; all of them are written.
    func decode(
      isThumbnail: Bool, to whole: PixelSize, from origin: (x: Int32, y: Int32), size: PixelSize,
      into pixels: UnsafeMutableRawBufferPointer
    ) -> Bool {
      let rowBytes = Int(size.width) * 4
      guard let image = isThumbnail ? thumbnail : reduced(to: max(whole.width, whole.height)),
        pixels.count >= rowBytes * Int(size.height), let space = CGColorSpace(name: CGColorSpace.sRGB)
      else { return false }
      let order = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.noneSkipFirst.rawValue
      guard
        let context = unsafe CGContext(
          data: pixels.baseAddress, width: Int(size.width), height: Int(size.height), bitsPerComponent: 8,
          bytesPerRow: rowBytes, space: space, bitmapInfo: order)
      else { return false }
      context.interpolationQuality = .high
      // A context's rows go up from its lower edge.
      let below = whole.height - origin.y - size.height
      context.draw(
        image,
        in: CGRect(
          x: -Double(origin.x), y: -Double(below), width: Double(whole.width), height: Double(whole.height)))
      return true
    }
  }
#else
  /// A stand-in for systems without ImageIO, which finds no picture.
  struct ImageIOPicture {
    static let isThere = false

    let size: PixelSize
    let orientation: Int
    let thumbnailSize: PixelSize?

    init?(_ bytes: UnsafeRawBufferPointer) { return nil }

    func decode(
      isThumbnail: Bool, to whole: PixelSize, from origin: (x: Int32, y: Int32), size: PixelSize,
      into pixels: UnsafeMutableRawBufferPointer
    ) -> Bool { false }
  }
#endif
