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
    do throws(FileError) {
      file = try OpenFile.reading(path)
      byteCount = try file.state().byteCount
    } catch {
      throw PackFile.refusal(path, error)
    }
    let start = try bytes(at: 0, count: min(Int(byteCount), 12)) ?? []
    try checkStart(start)
  }

  /// Returns nil when the file ends first.
  func bytes(at offset: Int64, count: Int) throws(InputError) -> [UInt8]? {
    do throws(FileError) { return try file.bytes(at: offset, count: count) } catch {
      throw InputError(path, error.reason, cure: "check the disk, and run again")
    }
  }

  private static func refusal(_ path: String, _ error: FileError) -> InputError {
    let make = "'\(ToolName.current) trace pack DIR -o fleet.pack' makes a pack of a folder"
    switch error {
    case .system(_, _, .noSuchFileOrDirectory):
      return InputError(path, "there is no such file", cure: "check the path; \(make)")
    case .notRegular: return InputError(path, "this is a folder or a device, and no pack", cure: make)
    default: return InputError(path, error.reason, cure: "check the path")
    }
  }

  private func checkStart(_ start: [UInt8]) throws(InputError) {
    if start.isEmpty { throw InputError(path, "it is empty", cure: "copy it again, or pack the traces again") }
    if start.starts(with: "cachelab tra".utf8) {
      throw InputError(path, "this is a pack of an earlier \(ToolName.current)", cure: "pack the traces again")
    }
    guard !start.starts(with: Gzip.start.prefix(3)) else { return }
    throw InputError(
      path, "this is no pack of traces",
      cure: "give a file that '\(ToolName.current) trace pack' wrote, or traces by gzip")
  }
}

/// Finds the blocks of a pack, from the front.
struct PackWalk {
  private let file: PackFile
  private(set) var places: [TracePack.Place] = []
  /// The places with something else than a block, in words.
  private(set) var damage: [String] = []
  private var at: Int64 = 0

  init(_ file: PackFile) throws(InputError) {
    self.file = file
    while at < file.byteCount {
      let header = try bytes(PackEntry.headerCount)
      if let entry = PackEntry(header: header) {
        try pass(entry)
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

  /// Returns the bytes at the current place, fewer at the end.
  private func bytes(_ count: Int) throws(InputError) -> [UInt8] {
    try file.bytes(at: at, count: Int(min(Int64(count), file.byteCount - at))) ?? []
  }

  private mutating func pass(_ entry: PackEntry) throws(InputError) {
    guard Int64(entry.length) <= file.byteCount - at else {
      return stop("it is cut at byte \(file.byteCount), in the block at byte \(at)")
    }
    places.append(TracePack.Place(first: 0, offset: at, entry: entry))
    at += Int64(entry.length)
  }

  /// Goes past a member of another program, whose text alone tells its length.
  private mutating func passForeign() throws(InputError) {
    var size = 1 << 16
    while true {
      let bytes = try bytes(size)
      do throws(Gzip.Failure) {
        let (text, length) = try Gzip.read(bytes, textMax: TracePackBlock.textMax)
        // Others mark the end of a file by a member without a text.
        if !text.isEmpty { takeForeign(text, Array(bytes[..<length])) }
        at += Int64(length)
        return
      } catch {
        if case .cut = error, bytes.count < file.byteCount - at, size < PackEntry.lengthMax {
          size *= 2
          continue
        }
        return stop("from byte \(at) on nothing can be told (\(error.words))")
      }
    }
  }

  private mutating func takeForeign(_ text: [UInt8], _ member: [UInt8]) {
    do throws(Gzip.Failure) {
      let entry = PackEntry(
        length: member.count, traceCount: try TracePackBlock(text).count, textCount: text.count, body: member)
      places.append(TracePack.Place(first: 0, offset: at, entry: entry, hasHeader: false))
    } catch {
      damage.append("the block at byte \(at) is no traces (\(error.words))")
    }
  }
}
