/// The bytes of a photo that do not come from the pool.
///
/// A photo is EXIF data, the head of the thumbnail, its data, end of image, the photo's head, its data, end of image.
enum AssetHeader {
  static let exifCount = 220

  /// Returns the length of the EXIF data with the thumbnail, as its segment has it.
  static func segmentBytes(thumbnailBytes: Int) -> Int { exifCount - 4 + thumbnailBytes }

  /// Returns start of image and EXIF data: orientation, dates, a unique id, and a second directory for the thumbnail, which
  /// comes next.
  static func exif(seed: UInt64, asset: Int, thumbnailBytes: Int) -> [UInt8] {
    let taken = AssetTraits(seed: seed, index: asset).creationMs
    let time = UTCTime(seconds: taken.flooringDivide(1_000))
    let fraction = Int(taken - time.seconds * 1_000)
    let digits = 0x30_30_30 + fraction / 100 + (fraction / 10 % 10) << 8 + (fraction % 10) << 16
    var writer = ByteWriter()
    func entry(_ tag: Int, type: Int, count: Int, value: Int) {
      writer.little16(tag)
      writer.little16(type)
      writer.little32(UInt32(count))
      writer.little32(UInt32(value))
    }
    writer.big16(0xFFD8)
    writer.big16(0xFFE1)
    writer.big16(segmentBytes(thumbnailBytes: thumbnailBytes))
    writer.append("Exif\0\0".utf8)
    // Offsets count from here; a directory of three entries takes 42 bytes.
    writer.append("II*\0".utf8)
    writer.little32(8)
    writer.little16(3)
    entry(0x0112, type: 3, count: 1, value: 1)
    entry(0x0132, type: 2, count: 20, value: 134)
    entry(0x8769, type: 4, count: 1, value: 50)
    writer.little32(92)
    writer.little16(3)
    entry(0x9003, type: 2, count: 20, value: 154)
    entry(0x9291, type: 2, count: 4, value: digits)
    entry(0xA420, type: 2, count: 33, value: 174)
    writer.little32(0)
    writer.little16(3)
    entry(0x0103, type: 3, count: 1, value: 6)
    entry(0x0201, type: 4, count: 1, value: 208)
    entry(0x0202, type: 4, count: 1, value: thumbnailBytes)
    writer.little32(0)
    let number = [seed, UInt64(asset)].map { NumberText.hexadecimal($0, digits: 16) }.joined()
    writer.append("\(time.exifText)\0\(time.exifText)\0\(number)\0\0".utf8)
    precondition(writer.bytes.count == exifCount, "the offsets of the EXIF directories")
    return writer.bytes
  }

  static func thumbnail(_ pool: PoolHeader, size: PixelSize, _ tint: Tint) -> [UInt8] {
    [0xFF, 0xD8]
      + head(pool.thumbnailTables, size: pool.geometry.thumbnailSize(of: size), restartInterval: 1, tint)
  }

  static func photo(_ pool: PoolHeader, size: PixelSize, _ tint: Tint) -> [UInt8] {
    head(pool.photoTables, size: size, restartInterval: pool.geometry.segmentWidth / 16, tint)
  }

  /// Returns tables, frame and scan header. Each component has steps of its own, so that a tint can scale them apart.
  private static func head(_ tables: JPEGTables, size: PixelSize, restartInterval: Int, _ tint: Tint) -> [UInt8] {
    var writer = ByteWriter()
    for (component, factor) in [tint.luma, tint.blue, tint.red].enumerated() {
      writer.big16(0xFFDB)
      writer.big16(67)
      writer.byte(component)
      writer.append(Tint.scaled(component == 0 ? tables.luma : tables.chroma, by: factor))
    }
    writer.big16(0xFFC0)
    writer.big16(17)
    writer.byte(8)
    writer.big16(Int(size.height))
    writer.big16(Int(size.width))
    writer.append([3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 2])
    writer.append(tables.huffman)
    writer.big16(0xFFDD)
    writer.big16(4)
    writer.big16(restartInterval)
    writer.big16(0xFFDA)
    writer.big16(12)
    writer.append([3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0])
    return writer.bytes
  }
}
