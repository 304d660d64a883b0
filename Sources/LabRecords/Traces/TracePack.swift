package import CacheLab
import LabBase
import LabSystem
import SystemPackage

/// A file of many traces, each found by its number without reading the others.
///
/// A first line, then sections: blocks of traces, and at the end an index.
public final class TracePack: Sendable {
  /// Where a block is. No place that was read is beyond the limits of packs, so sums of its numbers need no checks.
  struct Place: Hashable, Sendable {
    /// The number of its first trace, from 0.
    var first: Int
    var count: Int
    /// Of the section, with its head.
    var offset: Int64
    var length: Int
    var checksum: UInt64

    static let byteCount = 32

    var traces: Range<Int> { first..<(first + count) }
    var end: Int64 { offset + Int64(length) }
  }

  private static let version = 2
  private static let name = Array("cachelab trace pack ".utf8)
  static let mark = name + Array("\(version)\n".utf8)
  /// Traces of a pack at most.
  package static let tracesMax = 100_000_000

  public let path: String
  public var traceCount: Int { places.last?.traces.upperBound ?? 0 }
  public var blockCount: Int { places.count }
  /// SHA-256 over the counts and checksums of all blocks, as the index has them.
  public let digest: String
  public let byteCount: Int64
  private let file: OpenFile
  /// By number; of a pack without a right index those of whole blocks.
  let places: [Place]
  private let isScanned: Bool
  /// What a scan found damaged.
  public let damage: [String]

  /// Opens a pack.
  ///
  /// - Parameter skippingDamage: Whether to look through a pack whose index is missing or wrong for whole blocks; traces
  ///   then count from 0 in the order of what is left.
  /// - Throws: `TracePackError` for what is no pack, or one whose index is missing or wrong.
  public init(_ path: String, skippingDamage: Bool = false) throws(TracePackError) {
    self.path = path
    do throws(FileError) {
      file = try OpenFile.reading(path)
      byteCount = try file.state().byteCount
    } catch {
      throw TracePackError(path, TracePack.refusal(error))
    }
    let start = try TracePack.bytes(file, at: 0, count: min(Int(byteCount), TracePack.mark.count), path) ?? []
    guard start == TracePack.mark else { throw TracePackError(path, TracePack.refusal(start)) }
    let cure = "copy it again, or take what is whole with '\(ToolName.current) trace unpack --skip-damaged'"
    var wrong: String?
    if let foot = try PackWalk.foot(file, path, byteCount) {
      if let places = try PackIndex.places(foot, file, path, byteCount) {
        (self.places, digest, isScanned, damage) = (places, foot.digest, false, [])
        return
      }
      wrong = "its index is wrong"
    }
    guard skippingDamage else {
      throw TracePackError(path, "\(wrong ?? "its end is missing, so it was cut"): \(cure)")
    }
    let (places, others) = try PackWalk.blocks(file, path, byteCount)
    (self.places, isScanned, damage) = (places, true, (wrong.map { [$0] } ?? []) + others)
    digest = TracePack.digest(places)
  }

  /// What to say of a file that cannot be opened.
  private static func refusal(_ error: FileError) -> String {
    switch error {
    case .system(_, _, .noSuchFileOrDirectory):
      "there is no such file: check the path, or make it with '\(ToolName.current) trace pack DIR -o fleet.pack'"
    case .notRegular:
      "this is a folder or a device, and no pack: '\(ToolName.current) trace pack DIR -o fleet.pack' makes one of the "
        + "traces of a folder"
    default: "\(error.reason): check the path"
    }
  }

  /// What to say of a file that begins like this.
  private static func refusal(_ start: [UInt8]) -> String {
    if start.isEmpty { return "it is empty: copy it again, or pack the traces again" }
    if start.count < TracePack.mark.count, TracePack.mark.starts(with: start) {
      return "it is cut at byte \(start.count): copy it again, or pack the traces again"
    }
    guard start.starts(with: TracePack.name) else {
      return "this is no pack of traces: give a file that '\(ToolName.current) trace pack' wrote"
    }
    return "this is a pack of another version than \(version), which is all that this \(ToolName.current) reads: "
      + "pack the traces again, or use the program that packed them"
  }

  static func digest(_ places: [Place]) -> String {
    var hash = SHA256()
    for place in places { hash.update(place.identity) }
    return hash.hex
  }

  static func bytes(_ file: borrowing OpenFile, at offset: Int64, count: Int, _ path: String) throws(TracePackError)
    -> [UInt8]?
  {
    do throws(FileError) { return try file.bytes(at: offset, count: count) } catch {
      throw TracePackError(path, error.reason)
    }
  }

