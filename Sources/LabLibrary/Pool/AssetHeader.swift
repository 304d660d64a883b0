import CacheLab
import LabSystem

/// The bytes of a photo that do not come from the pool, for one size: EXIF data, and the heads of two JPEGs.
///
/// A photo is `exif`, the head of the thumbnail, its data, end of image, `photoHead`, the photo's data, end of image.
/// The parts that differ between photos are patched in place, at the offsets given here.
struct AssetHeader: Sendable {
  let exif = ExifFront()
  let thumbnailHead: [UInt8]
  let photoHead: [UInt8]

  let thumbnailStepOffsets: [Int]
  let photoStepOffsets: [Int]

  init(_ pool: PoolHeader, size: PixelSize) {
    (thumbnailHead, thumbnailStepOffsets) = AssetHeader.head(
      tables: pool.thumbnailTables, size: pool.geometry.thumbnailSize(of: size), restartInterval: 1, withStart: true)
    (photoHead, photoStepOffsets) = AssetHeader.head(
      tables: pool.photoTables, size: size, restartInterval: pool.geometry.segmentWidth / 16, withStart: false)
  }

  /// Returns tables, frame and scan header. Each component has steps of its own, so that a tint can scale them apart.
  private static func head(
    tables: JPEGTables, size: PixelSize, restartInterval: Int, withStart: Bool
  ) -> (bytes: [UInt8], stepOffsets: [Int]) {
    var writer = ByteWriter()
    var offsets: [Int] = []
    if withStart { writer.big16(0xFFD8) }
    for component in 0..<3 {
      writer.big16(0xFFDB)
      writer.big16(67)
      writer.byte(component)
      offsets.append(writer.count)
      writer.append(component == 0 ? tables.luma : tables.chroma)
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
    return (writer.bytes, offsets)
  }
}

extension AssetHeader {
  /// Writes a moment over a date of EXIF, `2020:06:01 12:30:05`: the digits alone.
  static func writeDate(_ time: UTCTime, to target: UnsafeMutablePointer<UInt8>) {
    unsafe write(time.date.year, digits: 4, to: target)
    unsafe write(time.date.month, digits: 2, to: target + 5)
    unsafe write(time.date.day, digits: 2, to: target + 8)
    unsafe write(time.hour, digits: 2, to: target + 11)
    unsafe write(time.minute, digits: 2, to: target + 14)
    unsafe write(time.second, digits: 2, to: target + 17)
  }

  static func write(_ number: Int, digits: Int, to target: UnsafeMutablePointer<UInt8>) {
    var rest = number
    for index in stride(from: digits - 1, through: 0, by: -1) {
      unsafe target[index] = UInt8(48 + rest % 10)
      rest /= 10
    }
  }
}

/// The beginning of a photo with its EXIF data, and the offsets of the parts that differ between photos.
struct ExifFront: Sendable {
  let bytes: [UInt8]
  static let segmentLengthOffset = 4
  let thumbnailLengthOffset: Int
  let dateOffsets: [Int]
  let fractionOffset: Int
  let idOffset: Int

  private static let tiffStart = 12
  private static let directoryStart = 8
  // Three entries, then four, then three; each directory has a count before and a link behind.
  private static let detailStart = directoryStart + 2 + 3 * 12 + 4
  private static let secondStart = detailStart + 2 + 3 * 12 + 4
  private static let dataStart = secondStart + 2 + 3 * 12 + 4
  private static let secondDateStart = dataStart + 20
  private static let idStart = secondDateStart + 20
  private static let end = idStart + 34

  init() {
    var writer = ByteWriter()
    func entry(_ tag: Int, type: Int, count: Int, value: Int) {
      writer.little16(tag)
      writer.little16(type)
      writer.little32(UInt32(count))
      writer.little32(UInt32(value))
    }
    writer.append([0xFF, 0xD8, 0xFF, 0xE1, 0, 0])
    writer.append("Exif\0\0")
    writer.append("II*\0")
    writer.little32(UInt32(ExifFront.directoryStart))
    writer.little16(3)
    entry(0x0112, type: 3, count: 1, value: 1)
    entry(0x0132, type: 2, count: 20, value: ExifFront.dataStart)
    entry(0x8769, type: 4, count: 1, value: ExifFront.detailStart)
    writer.little32(UInt32(ExifFront.secondStart))
    writer.little16(3)
    entry(0x9003, type: 2, count: 20, value: ExifFront.secondDateStart)
    fractionOffset = writer.count + 8
    entry(0x9291, type: 2, count: 4, value: 0x00_30_30_30)
    entry(0xA420, type: 2, count: 33, value: ExifFront.idStart)
    writer.little32(0)
    writer.little16(3)
    entry(0x0103, type: 3, count: 1, value: 6)
    entry(0x0201, type: 4, count: 1, value: ExifFront.end)
    thumbnailLengthOffset = writer.count + 8
    entry(0x0202, type: 4, count: 1, value: 0)
    writer.little32(0)
    dateOffsets = [writer.count, writer.count + 20]
    for _ in 0..<2 { writer.append("2000:01:01 00:00:00\0") }
    idOffset = writer.count
    writer.append([UInt8](repeating: 0x30, count: 32) + [0, 0])
    bytes = writer.bytes
    precondition(writer.count == ExifFront.tiffStart + ExifFront.end, "the offsets of the EXIF directories")
  }
}
