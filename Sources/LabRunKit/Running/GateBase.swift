import LabJudge
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// The old binary that a gate compares with: its decode times, and where its replays part from this one's.
struct GateBase {
  let executable: String
  let request: RunRequest
  var bounds = LatencyPairs.Bounds()

  /// Runs old and new in pairs over a cell.
  ///
  /// - Parameter family: gated latency rows of the whole gate.
  /// - Throws: `NoBaseline` when the two cannot be compared.
  func latency(_ cell: GateRun.Measured, judge: LatencyJudge, family: Int) async throws -> LatencyEvidence {
    let name = cell.name
    defer { Terminal.clearProgress() }
    let pairs = LatencyPairs(
      cell: name, base: arm(cell), head: try .own(words(cell), plant: request.plant?.word), judge: judge,
      family: family, bounds: bounds
    ) { done, all in
      if !request.isQuiet { Terminal.progress("\(name): pair \(done + 1) of \(all)") }
    }
    do {
      return try await pairs.collect()
    } catch let mismatch as ArmMismatch {
      throw NoBaseline("\(mismatch)")
    }
  }

  /// The first event at which the old binary's replay and this one's part; empty when they do not, or it has no events.
  func parting(_ cell: GateRun.Measured) async throws -> String {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = "\(folder.path)/old.jsonl"
    let told = ["run", "--decode", "none", "--format", "json", "--events", path, "--out", folder.path]
    let old = try await Command.run(executable, told + words(cell))
    guard old.code == 0, Places.exists(path) else { return "" }
    return try cell.prepared.follow(cell.strategy, EventComparison(old: EventReader(path: path))).finish() ?? ""
  }

  /// The old binary over a cell.
  func arm(_ cell: GateRun.Measured) -> ArmProcess {
    ArmProcess(executable: executable, name: executable, words: words(cell))
  }

  /// What both binaries are told.
  private func words(_ cell: GateRun.Measured) -> [String] {
    request.armWords(cell.strategy, tracePath: cell.tracePath)
  }
}