  /// The number of the block that has a trace.
  ///
  /// - Precondition: a trace of the pack.
  public func block(ofTrace number: Int) -> Int {
    precondition((0..<traceCount).contains(number), "a trace of the pack")
    var (low, high) = (0, blockCount - 1)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].traces.upperBound <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The block that has a trace, and the number of the block's first.
  ///
  /// - Precondition: a trace of the pack.
  package func traces(around number: Int) throws(TracePackError) -> (first: Int, traces: TracePackBlock) {
    try traces(ofBlock: block(ofTrace: number))
  }

  /// The traces of a block, and the number of its first.
  ///
  /// - Throws: `TracePackError` naming the block and its traces where it is damaged, or is not what the index says.
  package func traces(ofBlock number: Int) throws(TracePackError) -> (first: Int, traces: TracePackBlock) {
    let place = places[number]
    let section = try section(number, place)
    let block: TracePackBlock
    do throws(TracePackDamage) { block = try TracePackBlock(section.content) } catch {
      throw damage(number, place, error.description)
    }
    guard block.count == place.count else { throw damage(number, place, "it has \(block.count) traces") }
    return (place.first, block)
  }

  /// A trace of a block.
  ///
  /// - Throws: `TracePackError` naming the trace where it cannot be read.
  package func document(
    _ index: Int, of block: (first: Int, traces: TracePackBlock)
  ) throws(TracePackError) -> TraceDocument {
    do { return try block.traces.document(index) } catch {
      throw .damage("\(path)#\(block.first + index + 1)", "\(error)")
    }
  }

  /// A block that has the checksum that the index says.
  private func section(_ number: Int, _ place: Place) throws(TracePackError) -> PackSection {
    guard let bytes = try TracePack.bytes(file, at: place.offset, count: place.length, path) else {
      throw damage(number, place, "it is cut")
    }
    guard let section = PackSection(bytes, kind: .block) else { throw damage(number, place, "its checksum is wrong") }
    guard section.head.checksum == place.checksum else {
      throw damage(number, place, "its checksum is not that of the index")
    }
    // Blocks that were scanned are counted anew.
    guard isScanned || section.head.first == UInt64(place.first) else {
      throw damage(number, place, "by its head it begins with trace \(Int128(section.head.first) + 1)")
    }
    return section
  }

  private func damage(_ number: Int, _ place: Place, _ what: String) -> TracePackError {
    .damage(
      path,
      "block \(number + 1) of \(blockCount), traces \(place.first + 1) to \(place.traces.upperBound), is damaged (\(what))"
    )
  }

  /// Whether a block has the checksum that the index says.
  ///
  /// - Throws: Where it cannot be read, which says nothing of it.
  public func isWhole(block number: Int) throws(TracePackError) -> Bool {
    do throws(TracePackError) { _ = try section(number, places[number]) } catch {
      guard error.isDamage else { throw error }
      return false
    }
    return true
  }

  /// What a plan knows a pack by.
  public struct Content: Hashable, Sendable {
    /// SHA-256 over the counts and checksums of all blocks; the checksum of one that is left out counts as 0.
    public let digest: String
    /// The numbers of blocks that are left out, because they are damaged.
    public let damaged: Set<Int>
  }

  /// What the pack holds: a block that is read is checked against that.
  ///
  /// - Parameter skippingDamage: Whether to read all blocks, and to leave out those that are damaged. So all who do this
  ///   with the same pack leave out the same, and a pack with such a block has another digest than a whole one.
  public func content(skippingDamage: Bool) throws(TracePackError) -> Content {
    if !skippingDamage { return Content(digest: digest, damaged: []) }
    var (hash, damaged) = (SHA256(), Set<Int>())
    for (number, var place) in places.enumerated() {
      if try !isWhole(block: number) {
        damaged.insert(number)
        place.checksum = 0
      }
      hash.update(place.identity)
    }
    return Content(digest: hash.hex, damaged: damaged)
  }
}

/// What is wrong with a pack, and the cure.
public struct TracePackError: Error, Hashable, Sendable, CustomStringConvertible {
  public let path: String
  public let problem: String
  private let cure: String
  /// True for bytes that are not what was written, false for those that could not be read.
  public let isDamage: Bool

  public init(_ path: String, _ problem: String) { self.init(path, problem, cure: "", isDamage: false) }

  private init(_ path: String, _ problem: String, cure: String, isDamage: Bool) {
    (self.path, self.problem, self.cure, self.isDamage) = (path, problem, cure, isDamage)
  }

  /// A damaged block or trace.
  package static func damage(_ path: String, _ problem: String) -> TracePackError {
    TracePackError(
      path, problem,
      cure: ": copy the pack again, or leave what is damaged out: trace unpack and sweep have --skip-damaged",
      isDamage: true)
  }

  /// Without the path.
  var reason: String { (problem + cure).visible }

  public var description: String { "\(path.visible): \(reason)" }
}
