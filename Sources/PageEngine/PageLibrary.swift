import GridEngine
import LabBase
import StrategyKit

/// What a replay reads of a made library, packed: `CLABPAGE`, the number of photos, 32 digits of the fingerprint, then of
/// each photo 18 bytes, least significant byte first.
struct PageLibrary {
  private(set) var assets: ContiguousArray<AssetInfo> = []
  private(set) var fingerprint = ""

  private static let magic = Array("CLABPAGE".utf8)
  private static let assetsMax = 1_000_000

  init() {}

  init(_ bytes: [UInt8]) throws(PageError) {
    guard let library = PageLibrary(reading: bytes) else { throw PageError("the photos of the page are damaged") }
    self = library
  }

  private init?(reading bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard reader.take(8) == PageLibrary.magic, let count = reader.little32(), count > 0,
      count <= UInt32(PageLibrary.assetsMax), let digits = reader.take(32), bytes.count == 44 + 18 * Int(count)
    else { return nil }
    assets.reserveCapacity(Int(count))
    fingerprint = String(decoding: digits, as: UTF8.self)
    for _ in 0..<count {
      guard let sides = reader.words(3), let thumbnail = reader.take(6) else { return nil }
      func half(_ at: Int) -> Int32 { Int32(thumbnail[at]) | Int32(thumbnail[at + 1]) << 8 }
      let (width, height) = (Int32(bitPattern: sides[0] & 0x3FFF_FFFF), Int32(bitPattern: sides[1]))
      let encoded = Int32(bitPattern: sides[2])
      guard width > 0, height > 0, encoded >= 0 else { return nil }
      assets.append(
        AssetInfo(
          width: width, height: height, encodedBytes: encoded, thumbnailBytes: half(0),
          thumbnailSize: PixelSize(width: half(2), height: half(4)), decodes: sides[0] & 1 << 31 != 0,
          isTurned: sides[0] & 1 << 30 != 0))
    }
  }
}
