import CacheLab
import LabJudge
import LabRecords
import LabSystem
import StrategyKit

/// A lab-run, this one or an older one, whose runs a gate compares.
struct GateProgram {
  let executable: String
  let name: String

  static func own() throws -> GateProgram {
    GateProgram(executable: try Places.ownExecutable(), name: "this \(ToolName.current)")
  }

  /// The environment of both programs, since its size on the stack affects measurements.
  static let surroundings: [String: String?] = [
    "MALLOC_ARENA_MAX": "1", "LC_ALL": "C", "SWIFT_DETERMINISTIC_HASHING": "1",
  ]

  /// Runs a case in a process that does nothing else.
  ///
  /// - Throws: `LabError` if the program cannot run it.
  func record(_ words: [String], in folder: String) throws -> RunRecord {
    let arguments = ["run", "--format", "json", "--quiet", "--out", folder] + words
    let run = try Command.run(executable, arguments, called: ToolName.current, changes: GateProgram.surroundings)
    guard run.code == 0 else {
      throw LabError(
        "\(name) cannot run this case (\(run.ending)): take a base that can, or leave the case out until it has one",
        exitCode: 5)
    }
    guard let record = RunRecord(printed: run.output) else {
      throw LabError(
        "\(name) answered 'run' with no record: is it a lab-run? Name the executable itself, not a script", exitCode: 5)
    }
    return record
  }
}

/// The old program of a gate, which provides decode times, instructions, the first differing event, and the figures of
/// cases without a baseline.
struct GateBase {
  let program: GateProgram
  var isTimed = true
  var isCounted = true

  /// Runs old and new in pairs over the beginning of a case.
  ///
  /// - Throws: `LabError` if the two cannot be compared.
  func latency(_ measured: GateRun, judge: LatencyJudge, family: Int) throws -> LatencyEvidence {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    return try pairs(
      with: .own(), measured.beginning(decodesMax: judge.settings.decodesMax, in: folder.path),
      cell: measured.cell.name, in: folder.path, judge: judge, family: family,
      isQuiet: measured.run.prepared.request.isQuiet)
  }

  /// Counts the instructions of both programs for each cell, several cells at a time.
  ///
  /// - Returns: The reason why nothing can be counted, or an empty text.
  func count(_ cells: inout [GateRun]) throws -> String {
    let programs = [try GateProgram.own(), program]
    let jobs = cells.flatMap { cell in programs.map { ($0, cell.typedWords) } }
    let found = ParallelLoop.map(jobs.count) { index in
      Result { try CallgrindRun.count(jobs[index].0, jobs[index].1, decodes: true) }
    }
    do {
      for index in cells.indices {
        let new = try found[2 * index].get()
        do { cells[index].cell.instructions = (old: try found[2 * index + 1].get(), new: new) } catch let error
          as LabError
        {
          // The old program may be unable to count: that is a row among the others.
          cells[index].cell.instructions = (old: [:], new: new)
          cells[index].cell.notes.append("\(error)")
        }
      }
      return ""
    } catch let error as MissingProgram {
      return "\(error)"
    }
  }

  /// Returns the old program's figures for a case, in the form of a baseline.
  func baseline(_ measured: GateRun) throws -> Baseline {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    let decode = ["--decode", measured.run.prepared.request.decodes ? "real" : "none"]
    let record = try program.record(measured.typedWords + decode, in: folder.path)
    return Baseline(
      record: record, words: measured.words, trail: nil, memoryOverhead: GateRun.memory(record), reason: "",
      recorded: "")
  }

  /// Returns the first event at which the old program's replay differs, or nil if none does or it writes no events.
  func parting(_ measured: GateRun) throws -> String? {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = "\(folder.path)/old.jsonl"
    let options = ["run", "--decode", "none", "--format", "json", "--quiet", "--events", path, "--out", folder.path]
    let old = try Command.run(program.executable, options + measured.typedWords)
    guard try old.code == 0 && Paths.exists(path) else { return nil }
    let comparison = EventComparison(old: try EventReader(path: path))
    return measured.run.follow(comparison).finish()
  }
}
