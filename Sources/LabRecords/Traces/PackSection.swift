import CacheLab
import LabBase
import LabSystem

/// A part of a pack: its kind, its length, the number of its first trace, a checksum, and what it holds.
struct PackSection {
  enum Kind: UInt32 {
    case block = 0x4B43_4C42
    case index = 0x5844_4E49
  }

  static let headCount = 24
  let head: Head
  let content: [UInt8]

  /// Reads a whole section; nil for one that is damaged, or of another kind.
  init?(_ bytes: [UInt8], kind: Kind) {
    guard let head = Head(bytes), head.kind == kind, head.length == bytes.count - PackSection.headCount else {
      return nil
    }
    (self.head, content) = (head, Array(bytes[PackSection.headCount...]))
    guard XXHash64.hash(content, seed: head.first) == head.checksum else { return nil }
  }

  static func bytes(_ kind: Kind, first: UInt64, _ content: [UInt8]) -> (bytes: [UInt8], checksum: UInt64) {
    let checksum = XXHash64.hash(content, seed: first)
    var writer = ByteWriter()
    writer.little32(kind.rawValue)
    writer.little32(UInt32(content.count))
    writer.little64(first)
    writer.little64(checksum)
    writer.append(content)
    return (writer.bytes, checksum)
  }

  struct Head {
    var kind: Kind
    var length: Int
    var first: UInt64
    var checksum: UInt64

    init?(_ bytes: [UInt8]) {
      var reader = ByteReader(bytes)
      guard let kind = reader.little32().flatMap({ Kind(rawValue: $0) }), let length = reader.little32(),
        let first = reader.little64(), let checksum = reader.little64()
      else { return nil }
      (self.kind, self.length, self.first, self.checksum) = (kind, Int(length), first, checksum)
    }
  }
}

/// The end of an index: where it begins, and what the pack holds. `PackIndex` checks what it says.
struct PackFoot {
  /// Where the places begin.
  var index: UInt64
  var blockCount: UInt64
  var traceCount: UInt64
  var digest: String

  private static let mark: UInt64 = 0x646E_6570_6B63_6170
  static let byteCount = 104

  init(index: Int64, blockCount: Int, traceCount: Int, digest: String) {
    (self.index, self.digest) = (UInt64(index), digest)
    (self.blockCount, self.traceCount) = (UInt64(blockCount), UInt64(traceCount))
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    for number in [index, blockCount, traceCount] { writer.little64(number) }
    writer.append(Array(digest.utf8))
    writer.little64(PackFoot.mark)
    writer.little64(XXHash64.hash(writer.bytes))
    return writer.bytes
  }

  /// Reads the last bytes of a pack; nil for any others.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard bytes.count == PackFoot.byteCount, let index = reader.little64(), let blocks = reader.little64(),
      let traces = reader.little64(), let digest = reader.take(64), reader.little64() == PackFoot.mark,
      let checksum = reader.little64(), XXHash64.hash(Array(bytes.dropLast(8))) == checksum
    else { return nil }
    (self.index, blockCount, traceCount) = (index, blocks, traces)
    self.digest = String(decoding: digest, as: UTF8.self)
  }
}

extension TracePack.Place {
  /// Nil for numbers that no pack has.
  init?(_ reader: inout ByteReader) {
    guard let first = reader.little64(), let count = reader.little32(), let length = reader.little32(),
      let offset = reader.little64(), let checksum = reader.little64(), first < UInt64(TracePack.tracesMax),
      (1...UInt32(TracePackBlock.tracesMax)).contains(count), length <= UInt32(PackWalk.sectionMax),
      offset <= UInt64(Int64.max) - UInt64(length)
    else { return nil }
    self.init(first: Int(first), count: Int(count), offset: Int64(offset), length: Int(length), checksum: checksum)
  }

  func write(to writer: inout ByteWriter) {
    writer.little64(UInt64(first))
    writer.little32(UInt32(count))
    writer.little32(UInt32(length))
    writer.little64(UInt64(offset))
    writer.little64(checksum)
  }

