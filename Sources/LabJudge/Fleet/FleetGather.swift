import LabRecords
import LabSystem
import Synchronization

/// What a shard has counted so far: cells in memory, and where these grow too many, files of cells.
final class FleetGather: Sendable {
  private struct State {
    var cells: [FleetKey: FleetCell] = [:]
    var byteCount = 0
    /// Files of what did not fit, and the folder that they lie in.
    var pieces: [String] = []
    var folder: ScratchFolder?
    /// What kept a piece from being written.
    var problem: (any Error)?
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
  func add(_ keys: [FleetKey], _ change: (Int, inout FleetCell) -> Void) {
    state.withLock { state in
      for (index, key) in keys.enumerated() {
        // In its place: a copy of a cell would copy its lists.
        state.byteCount += FleetGather.change(&state.cells[key, default: FleetCell()]) { change(index, &$0) }
      }
      if state.byteCount > FleetGather.bytesMax, state.problem == nil {
        do { try spill(&state) } catch { state.problem = error }
      }
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
      if let problem = state.problem { throw problem }
      if state.pieces.isEmpty {
        try write(state.cells, head, to: path)
      } else {
        try spill(&state)
        try FleetMerge.merge(state.pieces, head, to: path)
      }
      state = State()
    }
  }

  /// - Throws: what kept a file from being written.
  func check() throws { if let problem = state.withLock({ $0.problem }) { throw problem } }
}
