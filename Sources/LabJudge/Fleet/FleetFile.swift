import LabBase
import LabRecords
import LabSystem

/// A file of what was counted over a fleet: a first line that says of what, then cells by their keys, in blocks with a
/// checksum each, then how many cells there are.
///
/// The whole fleet is written like a shard of it, and so is the part of a shard that was done when it was last saved.
struct FleetHead: Hashable, Sendable {
  var plan: FleetPlan
  var shard: SweepShard
  /// How much of the shard's work is in it, where it is not all.
  var part: Range<Int>?

  static let bytesMax = 8 << 20
  /// Whether it is a shard or merged is not known without a whole first line.
  static let cure = "run that sweep or shard, or merge its shards, again"

  var line: String {
    var members: [String: JSON] = [
      "digest": .string(plan.digest), "program": .string(plan.sweep.program), "shard": .string(shard.description),
      "work": plan.json,
    ]
    if let part { members["part"] = .string("\(part.lowerBound)-\(part.upperBound)") }
    return SweepHead.fleet.line(members)
  }
}

extension FleetHead {
  /// Reads `line` back without its newline.
  ///
  /// - Parameter known: A plan that was read, and its text: of 10,000 shards all have the same.
  init(_ line: Substring, name: String, known: inout (text: String, plan: FleetPlan)?) throws(SweepError) {
    let changed = SweepError(
      "\(name):1", "another version of \(ToolName.current) wrote this, or it was changed: \(FleetHead.cure)")
    guard line.hasPrefix(SweepHead.fleet.mark) else {
      throw .noFleet("\(name):1")
    }
    // The members stand in alphabetical order, the longest comes last.
    let line = try SweepHead.fleet.members(line, at: "\(name):1", cure: FleetHead.cure)
    guard let work = line.firstRange(of: ",\"work\":"), let head = try? JSON.parse(line[..<work.lowerBound] + "}"),
      let program = head["program"]?.string, let shard = head["shard"]?.string.flatMap({ SweepShard($0) })
    else { throw changed }
    let text = line[work.upperBound...].dropLast()
    if known.map({ $0.text == text }) != true {
      guard let plan = (try? JSON.parse(String(text))).flatMap({ FleetPlan($0) }) else { throw changed }
      known = (String(text), plan)
    }
    guard var plan = known?.plan, plan.digest == head["digest"]?.string else { throw changed }
    plan.sweep.program = program.visible
    self.init(plan: plan, shard: shard)
    if let text = head["part"]?.string {
      let ends = text.split(separator: "-").compactMap { Int($0) }
      guard ends.count == 2, ends[0] >= 0, ends[0] < ends[1] else { throw changed }
      part = ends[0]..<ends[1]
    }
  }
}

extension SweepError {
  fileprivate init(_ path: String, _ error: FileError) { self.init(path, "\(error.reason): check the path") }

  fileprivate static func noFleet(_ place: String) -> SweepError {
    SweepError(
      place, "this is no result of a fleet: give the .fleet files that '\(ToolName.current) sweep --pack' wrote")
  }
}

/// Heads of files as they are read one after the other.
final class FleetHeads {
  private var known: (text: String, plan: FleetPlan)?

  /// A file's head, and where its cells begin.
  func head(_ file: borrowing OpenFile, _ path: String) throws(SweepError) -> (head: FleetHead, end: Int64) {
    for size in [1 << 16, FleetHead.bytesMax] {
      let bytes: [UInt8]
      do throws(FileError) { bytes = try file.prefix(size) } catch { throw SweepError(path, error) }
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        return (try FleetHead(line[...], name: path, known: &known), Int64(end + 1))
      }
      if bytes.isEmpty { throw SweepError(path, "it is empty: \(FleetHead.cure)") }
      if bytes.count < size {
        guard zip(bytes, SweepHead.fleet.mark.utf8).allSatisfy({ $0 == $1 }) else { break }
        throw SweepError(path, "it is cut at byte \(bytes.count), in its first line: \(FleetHead.cure)")
      }
    }
    throw .noFleet(path)
  }

  /// The head of a file.
  func head(of path: String) throws(SweepError) -> FleetHead {
    let file: OpenFile
    do throws(FileError) { file = try OpenFile.reading(path) } catch { throw SweepError(path, error) }
    return try head(file, path).head
  }
}

