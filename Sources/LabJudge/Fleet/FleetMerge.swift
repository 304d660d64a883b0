import LabBase
import LabRecords
import LabSystem
import Synchronization

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
    var (files, traceCount): ([SweepMerge.Shard], Int?) = ([], nil)
    for name in shards {
      let head = try heads.head(of: name)
      guard head.part == nil else {
        throw SweepError(name, "shard \(head.shard) was ended before it was done: run it again with --resume")
      }
      guard traceCount ?? head.plan.traceCount == head.plan.traceCount else {
        throw SweepError(name, "its count of traces is not that of \(shards[0]): run it again")
      }
      traceCount = head.plan.traceCount
      files.append((name, head.plan.sweep, head.shard))
    }
    let (order, notes) = try SweepMerge.order(files) { (one, other) throws(SweepError) in
      try areEqual(shards[one], shards[other])
    }
    let plan = FleetPlan(files[0].plan, traceCount: traceCount ?? 0)
    try merge(order.map { shards[$0] }, FleetHead(plan: plan, shard: .whole), to: path)
    return notes
  }

  /// Whether two files have the same bytes.
  private static func areEqual(_ one: String, _ other: String) throws(SweepError) -> Bool {
    do throws(FileError) {
      let first = try OpenFile.reading(one)
      let second = try OpenFile.reading(other)
      let (size, step) = (try first.state().byteCount, Int64(1 << 20))
      guard try second.state().byteCount == size else { return false }
      for at in stride(from: 0, to: size, by: Int(step)) {
        let count = Int(min(step, size - at))
        guard try first.bytes(at: at, count: count) == second.bytes(at: at, count: count) else { return false }
      }
      return true
    } catch {
      throw SweepError(one, "\(error.reason): check the path, and that of \(other)")
    }
  }

  /// Merges files under a head of their own.
  static func merge(_ paths: [String], _ head: FleetHead, to path: String) throws {
    guard paths.count > filesAtOnce else { return try mergeFew(paths, head, to: path) }
    let folder = try ScratchFolder()
    var merged: [String] = []
    for begin in stride(from: 0, to: paths.count, by: filesAtOnce) {
      merged.append("\(folder.path)/\(merged.count).fleet")
      try mergeFew(Array(paths[begin...].prefix(filesAtOnce)), head, to: merged[merged.count - 1])
    }
    try merge(merged, head, to: path)
    withExtendedLifetime(folder) {}
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

/// What a shard has counted so far: cells in memory, and where these grow too many, files of cells.
final class FleetGather: Sendable {
  private struct State {
    var cells: [FleetKey: FleetCell] = [:]
    var byteCount = 0
    /// Files of what did not fit, and the folder that they lie in.
    var pieces: [String] = []
    var folder: ScratchFolder?
  }

  /// Bytes of cells in memory, about.
  private static let bytesMax = 12 << 20

  private let head: FleetHead
  private let state = Mutex(State())
  private let spent = Atomic<Int64>(0)

  init(_ head: FleetHead) { self.head = head }

  /// CPU time of the replays themselves, nanoseconds: from a trace that is parsed to what was counted.
  var replayTime: Int64 { spent.load(ordering: .relaxed) }

  /// Does what is a replay's own.
  func timed<Value>(_ replay: () -> Value) -> Value {
    let begin = Clocks.threadCPU()
    defer { spent.wrappingAdd(Clocks.threadCPU() - begin, ordering: .relaxed) }
    return replay()
  }

  /// Changes several cells at once.
  ///
  /// - Throws: What keeps a file from being written.
  func add(_ keys: [FleetKey], _ change: (Int, inout FleetCell) -> Void) throws {
    try state.withLock { state in
      for (index, key) in keys.enumerated() {
        // In its place: a copy of a cell would copy its lists.
        state.byteCount += FleetGather.change(&state.cells[key, default: FleetCell()]) { change(index, &$0) }
      }
      if state.byteCount > FleetGather.bytesMax { try spill(&state) }
    }
  }

  /// How many bytes a cell takes more.
  private static func change(_ cell: inout FleetCell, _ change: (inout FleetCell) -> Void) -> Int {
    let before = cell.runs == 0 ? 0 : cell.byteCount
    change(&cell)
    cell.runs += 1
    return cell.byteCount - before
  }

  private func spill(_ state: inout State) throws {
    let folder = try state.folder ?? ScratchFolder()
    state.folder = folder
    let path = "\(folder.path)/\(state.pieces.count).fleet"
    try write(state.cells, head, to: path)
    state.pieces.append(path)
    (state.cells, state.byteCount) = ([:], 0)
  }

  private func write(_ cells: [FleetKey: FleetCell], _ head: FleetHead, to path: String) throws {
    let writer = try FleetWriter(path, head)
    for key in cells.keys.sorted() { if let cell = cells[key] { try writer.write(key, cell) } }
    try writer.finish()
  }

  /// Writes all that was counted, and begins anew.
  func save(_ head: FleetHead, to path: String) throws {
    try state.withLock { state in
      if state.pieces.isEmpty {
        try write(state.cells, head, to: path)
      } else {
        try spill(&state)
        try FleetMerge.merge(state.pieces, head, to: path)
      }
      state = State()
    }
  }
}
