import CacheLab
import StrategyKit

/// Decodes photos by ImageIO.
enum SystemDecoder {
  /// Sides and bytes that an index holds.
  private static let sideMax = Int32(UInt16.max)

  /// What the index says of a file: found by decoding it, as small as an eighth.
  static func info(of file: UnsafeRawBufferPointer) -> (info: AssetInfo, problem: CodecError?) {
    guard let picture = unsafe ImageIOPicture(file), max(picture.size.width, picture.size.height) <= sideMax else {
      let none = AssetInfo(width: 1, height: 1, encodedBytes: Int32(file.count), thumbnailBytes: 0, decodes: false)
      return (none, .noPicture)
    }
    let small = DecodeScale(eighths: 1).scaled(picture.size)
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(small.pixelCount) * 4, alignment: 64)
    defer { unsafe pixels.deallocate() }
    let decodes = unsafe picture.decode(to: small, from: (0, 0), size: small, into: pixels)
    let thumbnail = picture.thumbnailSize ?? PixelSize(width: 0, height: 0)
    let info = AssetInfo(
      width: picture.size.width, height: picture.size.height, encodedBytes: Int32(file.count),
      // ImageIO does not say how long it is: two bits a pixel.
      thumbnailBytes: min(Int32(clamping: thumbnail.pixelCount / 4), sideMax), thumbnailSize: thumbnail,
      decodes: decodes, isTurned: picture.orientation >= 5)
    return (info, decodes ? nil : .noPicture)
  }

  static func decode(
    _ file: UnsafeRawBufferPointer, as form: BitmapForm, expecting size: PixelSize,
    into pixels: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodeOutcome {
    let picture = unsafe try picture(file, form)
    guard picture.size == size else { throw .sizeMismatch(expected: size, found: picture.size) }
    guard unsafe picture.decode(to: form.whole, from: form.origin, size: form.size, into: pixels) else {
      throw .noPicture
    }
    return .complete
  }

  static func decodeThumbnail(
    of file: UnsafeRawBufferPointer, as form: BitmapForm, into pixels: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodeOutcome {
    let picture = unsafe try picture(file, form)
    guard unsafe picture.decodeThumbnail(to: form.whole, from: form.origin, size: form.size, into: pixels) else {
      throw .noPicture
    }
    return .complete
  }

  private static func picture(
    _ file: UnsafeRawBufferPointer, _ form: BitmapForm
  ) throws(CodecError) -> ImageIOPicture {
    guard form.pixels == .bgra else { throw .unsupported("\(form.pixels.rawValue) with ImageIO") }
    guard let picture = unsafe ImageIOPicture(file) else { throw .noPicture }
    return picture
  }
}
