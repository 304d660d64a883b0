import LabJudge
import LabLibrary

/// A lab-run, this one or an older one, whose runs a gate compares.
struct GateProgram {
  let executable: String
  let name: String
  private let folder: ScratchFolder

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

  /// Runs a case in a process that does nothing else.
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
}

// MARK: As the old program of a gate

extension GateProgram {
  /// Runs this program and the new one in pairs over the beginning of a case.
  func latency(_ measured: GateRun, judge: LatencyJudge, family: Int) throws -> LatencyEvidence {
    try pairs(
      with: .own(), measured.beginning(decodesMax: judge.decodesMax, in: folder.path), cell: measured.cell.name,
      judge: judge, family: family)
  }

  /// Counts the instructions of both programs for each cell, several cells at a time.
  ///
  /// - Returns: The reason why nothing can be counted, or an empty text.
  func count(_ cells: inout [GateRun]) throws -> String {
    let programs = [try GateProgram.own(), self]
    let jobs = cells.flatMap { cell in programs.map { ($0, cell.typedWords) } }
    let found = ParallelLoop.map(jobs.count) { index in
      Result { try CallgrindRun.count(jobs[index].0, jobs[index].1, decodes: true) }
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
    let record = try self.record(measured.typedWords + decode)
    return Baseline(
      record: record, words: measured.words, trail: nil, memoryOverhead: GateRun.memory(record), reason: "",
      recorded: "")
  }

  /// Returns the first event at which the old program's replay differs, or nil if none does or it writes no events.
  func parting(_ measured: GateRun) throws -> String? {
    let path = "\(folder.path)/old.jsonl"
    let options = ["run", "--decode", "none", "--format", "json", "--quiet", "--events", path, "--out", folder.path]
    let old = try Command.run(executable, options + measured.typedWords)
    guard try old.code == 0 && Paths.exists(path) else { return nil }
    return measured.run.follow(EventComparison(old: try EventReader(path: path))).finish()
  }

  /// Runs this program and another over the same case in pairs of opposite order, old new new old, until the judge has a
  /// verdict.
  ///
  /// Each run has a process of its own, so that none is affected by another's memory, and layout varies between runs.
  ///
  /// - Parameter family: The number of latency rows of the whole gate.
  /// - Throws: `LabError` if the two cannot be compared.
  func pairs(
    with head: GateProgram, _ words: [String], cell: String, judge: LatencyJudge, family: Int = 0
  ) throws -> LatencyEvidence {
    let (load, began) = (MachineLoad(), Clocks.monotonic())
    func run(_ program: GateProgram, _ known: RunRecord? = nil) throws -> LatencyEvidence.Arm {
      let samples = try (known ?? program.record(words)).samples.decodeCPU
      if samples.isEmpty {
        throw LabError("\(program.name) decodes nothing there, so there is no time to compare", exitCode: 5)
      }
      return LatencyEvidence.Arm(samples)
    }
    let (new, old) = (try head.record(words), try record(words))
    let differences = new.configuration.differences(from: old.configuration).settings
    guard differences.isEmpty else {
      throw LabError(
        "the two programs do not run the same case: \(differences.joined(separator: "; ")); take a base that does, or "
          + "gate without one", exitCode: 5)
    }
    let burnIn = try (0...judge.burnIn).map { try run(self, $0 == 0 ? old : nil)[.cpuP50] }
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

  /// The declared cost of a decode in nanoseconds.
  fileprivate var declaredCost: Int64 { count("worker-time") / max(1, count("decodes")) }
}
