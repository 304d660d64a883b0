import CacheLab
import PhotosModel
import Strategies

/// One file of a letter a pixel, its thumbnail the same in lower case: tests read what was delivered.
struct LetterSource: ImageSourcing {
  let rows: [String]
  var fails = false

  static func image(_ rows: [String]) -> PhotosImage {
    let size = PixelSize(width: Int32(rows[0].utf8.count), height: Int32(rows.count))
    return PhotosImage(pixelSize: size, pixels: rows.joined().utf8.flatMap { [$0, $0, $0, 255] }, ledger: nil)
  }

  static func rows(_ image: PhotosImage) -> [String] {
    (0..<Int(image.pixelSize.height)).map { y in
      String(
        decoding: (0..<Int(image.pixelSize.width)).map { image.pixels[(y * Int(image.pixelSize.width) + $0) * 4] },
        as: UTF8.self)
    }
  }

  func info(of file: ItemID) -> AssetInfo? {
    let size = LetterSource.image(rows).pixelSize
    return AssetInfo(
      width: size.width, height: size.height, encodedBytes: 1_000, thumbnailBytes: 100, isDecodable: true)
  }

  func data(of file: ItemID) throws(PhotosError) -> [UInt8] {
    if fails { throw .invalidResource("it is gone") }
    return Array(rows.joined().utf8)
  }

  func thumbnail(of file: ItemID) -> PhotosImage? { LetterSource.image(rows.map { $0.lowercased() }) }

  func decode(_ file: ItemID, scale: DecodeScale) throws(PhotosError) -> PhotosImage {
    let size = LetterSource.image(rows).pixelSize
    if scale.scaled(size) != size { throw .invalidResource("letters have no other size than their own") }
    return LetterSource.image(rows)
  }

  func encode(_ image: PhotosImage) throws(PhotosError) -> [UInt8] {
    LetterSource.rows(image).joined(separator: "/").utf8.map { $0 }
  }
}
