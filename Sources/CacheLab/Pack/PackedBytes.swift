import LabBase

/// Bytes as they are and as copies of what stood before (Ziv and Lempel 1977).
///
/// Runs and copies take turns: how many bytes stand as they are, and these; then the length of a copy, and how far back it
/// begins.
enum PackedBytes {
  private static let shortest = 4
  /// Copies that are looked at, and bytes of one at most.
  private static let (depth, longest) = (32, 1 << 16)

  static func write(_ bytes: [UInt8], to writer: inout ByteWriter) {
    var heads: [UInt32: Int] = [:]
    var earlier = [Int](repeating: -1, count: bytes.count)
    func key(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[at + $1]) } }
    func note(_ at: Int) {
      guard at + shortest <= bytes.count else { return }
      earlier[at] = heads.updateValue(at, forKey: key(at)) ?? -1
    }
    func copy(_ at: Int) -> (length: Int, from: Int)? {
      guard at + shortest <= bytes.count, var from = heads[key(at)] else { return nil }
      var best: (length: Int, from: Int)?
      for _ in 0..<depth where from >= 0 {
        var length = 0
        while length < longest, at + length < bytes.count, bytes[from + length] == bytes[at + length] { length += 1 }
        if length > best?.length ?? 0 { best = (length, from) }
        from = earlier[from]
      }
      return best
    }
    var (start, at) = (0, 0)
    func writeRun() {
      writer.varint(UInt64(at - start))
      writer.append(bytes[start..<at])
    }
    while at < bytes.count {
      guard let found = copy(at) else {
        note(at)
        at += 1
        continue
      }
      writeRun()
      writer.varint(UInt64(found.length - shortest))
      writer.varint(UInt64(at - found.from))
      for place in at..<(at + found.length) { note(place) }
      at += found.length
      start = at
    }
    if start < at { writeRun() }
  }

  /// So many bytes; nil where there are others.
  static func read(_ count: Int, from reader: inout ByteReader) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard let run = reader.varint(), run <= UInt64(count - bytes.count), let plain = reader.take(Int(run)) else {
        return nil
      }
      bytes += plain
      if bytes.count == count { break }
      guard let length = reader.varint(), let way = reader.varint(), length <= UInt64(longest - shortest),
        Int(length) + shortest <= count - bytes.count, way > 0, way <= UInt64(bytes.count)
      else { return nil }
      for _ in 0..<(Int(length) + shortest) { bytes.append(bytes[bytes.count - Int(way)]) }
    }
    return bytes
  }
}
