/// A measured cell of a gate or a baseline: a strategy over a trace.
struct GateRun {
  /// The measurements, without a baseline until `compare` adds it.
  var cell: GateCell
  let run: PlannedRun
  let trail: EventTrail

  /// Runs every cell of a request once, each in a process of its own if images are decoded.
  static func measure(_ request: RunRequest) throws -> [GateRun] {
    // With one arena for malloc, resident memory varies less from run to run. Children inherit it, and records say so.
    let tunables = "GLIBC_TUNABLES"
    if ThisProcess.variable(tunables) == nil { ThisProcess.setVariable(tunables, "glibc.malloc.arena_max=1") }
    var measured = try request.runs().map { run in
      let record = request.decodes ? try child(run) : try run.record()
      var cell = GateCell(record: record, reproduce: ShellWords.line([ToolName.current] + run.typedWords))
      cell.memoryRuns = memory(record).map { [$0] } ?? []
      let frames = run.prepared.replay.script.steps.count { $0.kind == .frame }
      let trail = run.follow(EventTrailMaker(frameCount: frames)).finish()
      return GateRun(cell: cell, run: run, trail: trail)
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
    Terminal.progress(run.title)
    return try run.recordOfChild()
  }

  /// Returns the resident bytes beyond the ledger (VmHWM less resident memory at the reset less the ledger's peak), or nil
  /// if nothing was decoded or memory cannot be measured.
  static func memory(_ record: RunRecord) -> Int64? {
    func bytes(_ metric: Metric) -> Int64? { record.metric(metric)?.number.map { Int64($0) } }
    guard let peak = bytes(.peakRSS), let base = bytes(.baselineRSS), let ledger = bytes(.peakBitmapBytes)
    else { return nil }
    // Runs of older versions did not reduce and have no scratch memory.
    return peak - base - ledger - (bytes(.decodeScratch) ?? 0)
  }

  func path(in store: BaselineStore) throws -> String { try store.path(of: cell.record, words: run.typedWords) }

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

  /// Returns the arguments of a run with real decodes over the beginning of the trace, with about `decodesMax` decodes.
  func beginning(decodesMax: Int, in folder: String) throws -> [String] {
    let (prepared, decode) = (run.prepared, ["--decode", "real"])
    guard let end = run.follow(DecodeClock(decodesMax: decodesMax)).end else { return run.words() + decode }
    var document = try TraceDocument.load(path: prepared.tracePath)
    document.leaveSession()
    let path = "\(folder)/\(TracePaths.name(prepared.tracePath))\(TracePaths.ending)"
    try ResultFile.write(try document.cut(from: 0, to: end, name: prepared.tracePath).text.utf8, to: path)
    return run.words(trace: path) + decode
  }
}

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

/// A lab-run, this one or an older one, whose runs a gate compares.
struct GateProgram {
  let executable: String
  let name: String
  let folder: ScratchFolder

  init(executable: String, name: String) throws {
    (self.executable, self.name, folder) = (executable, name, try ScratchFolder())
  }

  static func own() throws -> GateProgram {
    try GateProgram(executable: try Places.ownExecutable(), name: "this \(ToolName.current)")
  }

  /// The environment of both programs, since its size on the stack affects measurements.
  static let surroundings: [String: String?] = [
    "MALLOC_ARENA_MAX": "1", "LC_ALL": "C", "SWIFT_DETERMINISTIC_HASHING": "1",
  ]

  func record(_ words: [String]) throws -> RunRecord {
    let arguments = ["run", "--format", "json", "--quiet", "--out", folder.path] + words
    let run = try Command.run(executable, arguments, called: ToolName.current, changes: GateProgram.surroundings)
    guard run.code == 0 else {
      throw LabError(
        "\(name) cannot run this case (\(run.ending)); take a base that can, or leave the case out until it has one",
        exitCode: 5)
    }
    guard let record = RunRecord(printed: run.output) else {
      throw LabError(
        "\(name) answered 'run' with no record: is it a lab-run? Name the executable itself, not a script", exitCode: 5)
    }
    return record
  }

