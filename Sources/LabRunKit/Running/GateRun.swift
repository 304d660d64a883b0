import CacheLab
import LabBase
import LabJudge
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// A cell that a gate or a baseline is about, a strategy over a trace, as it was measured.
struct GateRun {
  /// What is judged: without a baseline until it is put beside one.
  var cell: GateEvidence.Cell
  let run: PlannedRun
  let trail: EventTrail
  /// The words that make it again, without the program's name.
  let words: [String]

  /// Runs every cell of a request once, each in a process of its own where anything is decoded.
  static func measure(_ request: RunRequest) throws -> [GateRun] {
    pinAllocator()
    let runs = try request.runs()
    var measured: [GateRun] = []
    for run in runs {
      let record =
        request.decodes ? try child(run) : try run.record()
      let words = request.replayWords(
        strategy: run.strategy.shortText, trace: RunRequest.traceWord(run.prepared.tracePath))
      let cell = GateEvidence.Cell(
        name: "", baseline: nil, baselinePath: "", record: record,
        memoryRuns: memory(record).map { [$0] } ?? [], parting: "",
        reproduce: ShellWords.line([ToolName.current] + words))
      measured.append(GateRun(cell: cell, run: run, trail: try trail(run), words: words))
    }
    tellApart(&measured)
    return measured
  }

  /// Gives each a name: the strategy's id and the trace. The name says which of two traces of one name it is of. Cells of
  /// one strategy and trace have their other options behind it.
  static func tellApart(_ measured: inout [GateRun]) {
    let records = RunRecord.distinct(measured.map(\.cell.record))
    let names = records.map { Baseline.cell(of: $0) }
    for (index, name) in names.enumerated() {
      let options = measured[index].run.prepared.request.settings.words
      let isAlone = names.count { $0 == name } == 1
      let full = ShellWords.line(["\(records[index].strategy) \(records[index].trace)"] + options)
      measured[index].cell.record = records[index]
      measured[index].cell.name = isAlone ? name : full
    }
  }

  /// Runs a cell once more, and again, before its memory is said to have grown.
  mutating func confirmMemory(_ judge: GateJudge) throws {
    while cell.memoryRuns.count < 3 && judge.asksForAnotherRun(cell) {
      guard let memory = GateRun.memory(try GateRun.child(run)) else { break }
      cell.memoryRuns.append(memory)
    }
  }

  private static func child(_ run: PlannedRun) throws -> RunRecord {
    defer { Terminal.clearProgress() }
    if !run.prepared.request.isQuiet { Terminal.progress(run.label) }
    return try run.recordOfChild()
  }

  /// One arena: how many threads malloc for which arena moves resident memory from run to run. Children inherit it, and
  /// records say so.
  private static func pinAllocator() {
    let tunables = "GLIBC_TUNABLES"
    if ThisProcess.variable(tunables) == nil { ThisProcess.setVariable(tunables, "glibc.malloc.arena_max=1") }
  }

  private static func trail(_ run: PlannedRun) throws -> EventTrail {
    let frames = run.prepared.replay.script.steps.count { $0.kind == .frame }
    return run.follow(EventTrailMaker(frameCount: frames)).finish()
  }

  /// Resident memory beyond the ledger: VmHWM less resident memory at the reset less the ledger's peak, bytes; nil where
  /// nothing was decoded or it cannot be measured.
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

extension GateRun {
  /// Where its baseline is, or belongs.
  func path(in store: BaselineStore) throws -> String {
    try store.path(of: cell.record, words: words)
  }

  /// It as a baseline.
  func baseline(_ instructions: [InstructionCount] = [], reason: String, recorded: String) -> Baseline {
    Baseline(
      record: cell.record, words: words, trail: trail, memoryOverhead: cell.memoryRuns.first,
      instructions: instructions, reason: reason, recorded: recorded)
  }

  /// Puts it beside its baseline, if it has one there.
  mutating func compare(in store: BaselineStore) throws {
    let path = try path(in: store)
    compare(with: try store.load(path), at: path)
    if store.directory != GateOptions.usualFolder {
      cell.baselineOptions = ShellWords.line(ShellWords.option("baseline", store.directory))
    }
  }

  mutating func compare(with baseline: Baseline?, at path: String) {
    cell.baseline = baseline
    cell.baselinePath = path
    if let frames = baseline?.trail.flatMap({ trail.parting(from: $0) }) {
      cell.parting = "the replays part between frame \(frames.lowerBound) and frame \(frames.upperBound)"
    }
  }
}

/// The old binary that a gate compares with: its decode times, and where its replays part from this one's.
struct GateBase {
  let executable: String
  var bounds = LatencyPairs.Bounds()

  /// Runs old and new in pairs over a cell.
  ///
  /// - Parameter family: gated latency rows of the whole gate.
  /// - Throws: `ArmMismatch` when the two cannot be compared.
  func latency(_ measured: GateRun, judge: LatencyJudge, family: Int) throws -> LatencyEvidence {
    let (name, request) = (measured.cell.name, measured.run.prepared.request)
    defer { Terminal.clearProgress() }
    return try LatencyPairs(
      cell: name, base: arm(measured), head: .own(measured.run.armWords), judge: judge,
      family: family, bounds: bounds
    ) { done, all in
      if !request.isQuiet { Terminal.progress("\(name): pair \(done + 1) of \(all)") }
    }.collect()
  }

  /// The first event at which the old binary's replay and this one's part; empty when they do not, or it has no events.
  func parting(_ measured: GateRun) throws -> String {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = "\(folder.path)/old.jsonl"
    let told = ["run", "--decode", "none", "--format", "json", "--events", path, "--out", folder.path]
    let old = try Command.run(executable, told + measured.run.armWords)
    guard try old.code == 0 && Paths.exists(path) else { return "" }
    let comparison = EventComparison(old: try EventReader(path: path))
    return measured.run.follow(comparison).finish() ?? ""
  }

  /// The old binary over a cell.
  func arm(_ measured: GateRun) -> ArmProcess {
    ArmProcess(executable: executable, name: executable, words: measured.run.armWords)
  }
}