  /// What the digest of a pack is made of.
  var identity: [UInt8] {
    var writer = ByteWriter()
    writer.little32(UInt32(count))
    writer.little64(checksum)
    return writer.bytes
  }
}

/// Checks an index as a whole when its pack is opened, so that whoever reads by it need not.
enum PackIndex {
  /// Places that are read at once.
  private static let placesAtOnce = 4096

  /// The places of an index whose blocks follow one another from the first trace to the last, and from the first byte to its
  /// own; nil for any other.
  static func places(
    _ foot: PackFoot, _ file: borrowing OpenFile, _ path: String, _ byteCount: Int64
  ) throws(TracePackError) -> [TracePack.Place]? {
    guard foot.traceCount <= UInt64(TracePack.tracesMax), foot.blockCount <= foot.traceCount else { return nil }
    let length = Int(foot.blockCount) * TracePack.Place.byteCount + PackFoot.byteCount
    let start = byteCount - Int64(PackSection.headCount + length)
    guard start >= 0, foot.index == UInt64(byteCount - Int64(length)), let head = try PackWalk.head(file, path, start),
      head.kind == .index, head.length == length, head.first == foot.traceCount
    else { return nil }
    var (places, count, at): ([TracePack.Place], Int, Int64) = ([], 0, Int64(TracePack.mark.count))
    var reader = ByteReader([])
    for block in 0..<Int(foot.blockCount) {
      if reader.isAtEnd {
        let place = Int64(foot.index) + Int64(block * TracePack.Place.byteCount)
        let size = min(placesAtOnce, Int(foot.blockCount) - block) * TracePack.Place.byteCount
        guard let bytes = try TracePack.bytes(file, at: place, count: size, path) else { return nil }
        reader = ByteReader(bytes)
      }
      guard let place = TracePack.Place(&reader), place.first == count, place.offset == at, place.end <= start else {
        return nil
      }
      places.append(place)
      (count, at) = (place.traces.upperBound, place.end)
    }
    guard count == Int(foot.traceCount), at == start else { return nil }
    return TracePack.digest(places) == foot.digest ? places : nil
  }
}

/// Goes through the sections of a pack by their heads, where its last bytes do not say what it holds.
enum PackWalk {
  static let sectionMax = 64 << 20

  /// The end of the index; nil where the pack was cut.
  static func foot(_ file: borrowing OpenFile, _ path: String, _ byteCount: Int64) throws(TracePackError) -> PackFoot? {
    let count = Int64(PackFoot.byteCount)
    guard byteCount >= count else { return nil }
    return try TracePack.bytes(file, at: byteCount - count, count: Int(count), path).flatMap { PackFoot($0) }
  }

  /// The whole blocks, in their order, and words for those that are not.
  static func blocks(
    _ file: borrowing OpenFile, _ path: String, _ byteCount: Int64
  ) throws(TracePackError) -> (places: [TracePack.Place], damage: [String]) {
    var (places, damage): ([TracePack.Place], [String]) = ([], [])
    var (at, first) = (Int64(TracePack.mark.count), 0)
    while at < byteCount {
      guard let head = try head(file, path, at), head.length <= sectionMax else {
        damage.append("from byte \(at) on nothing can be told")
        break
      }
      let length = PackSection.headCount + head.length
      if head.kind == .block {
        let bytes = try TracePack.bytes(file, at: at, count: length, path)
        if let bytes, let section = PackSection(bytes, kind: .block), let block = try? TracePackBlock(section.content) {
          guard first + block.count <= TracePack.tracesMax else {
            damage.append("from byte \(at) on there are more than \(TracePack.tracesMax) traces")
            break
          }
          places.append(
            TracePack.Place(first: first, count: block.count, offset: at, length: length, checksum: head.checksum))
          first += block.count
        } else {
          damage.append("the block at byte \(at), from trace \(Int128(head.first) + 1) on, is damaged")
        }
      }
      at += Int64(length)
    }
    return (places, damage)
  }

  static func head(
    _ file: borrowing OpenFile, _ path: String, _ at: Int64
  ) throws(TracePackError) -> PackSection.Head? {
    try TracePack.bytes(file, at: at, count: PackSection.headCount, path).flatMap { PackSection.Head($0) }
  }
}