  /// Counts the instructions of both programs for each cell, several cells at a time.
  ///
  /// - Returns: The reason why nothing can be counted, or an empty text.
  func count(_ cells: inout [GateRun]) throws -> String {
    let (own, words) = (try GateProgram.own(), cells.map { $0.run.words() })
    let found = ParallelLoop.map(2 * words.count) { index in
      Result { try CallgrindRun.count(index % 2 == 0 ? own : self, words[index / 2], decodes: true) }
    }
    do {
      for index in cells.indices {
        var counts = (old: [InstructionKind: InstructionCount](), new: try found[2 * index].get())
        do { counts.old = try found[2 * index + 1].get() } catch let error as LabError {
          // The old program may be unable to count: that is a row among the others.
          cells[index].cell.notes.append("\(error)")
        }
        cells[index].cell.instructions = counts
      }
      return ""
    } catch let error as MissingProgram {
      return "\(error)"
    }
  }

  /// Returns the old program's figures for a case, in the form of a baseline.
  func baseline(_ measured: GateRun) throws -> Baseline {
    let decode = ["--decode", measured.run.prepared.request.decodes ? "real" : "none"]
    let record = try self.record(measured.run.words() + decode)
    return Baseline(
      record: record, words: measured.run.typedWords, trail: nil, memoryOverhead: GateRun.memory(record), reason: "",
      recorded: "")
  }

  /// Returns the first event at which the old program's replay differs, or nil if none does or it writes no events.
  func parting(_ measured: GateRun) throws -> String? {
    let path = "\(folder.path)/old.jsonl"
    let options = ["run", "--decode", "none", "--format", "json", "--quiet", "--events", path, "--out", folder.path]
    let old = try Command.run(executable, options + measured.run.words())
    guard try old.code == 0 && Paths.exists(path) else { return nil }
    return measured.run.follow(EventComparison(old: try EventReader(path: path))).finish()
  }

  /// Runs this program and another over the same case in pairs of opposite order, old new new old, until the judge has a
  /// verdict. Each run has a process of its own, so that none is affected by another's memory, and layout varies.
  ///
  /// - Parameter family: The number of latency rows of the whole gate.
  func pairs(
    with head: GateProgram, _ words: [String], cell: String, judge: LatencyJudge, family: Int = 0
  ) throws -> LatencyEvidence {
    let (load, began) = (MachineLoad(), Clocks.monotonic())
    func run(_ program: GateProgram, _ known: RunRecord? = nil) throws -> LatencyEvidence.Arm {
      let samples = try (known ?? program.record(words)).samples.decodeCPU
      if samples.isEmpty {
        throw LabError("\(program.name) decodes nothing there, so there is no time to compare", exitCode: 5)
      }
      return LatencyStatistic.all(of: samples)
    }
    let (new, old) = (try head.record(words), try record(words))
    let differences = new.configuration.differences(from: old.configuration).settings
    guard differences.isEmpty else {
      throw LabError(
        "the two programs do not run the same case: \(differences.joined(separator: "; ")); take a base that does, or "
          + "gate without one", exitCode: 5)
    }
    let burnIn = try (0...judge.burnIn).map { try run(self, $0 == 0 ? old : nil)[.cpuP50] ?? 0 }
    var evidence = LatencyEvidence(
      cell: cell, decodes: Int(new.count("decodes")), baseWork: old.declaredCost, headWork: new.declaredCost,
      burnIn: burnIn)
    var wanted = judge.pairsMin
    while evidence.pairs.count < wanted {
      Terminal.progress("\(cell): pair \(evidence.pairs.count + 1) of \(wanted)")
      let isBaseFirst = evidence.pairs.count % 2 == 0
      let (first, second) = (try run(isBaseFirst ? self : head), try run(isBaseFirst ? head : self))
      evidence.pairs.append(isBaseFirst ? (base: first, head: second) : (base: second, head: first))
      guard evidence.pairs.count == wanted else { continue }
      evidence.steal = MachineLoad().stolenShare(since: load)
      let isOverTime = Clocks.monotonic() - began > judge.secondsMax * 1_000_000_000
      guard !isOverTime, judge.judge([evidence], family: family).isOpen else { break }
      // Each interim verdict is another chance to be wrong, so there are few.
      wanted = min(wanted + 20, judge.pairsMax)
    }
    return evidence
  }
}

extension RunRecord {
  fileprivate func count(_ name: String) -> Int64 { counts[name]?.integer ?? 0 }

  fileprivate var declaredCost: Int64 { count("worker-time") / max(1, count("decodes")) }
}
