import LabBase
import StrategyKit

/// The bytes of a photo that do not come from the pool, for one size: EXIF data, and the heads of two JPEGs.
///
/// A photo is `front`, the head of the thumbnail, its data, end of image, `photoHead`, the photo's data, end
/// of image. What differs from photo to photo is patched in place, at the offsets given here.
struct AssetHeader: Sendable {
  /// Start of image, APP1 marker and EXIF data up to the thumbnail.
  let front: [UInt8]
  /// Of the thumbnail: start of image, tables, frame, scan header.
  let thumbnailHead: [UInt8]
  /// Of the photo: tables, frame, scan header.
  let photoHead: [UInt8]

  /// Where the length of the APP1 segment lies in `front`, most significant byte first.
  static let segmentLengthOffset = 4
  /// Where the length of the thumbnail lies in `front`, least significant byte first.
  let thumbnailLengthOffset: Int
  /// Where the date of 19 characters lies in `front`, twice.
  let dateOffsets: [Int]
  /// Where the three digits of a fraction of a second lie in `front`.
  let fractionOffset: Int
  /// Where the 32 hexadecimal digits of the unique id lie in `front`.
  let idOffset: Int
  /// Where the steps of luma, blue and red lie in a head: 64 bytes each.
  let thumbnailStepOffsets: [Int]
  let photoStepOffsets: [Int]

  init(_ pool: PoolHeader, size: PixelSize) {
    var exif = ExifWriter()
    front = exif.write()
    thumbnailLengthOffset = exif.thumbnailLengthOffset
    dateOffsets = exif.dateOffsets
    fractionOffset = exif.fractionOffset
    idOffset = exif.idOffset
    (thumbnailHead, thumbnailStepOffsets) = AssetHeader.head(
      tables: pool.thumbnailTables, size: pool.geometry.thumbnailSize(of: size), restartInterval: 1,
      withStart: true)
    (photoHead, photoStepOffsets) = AssetHeader.head(
      tables: pool.photoTables, size: size, restartInterval: pool.geometry.segmentWidth / 16, withStart: false
    )
  }

  /// Tables, frame and scan header. Each component has steps of its own, so that a tint can scale them apart.
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
