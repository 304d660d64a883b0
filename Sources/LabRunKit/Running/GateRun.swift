import CacheLab
import LabBase
import LabJudge
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// Measures the cells that a gate or a baseline is about: strategies over traces, each run in a process of its own.
struct GateRun {
  /// A cell as it was measured.
  struct Measured {
    /// What people call it among the others.
    var name = ""
    var record: RunRecord
    var strategy: StrategySpec
    var trail: EventTrail
    /// The words that make it again, without the program's name.
    var words: [String]
    var tracePath: String
    var prepared: PreparedRun
    /// Resident memory beyond the ledger, bytes; nil where nothing was decoded or it cannot be measured.
    var memory: Int64?
  }

  let request: RunRequest

  /// Runs every cell once.
  func measure() async throws -> [Measured] {
    guard request.measuring.time == .virtual else {
      throw UsageError("a gate judges what repeats: leave out --time real")
    }
    GateRun.pinAllocator()
    let strategies = try request.specs(registry: KnownStrategies.all)
    try request.checkDevice()
    let traces = try TracePaths.find(request.traces).map { (path: $0, trace: try Trace.load(path: $0)) }
    let library = try request.openLibrary()
    let environment = RunEnvironment(gitRevision: BuildInfo.gitRevision)
    var measured: [Measured] = []
    for (path, trace) in traces {
      let prepared = try PreparedRun(
        request, path: path, trace: trace, library: library)
      for strategy in strategies {
        let record =
          !request.measuring.decodes
          ? try prepared.run(strategy, environment: environment) : try await child(strategy, path)
        measured.append(
          Measured(
            record: record, strategy: strategy, trail: try GateRun.trail(strategy, prepared),
            words: request.replayWords(strategy: strategy.shortText, trace: RunRequest.traceWord(path)),
            tracePath: path, prepared: prepared, memory: GateRun.memory(record)))
      }
    }
    GateRun.tellApart(&measured)
    return measured
  }

  /// Gives each a name: strategy and trace. The name says which of two traces of one name it is of. Cells of one
  /// strategy and trace have their other options behind it.
  static func tellApart(_ measured: inout [Measured]) {
    for (index, record) in RunRecord.distinct(measured.map(\.record)).enumerated() { measured[index].record = record }
    let names = measured.map { Baseline.cell(of: $0.record) }
    for (index, name) in names.enumerated() {
      let options = measured[index].words.dropFirst(4)
      let isAlone = names.count { $0 == name } == 1
      measured[index].name = isAlone || options.isEmpty ? name : "\(name) \(ShellWords.line(Array(options)))"
    }
  }

  /// Runs one cell again for its memory.
  func memoryAgain(_ cell: Measured) async throws -> Int64? {
    GateRun.memory(try await child(cell.strategy, cell.tracePath))
  }

  private func child(_ strategy: StrategySpec, _ tracePath: String) async throws -> RunRecord {
    defer { Terminal.clearProgress() }
    if !request.isQuiet { Terminal.progress("\(strategy.shortText) on \(tracePath)") }
    return try await ChildRun(request: request, strategy: strategy, tracePath: tracePath).record()
  }

  /// One arena: how many threads malloc for which arena moves resident memory from run to run. Children inherit it, and
  /// records say so.
  private static func pinAllocator() {
    let tunables = "GLIBC_TUNABLES"
    if ThisProcess.variable(tunables) == nil { ThisProcess.setVariable(tunables, "glibc.malloc.arena_max=1") }
  }

  private static func trail(_ strategy: StrategySpec, _ prepared: PreparedRun) throws -> EventTrail {
    let empty = EventTrail(frameCount: prepared.replay.script.steps.count { $0.kind == .frame })
    var trail = try prepared.follow(strategy, EventTrailMaker(empty, table: prepared.replay.table)).trail
    trail.finish()
    return trail
  }

  /// VmHWM less resident memory at the reset less the ledger's peak.
  private static func memory(_ record: RunRecord) -> Int64? {
    guard case .integer(let peak)? = record.metric(.peakRSS),
      case .integer(let base)? = record.metric(.baselineRSS),
      case .integer(let ledger)? = record.metric(.peakBitmapBytes)
    else { return nil }
    // Baselines from before there was a reduction have none, and neither had their runs.
    let scratch = if case .integer(let bytes)? = record.metric(.decodeScratch) { bytes } else { Int64(0) }
    return peak - base - ledger - scratch
  }
}

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
