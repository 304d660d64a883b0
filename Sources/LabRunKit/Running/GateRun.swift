import CacheLab
import LabJudge
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// A cell that a gate or a baseline is about, a strategy over a trace, as it was measured.
struct GateRun {
  /// Without a baseline until it is put beside one.
  var cell: GateEvidence.Cell
  let run: PlannedRun
  let trail: EventTrail
  /// The words that make it again, without the program's name.
  let words: [String]

  /// Runs every cell of a request once, each in a process of its own where anything is decoded.
  static func measure(_ request: RunRequest) throws -> [GateRun] {
    // With one arena for malloc, resident memory varies less from run to run. Children inherit it, and records say so.
    let tunables = "GLIBC_TUNABLES"
    if ThisProcess.variable(tunables) == nil { ThisProcess.setVariable(tunables, "glibc.malloc.arena_max=1") }
    var measured = try request.runs().map { run in
      let record = request.decodes ? try child(run) : try run.record()
      let words = request.replayWords(
        strategy: run.strategy.shortText, trace: RunRequest.traceWord(run.prepared.tracePath))
      let cell = GateEvidence.Cell(
        name: "", baseline: nil, baselinePath: "", record: record, memoryRuns: memory(record).map { [$0] } ?? [],
        parting: "", reproduce: ShellWords.line([ToolName.current] + words))
      let frames = run.prepared.replay.script.steps.count { $0.kind == .frame }
      let trail = run.follow(EventTrailMaker(frameCount: frames)).finish()
      return GateRun(cell: cell, run: run, trail: trail, words: words)
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
      measured[index].cell.record = records[index]
      measured[index].cell.name =
        isAlone ? name : ShellWords.line(["\(records[index].strategy) \(records[index].trace)"] + options)
    }
  }

  /// Runs a cell once more, and again, before its memory is said to have grown.
  mutating func confirmMemory(_ judge: GateJudge) throws {
    while cell.memoryRuns.count < 3 && judge.canBeChance(cell) {
      guard let memory = GateRun.memory(try GateRun.child(run)) else { break }
      cell.memoryRuns.append(memory)
    }
  }

  private static func child(_ run: PlannedRun) throws -> RunRecord {
    defer { Terminal.clearProgress() }
    if !run.prepared.request.isQuiet { Terminal.progress(run.label) }
    return try run.recordOfChild()
  }

  /// Resident memory beyond the ledger: VmHWM less resident memory at the reset less the ledger's peak, bytes; nil where
  /// nothing was decoded or it cannot be measured.
  static func memory(_ record: RunRecord) -> Int64? {
    func bytes(_ metric: Metric) -> Int64? {
      if case .integer(let bytes)? = record.metric(metric) { bytes } else { nil }
    }
    guard let peak = bytes(.peakRSS), let base = bytes(.baselineRSS), let ledger = bytes(.peakBitmapBytes) else {
      return nil
    }
    // Baselines from before there was a reduction have none, and neither had their runs.
    return peak - base - ledger - (bytes(.decodeScratch) ?? 0)
  }

  func path(in store: BaselineStore) throws -> String { try store.path(of: cell.record, words: words) }

  /// Puts it beside its baseline, or beside what the old program does if it has none.
  mutating func compare(in store: BaselineStore, base: GateBase?) throws {
    cell.baselinePath = try path(in: store)
    cell.baseline = try store.load(cell.baselinePath)
    if store.directory != GateOptions.usualFolder {
      cell.baselineOptions = ShellWords.line(ShellWords.option("baseline", store.directory))
    }
    if let frames = cell.baseline?.trail.flatMap({ trail.parting(from: $0) }) {
      cell.parting = "the replays part between frame \(frames.lowerBound) and frame \(frames.upperBound)"
    }
    guard let base else { return }
    if cell.baseline == nil {
      cell.baseline = try base.baseline(self)
      cell.notes = ["there is no \(cell.baselinePath), and \(base.program.name) is compared with"]
      cell.parting = try base.parting(self) ?? ""
    } else if !cell.parting.isEmpty {
      cell.parting = try base.parting(self) ?? cell.parting
    }
  }

  /// The case as people type it, so that each program brings its own defaults. The trace by its path: another program may
  /// find another one by the name.
  var typedWords: [String] {
    run.prepared.request.replayWords(strategy: run.strategy.shortText, trace: run.prepared.tracePath)
  }

  /// The same over the beginning of the trace, in which about so many photos are decoded, for real.
  func beginning(decodesMax: Int, in folder: String) throws -> [String] {
    let (prepared, decode) = (run.prepared, ["--decode", "real"])
    guard let end = run.follow(DecodeClock(decodesMax: decodesMax)).end else { return typedWords + decode }
    var document = try TraceDocument.load(path: prepared.tracePath)
    document.leaveSession()
    let path = "\(folder)/\(TracePaths.name(prepared.tracePath))\(TracePaths.ending)"
    try ResultFile.write(try document.cut(from: 0, to: end, name: prepared.tracePath).text.utf8, to: path)
    return prepared.request.replayWords(strategy: run.strategy.shortText, trace: path) + decode
  }
}

/// Finds the time at which a replay has begun so many decodes.
private struct DecodeClock: ReplayObserver {
  let decodesMax: Int
  var count = 0
  var end: Int64?

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    guard case .begin = event else { return }
    count += 1
    if count == decodesMax { end = max(time, 1_000_000) }
  }
}
