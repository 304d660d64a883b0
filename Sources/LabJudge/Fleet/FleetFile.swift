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

  init(plan: FleetPlan, shard: SweepShard, part: Range<Int>? = nil) {
    (self.plan, self.shard, self.part) = (plan, shard, part)
  }

  /// Reads `line` back without its newline.
  ///
  /// - Parameter known: A plan that was read, and its text: of 10,000 shards all have the same.
  init(_ line: Substring, name: String, known: inout (text: String, plan: FleetPlan)?) throws(SweepError) {
    let changed = SweepError(
      "\(name):1", "another version of \(ToolName.current) wrote this, or it was changed: \(FleetHead.cure)")
    guard line.hasPrefix(SweepHead.fleet.mark) else {
      throw SweepError(
        "\(name):1",
        "this is no result of a fleet: give the .fleet files that '\(ToolName.current) sweep --pack' wrote")
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

/// Heads of files as they are read one after the other.
final class FleetHeads {
  private var known: (text: String, plan: FleetPlan)?

  /// A file's head, and where its cells begin.
  func head(_ file: borrowing OpenFile, _ path: String) throws(SweepError) -> (head: FleetHead, end: Int64) {
    for size in [1 << 16, FleetHead.bytesMax] {
      let bytes: [UInt8]
      do throws(FileError) { bytes = try file.prefix(size) } catch {
        throw SweepError(path, "\(error.reason): check the path")
      }
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
    throw SweepError(
      path, "this is no result of a fleet: give the .fleet files that '\(ToolName.current) sweep --pack' wrote")
  }

  /// The head of a file.
  func head(of path: String) throws(SweepError) -> FleetHead {
    let file: OpenFile
    do throws(FileError) { file = try OpenFile.reading(path) } catch {
      throw SweepError(path, "\(error.reason): check the path")
    }
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
