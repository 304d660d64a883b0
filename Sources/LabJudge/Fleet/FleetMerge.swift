import LabBase
import LabRecords
import LabSystem

/// Puts the shards of a fleet together, in the same memory for any number of them: files are read side by side, a block
/// of each at a time, and many are merged by the dozen first.
public enum FleetMerge {
  /// Files that are read side by side.
  private static let filesAtOnce = 64

  /// Merges all shards of a fleet into one file, to the last byte what a run of all in one piece writes.
  ///
  /// - Parameter shards: Paths, in any order; a second copy of a shard is left out.
  /// - Returns: What to say of them.
  /// - Throws: `SweepError` naming what is missing, damaged or of another fleet.
  public static func merge(_ shards: [String], to path: String) throws -> [String] {
    let heads = FleetHeads()
    guard let first = shards.first else {
      throw SweepError("sweep merge", "name the shards' files: \(ToolName.current) sweep merge part-*.fleet")
    }
    let head = try heads.head(of: first)
    var names: [Int: String] = [:]
    var copies: [String] = []
    for name in shards {
      let other = try heads.head(of: name)
      if let difference = SweepMerge.difference(head.plan.sweep, other.plan.sweep) {
        throw SweepError(
          name, "its \(difference) is not that of \(first): only shards of one fleet belong together, so run it again")
      }
      guard other.part == nil else {
        throw SweepError(name, "shard \(other.shard) was ended before it was done: run it again with --resume")
      }
      guard other.shard.count == head.shard.count else {
        throw SweepError(
          name,
          "it is shard \(other.shard) and \(first) is \(head.shard): run all with the same number of shards")
      }
      if names[other.shard.number] == nil { names[other.shard.number] = name } else { copies.append(name) }
    }
    let missing = (1...head.shard.count).filter { names[$0] == nil }
    guard missing.isEmpty else { throw SweepMerge.missing(missing, of: head.shard.count) }
    let paths = (1...head.shard.count).compactMap { names[$0] }
    try merge(paths, FleetHead(plan: head.plan, shard: .whole), to: path)
    return copies.isEmpty
      ? []
      : [
        "\(NumberText.count(copies.count, "file")) left out, copies of shards: \(copies.prefix(5).joined(separator: ", "))"
      ]
  }

  /// Merges files under a head of their own.
  static func merge(_ paths: [String], _ head: FleetHead, to path: String) throws {
    var (paths, folders): ([String], [ScratchFolder]) = (paths, [])
    while paths.count > filesAtOnce {
      let folder = try ScratchFolder()
      var merged: [String] = []
      for begin in stride(from: 0, to: paths.count, by: filesAtOnce) {
        let part = "\(folder.path)/\(merged.count).fleet"
        try mergeFew(Array(paths[begin..<min(begin + filesAtOnce, paths.count)]), head, to: part)
        merged.append(part)
      }
      // What was merged before is not needed any more.
      (paths, folders) = (merged, [folder])
    }
    try mergeFew(paths, head, to: path)
    withExtendedLifetime(folders) {}
  }

  private static func overlap(_ what: String, _ reader: FleetReader) -> SweepError {
    SweepError(
      reader.name, "together with the files before it, it \(what), so one of them is damaged: \(reader.head.shard.cure)"
    )
  }

  private static func mergeFew(_ paths: [String], _ head: FleetHead, to path: String) throws {
    let heads = FleetHeads()
    let readers = try paths.map { path throws(SweepError) in try FleetReader(path, heads) }
    let writer = try FleetWriter(path, head)
    while let key = readers.compactMap({ $0.next?.key }).min() {
      var sum = FleetCell()
      for reader in readers {
        guard let next = reader.next, next.key == key else { continue }
        // Both are at most as many as the traces.
        guard sum.runs + next.cell.runs <= UInt64(head.plan.traceCount) else {
          throw overlap("counts more runs of a strategy than there are traces", reader)
        }
        sum.add(next.cell)
        guard sum.listsEachTraceOnce else { throw overlap("lists a trace that one of these lists too", reader) }
        try reader.advance()
      }
      try writer.write(key, sum)
    }
    try writer.finish()
  }
}
