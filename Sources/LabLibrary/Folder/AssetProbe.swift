import CacheLab
import StrategyKit

/// Finds out what the index says of a JPEG that someone else made.
enum AssetProbe {
  /// A larger one, a million pixels and more, is no small image, and counts as none.
  private static let thumbnailPixelsMax: Int64 = 1_000_000

  /// - Parameter decoder: The one that is to decode it.
  static func info(of file: UnsafeRawBufferPointer, _ decoder: ImageDecoder) -> (info: AssetInfo, problem: CodecError?)
  {
    switch decoder {
    case .turbojpeg: unsafe info(of: file)
    case .imageio: unsafe SystemDecoder.info(of: file)
    }
  }

  /// Size, lengths, and whether file and thumbnail decode: found by decoding both, the file at the smallest scale. A JPEG
  /// without a size counts as one pixel that does not decode.
  ///
  /// - Returns: Also why the file does not decode; nil for one that does.
  private static func info(of jpeg: UnsafeRawBufferPointer) -> (info: AssetInfo, problem: CodecError?) {
    let markers: JPEGMarkers
    do throws(CodecError) { markers = try unsafe JPEGMarkers(jpeg) } catch {
      let none = AssetInfo(width: 1, height: 1, encodedBytes: Int32(jpeg.count), thumbnailBytes: 0, decodes: false)
      return (none, error)
    }
    let problem = unsafe problem(jpeg, markers.size, at: DecodeScale(eighths: 1))
    let thumbnail = unsafe thumbnailSize(jpeg, markers)
    var info = AssetInfo(
      width: markers.size.width, height: markers.size.height, encodedBytes: Int32(jpeg.count),
      thumbnailBytes: thumbnail == nil ? 0 : Int32(markers.thumbnail?.count ?? 0),
      thumbnailSize: thumbnail ?? PixelSize(width: 0, height: 0), decodes: problem == nil,
      isTurned: markers.orientation >= 5)
    info.day = markers.day
    return (info, problem)
  }

  /// The size of the embedded thumbnail; nil when there is none that gives an image.
  private static func thumbnailSize(_ jpeg: UnsafeRawBufferPointer, _ markers: JPEGMarkers) -> PixelSize? {
    guard let range = markers.thumbnail else { return nil }
    let thumbnail = unsafe UnsafeRawBufferPointer(rebasing: jpeg[range])
    guard let size = try? unsafe JPEGMarkers(thumbnail).size, size.pixelCount <= thumbnailPixelsMax else { return nil }
    return unsafe problem(thumbnail, size, at: .full) == nil ? size : nil
  }

  /// Why a JPEG gives no image; nil for one that does.
  private static func problem(
    _ jpeg: UnsafeRawBufferPointer, _ size: PixelSize, at scale: DecodeScale
  ) -> CodecError? {
    let byteCount = Int(scale.scaled(size).pixelCount) * 4
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
    defer { unsafe pixels.deallocate() }
    do throws(CodecError) {
      var decoder = try JPEGDecoder()
      _ = try unsafe decoder.decode(jpeg, scale: scale, expecting: size, into: pixels)
      return nil
    } catch {
      return error
    }
  }
}