/// Writes a file of cells, which come by their keys.
final class FleetWriter {
  private var file: ResultFile?
  private var block = ByteWriter()
  private var count: UInt64 = 0

  static let blockSize = 1 << 16

  init(_ path: String, _ head: FleetHead) throws(ResultError) {
    file = try ResultFile(path: path)
    try file?.write(head.line)
  }

  func write(_ key: FleetKey, _ cell: FleetCell) throws(ResultError) {
    cell.write(key, to: &block)
    count += 1
    if block.count >= FleetWriter.blockSize { try flush() }
  }

  private func flush() throws(ResultError) {
    guard block.count > 0 else { return }
    var head = ByteWriter()
    head.little32(UInt32(block.count))
    head.little64(XXHash64.hash(block.bytes))
    try file?.write(head.bytes)
    try file?.write(block.bytes)
    block = ByteWriter()
  }

  /// Puts the file in its place.
  func finish() throws(ResultError) {
    try flush()
    // A block without cells, and their count: the end.
    var end = ByteWriter()
    end.little32(0)
    end.little64(count)
    try file?.write(end.bytes)
    _ = try file?.commit(exclusively: false)
  }
}

/// Reads a file of cells one after the other: what it holds at once is a block.
final class FleetReader {
  let name: String
  let head: FleetHead
  /// The next cell; nil at the end.
  private(set) var next: (key: FleetKey, cell: FleetCell)?
  private let file: OpenFile
  private var at: Int64
  private var block = ByteReader([])
  private var count: UInt64 = 0

  /// No honest block comes near: one cell more than `FleetWriter.blockSize`.
  private static let blockMax = 4 << 20

  init(_ path: String, _ heads: FleetHeads) throws(SweepError) {
    name = path
    do throws(FileError) { file = try OpenFile.reading(path) } catch { throw SweepError(path, error) }
    (head, at) = try heads.head(file, path)
    try advance()
  }

  /// Goes on to the next cell.
  func advance() throws(SweepError) {
    let last = next?.key
    if block.isAtEnd {
      next = nil
      guard try readBlock() else { return }
    }
    guard let read = FleetCell.read(&block) else { throw damage("a cell cannot be read") }
    guard last.map({ $0 < read.key }) ?? true else { throw damage("its cells are not in their order") }
    guard isOfPlan(read.key) else { throw damage("it has a cell that is not of its plan") }
    let traces = head.plan.traceCount
    guard read.cell.isPossible(read.key, traces: traces) else {
      throw damage("its cell \(count + 1) has numbers that no \(NumberText.count(traces, "trace")) come to")
    }
    count += 1
    next = read
  }

  private func isOfPlan(_ key: FleetKey) -> Bool {
    let plan = head.plan.sweep
    guard Int(key.screen) < plan.screens.count, Int(key.device) < plan.devices.count else { return false }
    if key.strategy == FleetKey.traces { return key.device == 0 && FleetRunner.Remark(rawValue: key.stratum) != nil }
    return Int(key.strategy) < plan.strategies.count
      && (key.stratum == FleetKey.all || FleetStratum(key.stratum) != nil)
  }

  /// False at the end of the file.
  private func readBlock() throws(SweepError) -> Bool {
    var lead = ByteReader(try bytes(12))
    let (length, sum) = (lead.little32() ?? 0, lead.little64() ?? 0)
    at += 12
    if length == 0 {
      guard sum == count else { throw damage("it has \(count) cells of \(sum)") }
      guard let size = try? file.state().byteCount, size == at else { throw damage("something follows its end") }
      return false
    }
    guard length <= FleetReader.blockMax else { throw damage("a block is too large") }
    let content = try bytes(Int(length))
    guard XXHash64.hash(content) == sum else { throw damage("a checksum is wrong") }
    at += Int64(length)
    block = ByteReader(content)
    return true
  }

  private func bytes(_ count: Int) throws(SweepError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(FileError) { bytes = try file.bytes(at: at, count: count) } catch { throw SweepError(name, error) }
    guard let bytes else { throw damage("it is cut at byte \((try? file.state().byteCount) ?? at)") }
    return bytes
  }

  private func damage(_ what: String) -> SweepError {
    SweepError(name, "\(what), so it is damaged: \(head.shard.cure)")
  }
}
