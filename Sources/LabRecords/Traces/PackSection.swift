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
  var first: UInt64
  var checksum: UInt64
  var content: [UInt8]

  /// Reads a whole section; nil for one that is damaged, or of another kind.
  init?(_ bytes: [UInt8], kind: Kind) {
    guard let head = Head(bytes), head.kind == kind, head.length == bytes.count - PackSection.headCount else {
      return nil
    }
    let content = Array(bytes[PackSection.headCount...])
    guard XXHash64.hash(content, seed: head.first) == head.checksum else { return nil }
    (first, checksum, self.content) = (head.first, head.checksum, content)
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

/// The end of an index: where it begins, and what the pack holds.
struct PackFoot {
  /// Where the places begin.
  var index: Int64
  /// Where the section ends.
  var end: Int64 = 0
  var blockCount: Int
  var traceCount: Int
  var digest: String

  private static let mark: UInt64 = 0x646E_6570_6B63_6170
  static let byteCount = 104

  init(index: Int64, blockCount: Int, traceCount: Int, digest: String) {
    (self.index, self.blockCount, self.traceCount, self.digest) = (index, blockCount, traceCount, digest)
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.little64(UInt64(index))
    writer.little64(UInt64(blockCount))
    writer.little64(UInt64(traceCount))
    writer.append(Array(digest.utf8))
    writer.little64(PackFoot.mark)
    writer.little64(XXHash64.hash(writer.bytes))
    return writer.bytes
  }

  /// Reads the last bytes of an index section that ends at `end`; nil for any others.
  init?(_ bytes: [UInt8], end: Int64) {
    var reader = ByteReader(bytes)
    guard bytes.count == PackFoot.byteCount, let index = reader.little64(), let blocks = reader.little64(),
      let traces = reader.little64(), let digest = reader.take(64), reader.little64() == PackFoot.mark,
      let checksum = reader.little64(), XXHash64.hash(Array(bytes.dropLast(8))) == checksum,
      traces <= UInt64(TracePack.tracesMax), blocks <= traces, index <= UInt64(end),
      UInt64(end) - index == blocks * UInt64(TracePack.Place.byteCount) + UInt64(PackFoot.byteCount)
    else { return nil }
    self.init(
      index: Int64(index), blockCount: Int(blocks), traceCount: Int(traces),
      digest: String(decoding: digest, as: UTF8.self)
    )
    self.end = end
  }
}

extension TracePack.Place {
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let first = reader.little64(), let count = reader.little32(), let length = reader.little32(),
      let offset = reader.little64(), let checksum = reader.little64(), offset <= UInt64(Int64.max)
    else { return nil }
    self.init(first: first, count: count, offset: offset, length: length, checksum: checksum)
  }

  func write(to writer: inout ByteWriter) {
    writer.little64(first)
    writer.little32(count)
    writer.little32(length)
    writer.little64(offset)
    writer.little64(checksum)
  }
}

/// Goes through the sections of a pack by their heads, where its last bytes do not say what it holds.
enum PackWalk {
  static let sectionMax = 64 << 20

  /// The foot of the last whole index: what an append that was ended left behind it does not count. Nil where none is.
  static func foot(_ file: borrowing OpenFile, _ path: String, _ byteCount: Int64) throws(TracePackError) -> PackFoot? {
    func foot(endingAt end: Int64) throws(TracePackError) -> PackFoot? {
      let count = Int64(PackFoot.byteCount)
      guard end >= count else { return nil }
      return try TracePack.bytes(file, at: end - count, count: Int(count), path).flatMap { PackFoot($0, end: end) }
    }
    if let foot = try foot(endingAt: byteCount) { return foot }
    var (at, last): (Int64, PackFoot?) = (Int64(TracePack.mark.count), nil)
    while let head = try head(file, path, at) {
      at += Int64(PackSection.headCount + head.length)
      if head.kind == .index { last = try foot(endingAt: at) ?? last }
    }
    return last
  }

  /// The whole blocks, in their order, and words for those that are not.
  static func blocks(
    _ file: borrowing OpenFile, _ path: String, _ byteCount: Int64
  ) throws(TracePackError) -> (places: [TracePack.Place], damage: [String]) {
    var (places, damage): ([TracePack.Place], [String]) = ([], [])
    var (at, first) = (Int64(TracePack.mark.count), UInt64(0))
    while at < byteCount {
      guard let head = try head(file, path, at), head.length <= sectionMax else {
        damage.append("from byte \(at) on nothing can be told")
        break
      }
      let length = PackSection.headCount + head.length
      if head.kind == .block {
        let bytes = try TracePack.bytes(file, at: at, count: length, path)
        if let bytes, let section = PackSection(bytes, kind: .block), let block = try? TracePackBlock(section.content) {
          places.append(
            TracePack.Place(
              first: first, count: UInt32(block.count), offset: UInt64(at), length: UInt32(length),
              checksum: section.checksum))
          first += UInt64(block.count)
        } else {
          damage.append("the block at byte \(at), from trace \(head.first + 1) on, is damaged")
        }
      }
      at += Int64(length)
    }
    return (places, damage)
  }

  private static func head(
    _ file: borrowing OpenFile, _ path: String, _ at: Int64
  ) throws(TracePackError) -> PackSection.Head? {
    try TracePack.bytes(file, at: at, count: PackSection.headCount, path).flatMap { PackSection.Head($0) }
  }
}
