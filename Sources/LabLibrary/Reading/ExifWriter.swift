import LabBase

/// Writes the EXIF data of a photo: orientation, dates, a unique id, and a second directory for the
/// thumbnail.
struct ExifWriter {
  private(set) var thumbnailLengthOffset = 0
  private(set) var dateOffsets: [Int] = []
  private(set) var fractionOffset = 0
  private(set) var idOffset = 0
  private var writer = ByteWriter()

  /// Where the TIFF data begins: start of image, marker, length and the name stand before it.
  private static let tiffStart = 12
  private static let directoryStart = 8
  // Three entries, then four, then three; each directory has a count before and a link behind.
  private static let detailStart = directoryStart + 2 + 3 * 12 + 4
  private static let secondStart = detailStart + 2 + 3 * 12 + 4
  private static let dataStart = secondStart + 2 + 3 * 12 + 4
  private static let secondDateStart = dataStart + 20
  private static let idStart = secondDateStart + 20
  private static let end = idStart + 34

  /// The bytes from the start of image to where the thumbnail begins.
  mutating func write() -> [UInt8] {
    writer.append([0xFF, 0xD8, 0xFF, 0xE1, 0, 0])
    writer.append("Exif\0\0")
    writer.append("II*\0")
    writer.little32(UInt32(ExifWriter.directoryStart))
    writer.little16(3)
    entry(0x0112, type: 3, count: 1, value: 1)
    entry(0x0132, type: 2, count: 20, value: ExifWriter.dataStart)
    entry(0x8769, type: 4, count: 1, value: ExifWriter.detailStart)
    writer.little32(UInt32(ExifWriter.secondStart))
    writer.little16(3)
    entry(0x9003, type: 2, count: 20, value: ExifWriter.secondDateStart)
    fractionOffset = writer.count + 8
    entry(0x9291, type: 2, count: 4, value: 0x00_30_30_30)
    entry(0xA420, type: 2, count: 33, value: ExifWriter.idStart)
    writer.little32(0)
    writer.little16(3)
    entry(0x0103, type: 3, count: 1, value: 6)
    entry(0x0201, type: 4, count: 1, value: ExifWriter.end)
    thumbnailLengthOffset = writer.count + 8
    entry(0x0202, type: 4, count: 1, value: 0)
    writer.little32(0)
    dateOffsets = [writer.count, writer.count + 20]
    for _ in 0..<2 { writer.append("2000:01:01 00:00:00\0") }
    idOffset = writer.count
    writer.append([UInt8](repeating: 0x30, count: 32) + [0, 0])
    precondition(writer.count == ExifWriter.tiffStart + ExifWriter.end, "the offsets of the EXIF directories")
    return writer.bytes
  }

  private mutating func entry(_ tag: Int, type: Int, count: Int, value: Int) {
    writer.little16(tag)
    writer.little16(type)
    writer.little32(UInt32(count))
    writer.little32(UInt32(value))
  }
}
