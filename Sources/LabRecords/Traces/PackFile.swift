import CacheLab
import LabBase
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
    case .system(_, _, .noSuchFileOrDirectory): return InputError(path, "there is no such file", cure: make)
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

/// Goes through a pack from the front, where no index lists its blocks.
struct PackWalk {
  private let end: Int64
  private let checksBlocks: Bool
  private(set) var places: [TracePack.Place] = []
  /// The damaged places, in words.
  private(set) var damage: [String] = []
  private var at: Int64 = 0

  /// - Parameter checksBlocks: Whether each block is read, and left out if damaged.
  init(end: Int64, checksBlocks: Bool) { (self.end, self.checksBlocks) = (end, checksBlocks) }

  mutating func run(_ file: PackFile) throws(InputError) {
    while at < end {
      let lead = try bytes(of: file, PackMember.leadCount)
      if let (kind, count) = PackMember.lead(lead) {
        try pass(kind, count, file)
      } else if lead.starts(with: Gzip.start.prefix(3)) {
        try passForeign(file)
      } else {
        stop("from byte \(at) on nothing can be told")
      }
    }
  }

  private mutating func stop(_ what: String) {
    damage.append(what)
    at = end
  }

  /// Returns the bytes at the current place, fewer at the end.
  private func bytes(of file: PackFile, _ count: Int) throws(InputError) -> [UInt8] {
    try file.bytes(at: at, count: Int(min(Int64(count), end - at))) ?? []
  }

  /// Goes past a member of this program.
  private mutating func pass(_ kind: PackMember, _ count: Int, _ file: PackFile) throws(InputError) {
    var length = PackMember.leadCount + count + PackMember.emptyBody.count
    if kind == .block {
      var reader = ByteReader(Array(try bytes(of: file, PackMember.leadCount + count).dropFirst(PackMember.leadCount)))
      guard let entry = PackEntry(&reader) else { return stop("from byte \(at) on nothing can be told") }
      length = Int(entry.length)
      let place = TracePack.Place(first: 0, offset: at, entry: entry)
      if length <= end - at, try isWhole(place, file) {
        places.append(place)
      } else if length <= end - at {
        damage.append("the block at byte \(at) is damaged")
      }
    }
    guard length <= end - at else { return stop("it is cut at byte \(end), in the block at byte \(at)") }
    at += Int64(length)
  }

  private func isWhole(_ place: TracePack.Place, _ file: PackFile) throws(InputError) -> Bool {
    guard checksBlocks else { return true }
    guard let member = try file.bytes(at: place.offset, count: Int(place.entry.length)) else { return false }
    return place.isWhole(member) && (try? place.block(member)) != nil
  }

  /// Goes past a member of another program, whose text alone tells its length.
  private mutating func passForeign(_ file: PackFile) throws(InputError) {
    var size = 1 << 16
    while true {
      let bytes = try bytes(of: file, size)
      do throws(Gzip.Failure) {
        let (text, length) = try Gzip.read(bytes, textMax: TracePackBlock.textMax)
        defer { at += Int64(length) }
        // Others mark the end of a file by a member without a text.
        if text.isEmpty { return }
        guard let block = try? TracePackBlock(text) else {
          return damage.append("the block at byte \(at) does not begin with the header of a trace")
        }
        let entry = PackEntry(
          length: length, traceCount: block.count, textCount: text.count, body: Array(bytes[..<length]))
        places.append(TracePack.Place(first: 0, offset: at, entry: entry, hasHeader: false))
        return
      } catch {
        if case .cut = error, bytes.count < end - at, size < PackEntry.lengthMax {
          size *= 2
          continue
        }
        return stop("from byte \(at) on nothing can be told (\(error.words))")
      }
    }
  }
}
