import LabJudge
import LabLibrary

/// A measured cell of a gate or a baseline: a strategy over a trace.
struct GateRun {
  /// The measurements, without a baseline until `compare` adds it.
  var cell: GateCell
  let run: PlannedRun
  let trail: EventTrail
  let words: [String]

  /// Runs every cell of a request once, each in a process of its own if images are decoded.
  static func measure(_ request: RunRequest) throws -> [GateRun] {
    // With one arena for malloc, resident memory varies less from run to run. Children inherit it, and records say so.
    let tunables = "GLIBC_TUNABLES"
    if ThisProcess.variable(tunables) == nil { ThisProcess.setVariable(tunables, "glibc.malloc.arena_max=1") }
    var measured = try request.runs().map { run in
      let record = request.decodes ? try child(run) : try run.record()
      let trace = RunRequest.traceWord(run.prepared.tracePath)
      let words = request.replayWords(strategy: run.strategy.shortText, trace: trace)
      let cell = GateCell(
        name: "", baseline: nil, baselinePath: "", record: record, memoryRuns: memory(record).map { [$0] } ?? [],
        parting: "", reproduce: ShellWords.line([ToolName.current] + words))
      let frames = run.prepared.replay.script.steps.count { $0.kind == .frame }
      let trail = run.follow(EventTrailMaker(frameCount: frames)).finish()
      return GateRun(cell: cell, run: run, trail: trail, words: words)
    }
    tellApart(&measured)
    return measured
  }

  /// Names each cell by the strategy's id and the trace, with a piece of the hash for traces that share a name. The names
  /// of cells with the same strategy and trace end in their other options.
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

  /// Repeats the run, up to three in all, while its memory exceeds the limit.
  mutating func confirmMemory(_ judge: GateJudge) throws {
    while cell.memoryRuns.count < 3, judge.canBeChance(cell), let memory = GateRun.memory(try GateRun.child(run)) {
      cell.memoryRuns.append(memory)
    }
  }

  private static func child(_ run: PlannedRun) throws -> RunRecord {
    Terminal.progress(run.label)
    return try run.recordOfChild()
  }

  /// Returns the resident bytes beyond the ledger (VmHWM less resident memory at the reset less the ledger's peak), or nil
  /// if nothing was decoded or memory cannot be measured.
  static func memory(_ record: RunRecord) -> Int64? {
    func bytes(_ metric: Metric) -> Int64? {
      if case .integer(let bytes)? = record.metric(metric) { bytes } else { nil }
    }
    guard let peak = bytes(.peakRSS), let base = bytes(.baselineRSS), let ledger = bytes(.peakBitmapBytes)
    else { return nil }
    // Runs of older versions did not reduce and have no scratch memory.
    return peak - base - ledger - (bytes(.decodeScratch) ?? 0)
  }

  func path(in store: BaselineStore) throws -> String { try store.path(of: cell.record, words: words) }

  /// Adds the baseline to the cell, or without one the results of the old program.
  mutating func compare(in store: BaselineStore, base: GateProgram?) throws {
    cell.baselinePath = try path(in: store)
    cell.baseline = try store.load(cell.baselinePath)
    if store.directory != GateOptions.defaultFolder {
      cell.baselineOptions = ShellWords.line(ShellWords.option("baseline", store.directory))
    }
    if let frames = cell.baseline?.trail.flatMap({ trail.parting(from: $0) }) {
      cell.parting = "the replays part between frame \(frames.lowerBound) and frame \(frames.upperBound)"
    }
    guard let base else { return }
    if cell.baseline == nil {
      cell.baseline = try base.baseline(self)
      cell.notes = ["there is no \(cell.baselinePath), and \(base.name) is compared with"]
    } else if cell.parting.isEmpty {
      return
    }
    cell.parting = try base.parting(self) ?? cell.parting
  }

  /// The arguments as a user types them, so that each program applies its own defaults; with the trace's path, since
  /// another program may find another trace by its name.
  var typedWords: [String] {
    run.prepared.request.replayWords(strategy: run.strategy.shortText, trace: run.prepared.tracePath)
  }

  /// Returns the arguments of a run with real decodes over the beginning of the trace, with about `decodesMax` decodes.
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

/// Finds the time at which a replay has begun `decodesMax` decodes.
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
