import CacheLab

/// The description of a block of a pack, in the extra field of its member's header.
struct PackEntry: Hashable, Sendable {
  let length: UInt32
  let traceCount: UInt32
  /// The bytes of the text, and its CRC-32, as in gzip's trailer.
  var textCount: UInt32
  var textChecksum: UInt32
  /// The XXH64 of the member behind its header.
  let checksum: UInt64

  private static let byteCount = 32
  private static let mark: [UInt8] = [0x43, 0x42]
  /// The bytes of a member's header: those of gzip, the length of the field, its name and length, and the entry.
  static let headerCount = Gzip.start.count + 6 + byteCount
  /// The most bytes of a member: compressed text is hardly longer than the text.
  static let lengthMax = TracePackBlock.textMax + (1 << 16)

  /// - Parameter body: The member behind its header, or all of another program's.
  init(length: Int, traceCount: Int, textCount: Int, body: [UInt8]) {
    (self.length, self.traceCount, self.textCount) = (UInt32(length), UInt32(traceCount), UInt32(textCount))
    textChecksum = PackEntry.textChecksum(body)
    checksum = XXHash64.hash(body)
  }

  /// Reads the header of a member; returns nil for another program's, and for numbers that no pack has.
  init?(header: [UInt8]) {
    let lead = Gzip.header(extra: PackEntry.mark + [UInt8(PackEntry.byteCount), 0], more: PackEntry.byteCount)
    guard header.starts(with: lead) else { return nil }
    var reader = ByteReader(Array(header.dropFirst(lead.count)))
    guard let length = reader.little32(), let traces = reader.little32(), let text = reader.little32(),
      let textChecksum = reader.little32(), let checksum = reader.little64(),
      reader.little64() == XXHash64.hash(Array(header[lead.count..<lead.count + 24])),
      (UInt32(PackEntry.headerCount)...UInt32(PackEntry.lengthMax)).contains(length),
      (1...UInt32(TracePackBlock.textMax)).contains(text), (1...text).contains(traces)
    else { return nil }
    (self.length, traceCount, textCount) = (length, traces, text)
    (self.textChecksum, self.checksum) = (textChecksum, checksum)
  }

  var header: [UInt8] {
    var writer = ByteWriter()
    for number in [length, traceCount, textCount, textChecksum] { writer.little32(number) }
    writer.little64(checksum)
    // A header with damage is not believed: its block is then read by its text.
    writer.little64(XXHash64.hash(writer.bytes))
    return Gzip.header(extra: PackEntry.mark + [UInt8(PackEntry.byteCount), 0] + writer.bytes)
  }

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
