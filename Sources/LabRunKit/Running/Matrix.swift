import ArgumentParser
import CacheLab
import LabJudge
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// Several runs, trace by trace, each finished one noted in a journal: a matrix that was ended half way goes on from
/// there with `--resume`.
///
/// What is measured runs in a process of its own, so that no run measures what another left in memory; with
/// `--decode none` all runs share this one.
struct Matrix {
  /// What came of the runs, and what is said of where it lies.
  typealias Outcome = (records: [RunRecord], place: String)

  let request: RunRequest
  /// Whether it goes on where it was ended.
  let isResumed: Bool
  let store: RecordStore
  let runs: [PlannedRun]

  func run() throws -> Outcome {
    let plan = try MatrixPlan(
      configurations: runs.map(\.configuration.digest), environment: BuildInfo.environment, program: Places.executable)
    let work = plan.work(in: store.directory)
    if isResumed, try Journal.unfinished(work) == nil, let records = try store.finished(plan) {
      Terminal.error(
        "all \(records.count) runs are finished, and none is run again: this is what their records in "
          + "\(store.directory) say")
      return outcome(records, ", all of them finished before")
    }
    let journal = try Journal.begin(
      work, isResumed: isResumed, nothing: "matrix of these runs by this build on this machine"
    ) {
      "\(try plan.finished(in: $0).count) of these \(runs.count) runs were finished by a matrix that was ended"
    }
    Interruption.advise("the same command with --resume goes on from here")
    let sums = try plan.finished(in: journal) { Terminal.error($0) }
    func finished(_ run: Int) throws -> RunRecord? {
      try sums[run].flatMap { try store.record(of: plan.configurations[run], sha256: $0) }
    }
    let left = try runs.indices.filter { try finished($0) == nil }.map { runs[$0] }
    if !request.isQuiet, let estimate = MatrixEstimate(left, request)?.text { Terminal.error(estimate) }
    var records: [RunRecord] = []
    for (number, run) in runs.enumerated() {
      if let record = try finished(number) {
        records.append(record)
        continue
      }
      if !request.isQuiet { Terminal.progress("run \(number + 1) of \(runs.count): \(run.label)") }
      let record = request.decodes ? try run.recordOfChild() : try run.record()
      try plan.note(record, run: number, in: journal)
      _ = try store.write(
        record, strategySlug: run.strategy.slug, seconds: Clocks.wallSeconds(), surroundings: plan.surroundings)
      records.append(record)
    }
    journal.remove()
    Terminal.clearProgress()
    let reusedCount = runs.count - left.count
    return outcome(records, reusedCount == 0 ? "" : ", \(reusedCount) of them from the matrix that was ended")
  }

  private func outcome(_ records: [RunRecord], _ note: String) -> Outcome {
    (records, "\(records.count) records in \(store.directory)/\(note)")
  }
}

extension Journal {
  /// A new journal, or with `--resume` the one of the work that was ended; standard error says what there was to resume.
  ///
  /// - Parameters:
  ///   - work: What is to be done.
  ///   - nothing: What there is none of where nothing can be resumed.
  ///   - found: How much of the work another journal holds.
  static func begin(
    _ work: Work, isResumed: Bool, nothing: String, found: (Journal) throws -> String
  ) throws -> Journal {
    let unfinished = try Journal.unfinished(work)
    if let unfinished, isResumed { return unfinished }
    if isResumed {
      Terminal.error("nothing to resume: \(work.directory) holds no unfinished \(nothing); it begins anew")
    } else if let unfinished {
      Terminal.error("\(try found(unfinished)): --resume goes on from there")
    }
    return try Journal(work)
  }
}

/// How long runs that measure will take, said before they begin, and how to have what they count at once.
struct MatrixEstimate {
  let runCount: Int
  /// Decodes of all runs.
  let decodes: Int64
  let seconds: Double

  /// Below this many frames of all runs together nothing is worked out: that takes no minute.
  private static let framesMin = 20_000

  /// Nil below a minute.
  var text: String? {
    let minutes = Int((seconds / 60).rounded())
    guard minutes >= 1 else { return nil }
    let (runs, length) = (NumberText.count(runCount, "run"), NumberText.count(minutes, "minute"))
    return "\(runs) decode about \(NumberText.grouped(decodes)) photos, which takes this machine about \(length); "
      + "--decode none has all but RSS and decode ms in seconds"
  }
}

extension MatrixEstimate {
  /// Nil where it takes no time worth a word, or cannot be told.
  init?(_ runs: [PlannedRun], _ request: RunRequest) {
    guard request.decodes,
      runs.reduce(0, { $0 + $1.prepared.replay.script.steps.count }) >= MatrixEstimate.framesMin
    else { return nil }
    var (decodes, nanoseconds) = (Int64(0), 0.0)
    // All strategies decode about what `none` does, and one counting replay takes milliseconds.
    var known: [String: (decodes: Int64, cost: Int64)] = [:]
    for run in runs {
      let prepared = run.prepared
      if known[prepared.tracePath] == nil {
        guard let cost = try? DecodeCost.sample(prepared.replay.table, library: prepared.library) else { return nil }
        known[prepared.tracePath] = (prepared.replay.run(.nothing).decodes, cost)
      }
      guard let (count, cost) = known[prepared.tracePath] else { return nil }
      decodes += count
      nanoseconds += Double(count * cost) / Double(min(prepared.device.workers, Machine.processorCount))
    }
    self.init(runCount: runs.count, decodes: decodes, seconds: nanoseconds / 1e9)
  }
}

/// A run of a matrix in a process of its own. It writes no file: its record comes back on its standard output, and it
/// ends when nobody reads that any more.
extension PlannedRun {
  /// The first word of a child's command line; a run's options follow. No command has this name.
  static let childWord = "run-of-matrix"

  /// Runs it as a child.
  ///
  /// - Parameter decodes: True if it decodes; by default as the request says.
  func recordOfChild(decodes: Bool? = nil) throws -> RunRecord {
    let request = prepared.request
    let words = request.replayWords(
      strategy: strategy.canonicalText, trace: prepared.tracePath, decodes: decodes ?? request.decodes)
    let child = try Command.run(
      try Places.ownExecutable(), [PlannedRun.childWord] + words + ["--quiet"])
    guard child.code == 0 else {
      Terminal.clearProgress()
      throw LabError("\(label) ended with \(child.ending)")
    }
    return try RunRecord(text: child.output, name: label)
  }

  /// Runs what a parent asked for, where this process is a child.
  ///
  /// - Parameter arguments: Of this process, its name first.
  /// - Returns: False where it is none.
  static func serveIfAsked(_ arguments: [String]) throws -> Bool {
    guard arguments.count > 2, arguments[1] == childWord else { return false }
    let request = try RunOptions.parse(Array(arguments.dropFirst(2))).request
    Interrupts.watchReader()
    let run = try PlannedRun(only: request, else: "a child runs one strategy over one trace") {
      try request.openLibrary()
    }
    Terminal.output(try run.record().json.prettyText)
    return true
  }
}
