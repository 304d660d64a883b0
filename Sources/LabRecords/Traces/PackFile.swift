final class PackFile: Sendable {
  let path: String
  let byteCount: Int64
  private let file: OpenFile

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
    let start = try bytes(at: 0, count: 12)
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

  func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8] {
    do throws(FileError) { return try file.prefix(count, from: offset) } catch {
      throw InputError(path, error.reason, cure: "check the disk, and run again")
    }
  }
}

struct PackWalk {
  private let file: PackFile
  private(set) var places: [TracePack.Place] = []
  /// Descriptions of the places that hold something other than a block.
  private(set) var damage: [String] = []
  private var at: Int64 = 0

  init(_ file: PackFile) throws(InputError) {
    self.file = file
    while at < file.byteCount {
      let start = try file.bytes(at: at, count: PackHeader.byteCount)
      if let header = PackHeader(start) {
        try take(header)
      } else if start.starts(with: Gzip.start.prefix(3)) {
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

  private mutating func take(_ header: PackHeader) throws(InputError) {
    if Int64(header.length) > file.byteCount - at {
      return stop("it is cut at byte \(file.byteCount), in the block at byte \(at)")
    }
    let end = at + Int64(header.length)
    let trailer = try file.bytes(at: end - Int64(Gzip.trailerCount), count: Gzip.trailerCount)
    let place = TracePack.Place(
      first: places.last?.traces.upperBound ?? 0, offset: at, header: header, trailer: trailer)
    guard place.traces.upperBound <= TracePack.tracesMax else {
      throw InputError(file.path, "it has more than \(TracePack.tracesMax) traces", cure: "part it")
    }
    places.append(place)
    at = end
  }

  /// Skips a member of another program, whose length only decompression shows.
  private mutating func passForeign(within size: Int = 1 << 16) throws(InputError) {
    let bytes = try file.bytes(at: at, count: size)
    let (text, length): ([UInt8], Int)
    do throws(Gzip.Failure) {
      (text, length) = try Gzip.read(bytes, textMax: TracePackBlock.textMax)
    } catch {
      if case .cut = error, bytes.count < file.byteCount - at, size < PackHeader.lengthMax {
        return try passForeign(within: 2 * size)
      }
      return stop("from byte \(at) on nothing can be told (\(error.words))")
    }
    var count = 0
    do throws(Gzip.Failure) {
      // Others mark the end of a file by a member without a text.
      if !text.isEmpty { count = try TracePackBlock(text, first: 0, of: file.path).count }
    } catch {
      damage.append("the block at byte \(at) is no traces (\(error.words))")
    }
    guard count > 0 else { return at += Int64(length) }
    try take(PackHeader(length: UInt32(length), traceCount: UInt32(count)))
  }
}

/// The header of a block's member: in its extra field the length of the member and the number of its traces.
struct PackHeader: Hashable, Sendable {
  let length: UInt32
  let traceCount: UInt32

  /// The name of the field and its length.
  private static let mark: [UInt8] = [0x43, 0x42, 16, 0]
  static let byteCount = Gzip.start.count + 2 + mark.count + 16
  /// The most bytes of a member: compressed text is hardly longer than the text.
  static let lengthMax = TracePackBlock.textMax + (1 << 16)

  init(length: UInt32, traceCount: UInt32) { (self.length, self.traceCount) = (length, traceCount) }

  /// Reads the start of a member; returns nil for another program's, and for a damaged one: its block is then read by its
  /// text.
  init?(_ start: [UInt8]) {
    var reader = ByteReader(Array(start.dropFirst(PackHeader.byteCount - 16)))
    guard let length = reader.little32(), let traceCount = reader.little32() else { return nil }
    self.init(length: length, traceCount: traceCount)
    guard bytes == start, (UInt32(PackHeader.byteCount)...UInt32(PackHeader.lengthMax)).contains(length),
      (1...UInt32(TracePackBlock.textMax)).contains(traceCount)
    else { return nil }
  }

  var bytes: [UInt8] {
    var writer = ByteWriter()
    for number in [length, traceCount] { writer.little32(number) }
    writer.little64(XXHash64.hash(writer.bytes))
    return Gzip.header(extra: PackHeader.mark + writer.bytes)
  }
}
