import CacheLab
import LabBase
import LabLibrary
import LabSystem
import StrategyKit

extension Mutator {
  /// Puts a number in the place of four or eight bytes: one of a corner, or nearly the one that stands there.
  fileprivate static func word(_ bytes: inout [UInt8], in places: Range<Int>, _ random: inout SplitMix64) {
    let size = random.chance(80) ? 4 : 8
    guard places.count > size, places.upperBound <= bytes.count else { return }
    let place = random.next(in: places.lowerBound...(places.upperBound - size))
    let old = (0..<size).reduce(UInt64(0)) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    let corners: [UInt64] = [0, 1, 0xFF, 0xFFFF, 0x1_0000, 1_000_000, 1 << 30, 1 << 31 - 1, 1 << 31, 1 << 63, .max]
    let new = random.chance(50) ? random.pick(corners) : random.chance(50) ? old &+ 1 : old &- 1
    for index in 0..<size { bytes[place + index] = UInt8(truncatingIfNeeded: new >> UInt64(8 * index)) }
  }

  fileprivate static func put(_ checksum: UInt64, into bytes: inout [UInt8], at place: Int) {
    for index in 0..<8 { bytes[place + index] = UInt8(truncatingIfNeeded: checksum >> UInt64(8 * index)) }
  }
}

/// Reads pools whose heads are damaged. The checksum is that of the damaged bytes, as of somebody who means it.
struct PoolTarget: FuzzTarget {
  static let kind = (plural: "pools", suffix: "pool")

  let seeds: [[UInt8]]
  private let folder: ScratchFolder
  private let configuration = LibraryConfiguration(assetCount: 60, profile: .tiny)
  /// Bytes before the head's checksum, which is over the head with zeros in its place.
  private static let prefix = 32

  init(_ corpus: Corpus) throws {
    folder = try ScratchFolder()
    let library = try PhotoLibrary.open(configuration, in: folder.path)
    seeds = [try OpenFile.reading(library.path).readToEnd(bytesMax: 1 << 24) ?? []]
  }

  func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    let count = headCount(input)
    if random.chance(5) { Mutator.bytes(&input, &random) }
    guard input.count >= count, count > PoolTarget.prefix + 8 else { return }
    // Tables come first, and leave a pool that can be read; then places.
    let places = PoolTarget.prefix + 8..<count
    if random.chance(50) { Mutator.word(&input, in: places.prefix(560), &random) }
    if random.chance(30) { Mutator.word(&input, in: places, &random) }
    Mutator.put(0, into: &input, at: PoolTarget.prefix)
    Mutator.put(XXHash64.hash(Array(input[..<count])), into: &input, at: PoolTarget.prefix)
  }

  private func headCount(_ bytes: [UInt8]) -> Int {
    var reader = ByteReader(Array(bytes.prefix(PoolTarget.prefix).suffix(8)))
    return Int(clamping: reader.little64() ?? 0)
  }

  func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    let name = Paths.name(of: PhotoLibrary.poolPath(configuration, in: folder.path))
    _ = try folder.write(input, as: name)
    var count = 0
    _ = try isTaken(naming: [name]) {
      guard let library = try PhotoLibrary.kept(configuration, in: folder.path) else { return }
      var reader = try library.makeReader()
      for asset in 0..<library.index.count {
        let jpeg = try unsafe reader.read(asset)
        guard jpeg.count == Int(library.index[asset].encodedBytes) else {
          throw Finding("asset \(asset) has another length than its index says")
        }
        count += 1
      }
      _ = try library.verify()
    }
    return count == 0 ? [:] : ["read": 1, "photos": count]
  }
}

/// Opens a folder of photos whose index is damaged. The checksum is that of the damaged bytes, as of somebody who means it.
struct FolderTarget: FuzzTarget {
  static let kind = (plural: "indices of folders", suffix: "index")

  let seeds: [[UInt8]]
  private let folder: ScratchFolder
  private let index: String
  /// By photo; nil for one that does not decode, whose size nothing tells.
  private let sizes: [PixelSize?]

  init(_ corpus: Corpus) throws {
    folder = try ScratchFolder()
    let (photos, caches) = ("\(folder.path)/photos", "\(folder.path)/caches")
    for path in [photos, caches] { try Paths.makeDirectory(path) }
    for (number, jpeg) in try corpus.files("jpg").enumerated() {
      _ = try folder.write(jpeg, as: "photos/\(number).jpg")
    }
    let library = try PhotoLibrary.openFolder(photos, cacheDirectory: caches)
    sizes = library.index.assets.map { $0.decodes ? $0.size : nil }
    guard let name = try Paths.names(in: caches).first else { throw Finding("a folder has no index") }
    index = "\(caches)/\(name)"
    seeds = [try OpenFile.reading(index).readToEnd(bytesMax: 1 << 20) ?? []]
  }

  func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    if random.chance(10) { Mutator.bytes(&input, &random) }
    guard input.count > 40 else { return }
    Mutator.word(&input, in: 12..<(input.count - 8), &random)
    let checksum = XXHash64.hash(Array(input.dropLast(8)))
    Mutator.put(checksum, into: &input, at: input.count - 8)
  }

  func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    _ = try folder.write(input, as: "caches/\(Paths.name(of: index))")
    var isKept = false
    let isOpened = try isTaken(naming: [folder.path]) {
      let library = try PhotoLibrary.openFolder("\(folder.path)/photos", cacheDirectory: "\(folder.path)/caches")
      // One that is not taken is made anew.
      isKept = try OpenFile.reading(index).readToEnd(bytesMax: 1 << 20) == input
      let found = try library.verify()
      let isSame = zip(library.index.assets, sizes).allSatisfy { $1 == nil || $0.size == $1 }
      guard isSame || !found.contradictions.isEmpty else {
        throw Finding("photos have other sizes, and nothing says so")
      }
    }
    return isOpened && isKept ? ["read": 1] : [:]
  }
}
