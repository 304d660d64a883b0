import CacheLab
import LabSystem
import SystemPackage

/// An open pack.
final class PackFile: Sendable {
  let path: String
  let byteCount: Int64
  private let file: OpenFile

  /// - Throws: `InputError` for a file that does not begin as a pack.
  init(_ path: String) throws(InputError) {
    self.path = path
    let make = "'\(ToolName.current) trace pack DIR -o fleet.pack' makes a pack of a folder"
    do throws(FileError) {
      file = try OpenFile.reading(path)
      byteCount = try file.state().byteCount
    } catch .system(_, _, .noSuchFileOrDirectory) {
      throw InputError(path, "there is no such file", cure: "check the path; \(make)")
    } catch .notRegular {
      throw InputError(path, "this is a folder or a device, and no pack", cure: make)
    } catch {
      throw InputError(path, error.reason, cure: "check the path")
    }
    let start = try bytes(at: 0, count: min(Int(byteCount), 12)) ?? []
    if start.isEmpty { throw InputError(path, "it is empty", cure: "copy it again, or pack the traces again") }
    if start.starts(with: "cachelab tra".utf8) {
      throw InputError(path, "this is a pack of an earlier \(ToolName.current)", cure: "pack the traces again")
    }
    guard start.starts(with: Gzip.start.prefix(3)) else {
      throw InputError(
        path, "this is no pack of traces",
        cure: "give a file that '\(ToolName.current) trace pack' wrote, or traces by gzip")
    }
  }

  /// Returns nil when the file ends first.
  func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8]? {
    do throws(FileError) { return try file.bytes(at: offset, count: count) } catch {
      throw InputError(path, error.reason, cure: "check the disk, and run again")
    }
  }
}

/// Finds the blocks of a pack, from the front.
struct PackWalk {
  private let file: PackFile
  private(set) var places: [TracePack.Place] = []
  /// The places with something else than a block, in words.
  private(set) var damage: [String] = []
  private var at: Int64 = 0

  /// - Throws: `InputError` for a pack that cannot be read, or has too many traces.
  init(_ file: PackFile) throws(InputError) {
    self.file = file
    while at < file.byteCount {
      let header = try bytes(PackEntry.headerCount)
      if let entry = PackEntry(header: header) {
        if Int64(entry.length) > file.byteCount - at {
          stop("it is cut at byte \(file.byteCount), in the block at byte \(at)")
        } else {
          try take(entry, hasHeader: true)
          at += Int64(entry.length)
        }
      } else if header.starts(with: Gzip.start.prefix(3)) {
        try passForeign()
      } else {
        stop("from byte \(at) on nothing can be told")
      }
    }
  }

  private mutating func stop(_ what: String) {
    damage.append(what)
    at = file.byteCount
  }

  private mutating func take(_ entry: PackEntry, hasHeader: Bool) throws(InputError) {
    let place = TracePack.Place(
      first: places.last?.traces.upperBound ?? 0, offset: at, entry: entry, hasHeader: hasHeader)
    guard place.traces.upperBound <= TracePack.tracesMax else {
      throw InputError(file.path, "it has more than \(TracePack.tracesMax) traces", cure: "part it")
    }
    places.append(place)
  }

  private func bytes(_ count: Int) throws(InputError) -> [UInt8] {
    try file.bytes(at: at, count: Int(min(Int64(count), file.byteCount - at))) ?? []
  }

  /// Goes past a member of another program, whose text alone tells its length.
  private mutating func passForeign() throws(InputError) {
    var size = 1 << 16
    while true {
      let bytes = try bytes(size)
      let (text, length): ([UInt8], Int)
      do throws(Gzip.Failure) {
        (text, length) = try Gzip.read(bytes, textMax: TracePackBlock.textMax)
      } catch {
        if case .cut = error, bytes.count < file.byteCount - at, size < PackEntry.lengthMax {
          size *= 2
          continue
        }
        return stop("from byte \(at) on nothing can be told (\(error.words))")
      }
      // Others mark the end of a file by a member without a text.
      if !text.isEmpty { try takeForeign(text, Array(bytes[..<length])) }
      at += Int64(length)
      return
    }
  }

  private mutating func takeForeign(_ text: [UInt8], _ member: [UInt8]) throws(InputError) {
    let traceCount: Int
    do throws(Gzip.Failure) { traceCount = try TracePackBlock(text).count } catch {
      return damage.append("the block at byte \(at) is no traces (\(error.words))")
    }
    let entry = PackEntry(length: member.count, traceCount: traceCount, textCount: text.count, body: member)
    try take(entry, hasHeader: false)
  }
}

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
