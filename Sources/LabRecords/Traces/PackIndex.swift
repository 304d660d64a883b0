import CacheLab
import LabBase

/// The description of a block, in the header of the block and again in the index.
struct PackEntry: Hashable, Sendable {
  /// The bytes of the whole member.
  let length: UInt32
  let traceCount: UInt32
  /// The bytes of the text, and its CRC-32, as in gzip's trailer.
  var textCount: UInt32
  var textChecksum: UInt32
  /// The XXH64 of the member behind its header.
  let checksum: UInt64

  /// Its bytes in an index or a header.
  static let byteCount = 24
  /// The most bytes of a member: compressed text is hardly longer than the text.
  static let lengthMax = TracePackBlock.textMax + (1 << 16)

  /// Returns the entry of a block of `text`, and its member.
  static func member(_ text: [UInt8], traceCount: Int) -> (entry: PackEntry, bytes: [UInt8]) {
    let body = Gzip.body(text)
    let entry = PackEntry(
      length: PackMember.block.byteCount(entries: 1) + body.count, traceCount: traceCount, textCount: text.count,
      body: body)
    return (entry, entry.header + body)
  }

  /// - Parameter body: The member behind its header, or all of another program's.
  init(length: Int, traceCount: Int, textCount: Int, body: [UInt8]) {
    (self.length, self.traceCount, self.textCount) = (UInt32(length), UInt32(traceCount), UInt32(textCount))
    textChecksum = PackEntry.textChecksum(body)
    checksum = XXHash64.hash(body)
  }

  /// Returns nil for numbers that no pack has.
  init?(_ reader: inout ByteReader) {
    guard let length = reader.little32(), let traces = reader.little32(), let text = reader.little32(),
      let textChecksum = reader.little32(), let checksum = reader.little64(),
      (UInt32(PackMember.block.byteCount(entries: 1))...UInt32(PackEntry.lengthMax)).contains(length),
      (1...UInt32(TracePackBlock.textMax)).contains(text), (1...text).contains(traces)
    else { return nil }
    (self.length, traceCount, textCount) = (length, traces, text)
    (self.textChecksum, self.checksum) = (textChecksum, checksum)
  }

  func write(to writer: inout ByteWriter) {
    for number in [length, traceCount, textCount, textChecksum] { writer.little32(number) }
    writer.little64(checksum)
  }

  /// The header of the block's member.
  var header: [UInt8] { PackMember.block.header([self]) }

  /// Its part in the digest of a pack, by its text, however that is compressed.
  var identity: [UInt8] {
    var writer = ByteWriter()
    for number in [traceCount, textCount, textChecksum] { writer.little32(number) }
    return writer.bytes
  }

  /// Returns the CRC-32 at the end of a member.
  static func textChecksum(_ member: [UInt8]) -> UInt32 {
    var trailer = ByteReader(Array(member.suffix(Gzip.trailerCount)))
    return trailer.little32() ?? 0
  }
}

/// The kinds of members of a pack, by the extra fields of their headers. Those of an index have no text, so that other
/// programs pass over them.
enum PackMember: UInt8, CaseIterable {
  /// Traces; the field holds the block's entry.
  case block = 0x42
  /// Entries of blocks, in their order.
  case index = 0x49
  /// The end: the number of blocks before the index, and the index's checksum.
  case end = 0x45

