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
