import CacheLab
import Strategies
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The old binary that a gate compares with: its decode times, and where its replays part from this one's.
struct GateBase {
  let executable: String
  let options: RunOptions
  var bounds = LatencyPairs.Bounds()

  /// Runs old and new in pairs over a cell.
  ///
  /// - Parameter family: gated latency rows of the whole gate.
  /// - Throws: `NoBaseline` when the two cannot be compared.
  func latency(_ cell: GateRun.Measured, judge: LatencyJudge, family: Int) async throws -> LatencyEvidence {
    guard let own = Places.executable else { throw LabError("the path of lab-run itself is not known") }
    let words = options.replayWords(strategy: cell.strategy.canonicalText, tracePath: cell.tracePath)
    let name = Baseline.cell(of: cell.record)
    defer { Terminal.clearProgress() }
    let head = ArmProcess(executable: own, name: "this lab-run", words: words, plant: options.plant?.word)
    let pairs = LatencyPairs(
      cell: name, base: ArmProcess(executable: executable, name: executable, words: words), head: head, judge: judge,
      family: family, bounds: bounds
    ) { done, all in
      if !options.quiet { Terminal.progress("\(name): pair \(done + 1) of \(all)") }
    }
    do {
      return try await pairs.collect()
    } catch let mismatch as ArmMismatch {
      throw NoBaseline("\(mismatch)")
    }
  }

  /// The first event at which the old binary's replay and this one's part; empty when they do not, or it has no events.
  func parting(_ cell: GateRun.Measured) async throws -> String {
    let folder = "/tmp/cachelab-gate.\(getpid())"
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { return "" }
    defer {
      for name in ["old", "new"] { unsafe unlink("\(folder)/\(name).jsonl") }
      _ = unsafe rmdir(folder)
    }
    var events = options
    events.decode = .none
    events.events = "\(folder)/new.jsonl"
    _ = try cell.prepared.with(events).run(cell.strategy, environment: RunEnvironment(gitRevision: nil))
    let words = options.replayWords(strategy: cell.strategy.canonicalText, tracePath: cell.tracePath)
    let result = try await Subprocess.run(
      .path(FilePath(executable)),
      arguments: Arguments(
        ["run", "--of-matrix", "--decode", "none", "--format", "json", "--events", "\(folder)/old.jsonl"] + words),
      input: .none, output: .string(limit: 64 << 20), error: .string(limit: 1 << 20))
    guard result.terminationStatus.isSuccess, let old = try TextFile.read("\(folder)/old.jsonl"),
      let new = try TextFile.read("\(folder)/new.jsonl")
    else { return "" }
    return EventComparison(old: old, new: new).text ?? ""
  }
}