  /// The bytes of a header before its entries: those of gzip, the length of the field, the name and length of its content.
  static let leadCount = Gzip.start.count + 6
  private static let mark: UInt8 = 0x43
  /// An empty text, compressed, and its trailer.
  static let emptyBody: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]

  func byteCount(entries: Int) -> Int { PackMember.leadCount + entries * PackEntry.byteCount }

  func header(_ entries: [PackEntry]) -> [UInt8] {
    var writer = ByteWriter()
    for entry in entries { entry.write(to: &writer) }
    return header(writer.bytes)
  }

  func header(_ content: [UInt8]) -> [UInt8] {
    Gzip.header(extra: [PackMember.mark, rawValue, UInt8(content.count & 255), UInt8(content.count >> 8)] + content)
  }

  /// Reads the lead of a header: the kind of the member, and the bytes of the header that follow.
  static func lead(_ bytes: [UInt8]) -> (kind: PackMember, count: Int)? {
    guard bytes.count >= leadCount, bytes.starts(with: Gzip.start), bytes[12] == mark,
      let kind = PackMember(rawValue: bytes[13])
    else { return nil }
    let (field, count) = (Int(bytes[10]) | Int(bytes[11]) << 8, Int(bytes[14]) | Int(bytes[15]) << 8)
    return field == count + 4 ? (kind, count) : nil
  }
}

/// The blocks of a pack, listed at its end, so that no reader must go through them. `cat` leaves several in a file, each
/// behind the blocks that it lists.
enum PackIndex {
  /// The most entries of a member.
  private static let entriesMax = 2500
  /// The bytes of the end of an index, which has two numbers.
  private static let endCount = PackMember.leadCount + 16 + PackMember.emptyBody.count

  /// Returns the members of the index of a pack that begins with these blocks.
  static func bytes(_ entries: [PackEntry]) -> [UInt8] {
    var index: [UInt8] = []
    for begin in stride(from: 0, to: entries.count, by: entriesMax) {
      let some = Array(entries[begin..<min(begin + entriesMax, entries.count)])
      index += PackMember.index.header(some) + PackMember.emptyBody
    }
    var end = ByteWriter()
    end.little64(UInt64(entries.count))
    end.little64(XXHash64.hash(index))
    return index + PackMember.end.header(end.bytes) + PackMember.emptyBody
  }

  private static func byteCount(_ blocks: Int) -> Int {
    (blocks + entriesMax - 1) / entriesMax * (PackMember.leadCount + PackMember.emptyBody.count)
      + blocks * PackEntry.byteCount
  }

  /// Returns the blocks listed by the index that ends at `end`, and the place of the first; nil if no index ends there.
  ///
  /// - Throws: `InputError` for a wrong index.
  static func blocks(
    endingAt end: Int64, of file: PackFile
  ) throws(InputError) -> (entries: [PackEntry], start: Int64)? {
    let place = end - Int64(endCount)
    guard place >= 0, let bytes = try file.bytes(at: place, count: endCount),
      PackMember.lead(bytes).map({ $0 == (.end, 16) }) == true,
      Array(bytes.suffix(PackMember.emptyBody.count)) == PackMember.emptyBody
    else { return nil }
    var reader = ByteReader(Array(bytes.dropFirst(PackMember.leadCount)))
    let wrong = InputError.damage(file.path, "the index that ends at byte \(end) is wrong")
    guard let count = reader.little64(), let checksum = reader.little64(), count <= UInt64(TracePack.tracesMax)
    else { throw wrong }
    let length = byteCount(Int(count))
    guard Int64(length) <= place, let index = try file.bytes(at: place - Int64(length), count: length),
      XXHash64.hash(index) == checksum
    else { throw wrong }
    var (entries, at): ([PackEntry], Int) = ([], 0)
    while at < index.count {
      let lead = PackMember.lead(Array(index[at...].prefix(PackMember.leadCount)))
      let some = min(entriesMax, Int(count) - entries.count) * PackEntry.byteCount
      guard let lead, lead == (.index, some) else { throw wrong }
      at += PackMember.leadCount
      reader = ByteReader(Array(index[at..<(at + some)]))
      while !reader.isAtEnd {
        guard let entry = PackEntry(&reader) else { throw wrong }
        entries.append(entry)
      }
      at += some + PackMember.emptyBody.count
    }
    let start = entries.reduce(place - Int64(length)) { $0 - Int64($1.length) }
    guard start >= 0 else { throw wrong }
    return (entries, start)
  }
}
