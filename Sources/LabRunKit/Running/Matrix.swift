import CacheLab
import LabBase
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
  /// One strategy over one trace.
  struct Run {
    var prepared: PreparedRun
    var tracePath: String
    var strategy: StrategySpec
  }

  /// What came of it.
  struct Outcome {
    var records: [RunRecord]
    /// How many of them were there: those that the interrupted matrix had written, or all where it was finished.
    var reusedCount: Int
    /// True when all were there and nothing was run.
    var wasFinished = false
  }

  let request: RunRequest
  /// Whether it goes on where it was ended.
  let isResumed: Bool
  let store: RecordStore
  let environment: RunEnvironment
  let runs: [Run]

  func run() async throws -> Outcome {
    let plan = MatrixPlan(
      configurations: runs.map { $0.prepared.configuration($0.strategy).digest }, environment: environment,
      program: Places.executable)
    let work = plan.work(in: store.directory)
    if isResumed, Journal.unfinished(work) == nil, let records = store.finished(plan) {
      Terminal.error(
        "all \(records.count) runs are finished, and none is run again: this is what their records in "
          + "\(store.directory) say")
      return Outcome(records: records, reusedCount: records.count, wasFinished: true)
    }
    let journal = try Journal.begin(
      work, isResumed: isResumed, nothing: "matrix of these runs by this build on this machine"
    ) {
      "\(plan.finished(in: $0).count) of these \(runs.count) runs were finished by a matrix that was ended"
    }
    Interruption.advise("the same command with --resume goes on from here")
    let sums = plan.finished(in: journal)
    func finished(_ run: Int) -> RunRecord? {
      sums[run].flatMap { store.record(of: plan.configurations[run], sha256: $0) }
    }
    let left = runs.indices.filter { finished($0) == nil }.map { runs[$0] }
    if !request.isQuiet, let estimate = MatrixEstimate(left, request)?.text { Terminal.error(estimate) }
    var outcome = Outcome(records: [], reusedCount: 0)
    for (number, run) in runs.enumerated() {
      if let record = finished(number) {
        outcome.records.append(record)
        outcome.reusedCount += 1
        continue
      }
      let record = try await record(of: run, number: number)
      try plan.note(record, run: number, in: journal)
      _ = try store.write(
        record, strategySlug: run.strategy.slug, seconds: Clocks.wallSeconds(), surroundings: plan.surroundings)
      outcome.records.append(record)
    }
    journal.remove()
    Terminal.clearProgress()
    return outcome
  }

  private func record(of run: Run, number: Int) async throws -> RunRecord {
    if !request.isQuiet {
      Terminal.progress("run \(number + 1) of \(runs.count): \(run.strategy.shortText) on \(run.tracePath)")
    }
    guard request.measures else {
      return try run.prepared.run(run.strategy, environment: environment, comparing: true)
    }
    return try await ChildRun(request: request, strategy: run.strategy, tracePath: run.tracePath).record()
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
    _ work: Work, isResumed: Bool, nothing: String, found: (Journal) -> String
  ) throws(ResultError) -> Journal {
    let unfinished = Journal.unfinished(work)
    if let unfinished, isResumed {
      for damage in unfinished.damage { Terminal.error(damage) }
      return unfinished
    }
    if isResumed {
      Terminal.error("nothing to resume: \(work.directory) holds no unfinished \(nothing)")
    } else if let unfinished {
      Terminal.error("\(found(unfinished)): --resume goes on from there")
    }
    return try Journal(work)
  }
}

/// How long runs that measure will take, said before they begin, and how to have what they count at once.
struct MatrixEstimate {
  let runCount: Int
  /// Decodes of all runs; nil on the wall clock, where the trace decides.
  let decodes: Int64?
  let seconds: Double

  /// Below this many frames of all runs together nothing is worked out: that takes no minute.
  private static let framesMin = 20_000

  /// Nil where it takes no time worth a word, or cannot be told.
  init?(_ runs: [Matrix.Run], _ request: RunRequest) {
    if case .real(let pace) = request.measuring.time {
      let speed = Double(pace.speed.numerator) / Double(pace.speed.denominator)
      let lengths = runs.map { Double($0.prepared.replay.script.end.rawValue) / 1e9 / speed }
      self.init(runCount: runs.count, decodes: nil, seconds: lengths.reduce(0, +))
      return
    }
    guard request.measures, runs.reduce(0, { $0 + $1.prepared.replay.script.steps.count }) >= MatrixEstimate.framesMin
    else { return nil }
    var (decodes, nanoseconds) = (Int64(0), 0.0)
    // All strategies decode about what `none` does, and one counting replay takes milliseconds.
    var known: [String: (decodes: Int64, cost: Int64)] = [:]
    for run in runs {
      let prepared = run.prepared
      if known[run.tracePath] == nil {
        guard let cost = try? DecodeCost.sample(prepared.replay.table, library: prepared.library) else { return nil }
        known[run.tracePath] = (prepared.replay.run(.nothing, cells: request.cells).decodes, cost)
      }
      guard let (count, cost) = known[run.tracePath] else { return nil }
      decodes += count
      nanoseconds += Double(count * cost) / Double(min(prepared.device.workers, SweepRunner.processorCount))
    }
    self.init(runCount: runs.count, decodes: decodes, seconds: nanoseconds / 1e9)
  }

  init(runCount: Int, decodes: Int64?, seconds: Double) {
    (self.runCount, self.decodes, self.seconds) = (runCount, decodes, seconds)
  }

  /// Nil below a minute.
  var text: String? {
    let minutes = Int((seconds / 60).rounded())
    guard minutes >= 1 else { return nil }
    let (runs, length) = (NumberText.count(runCount, "run"), NumberText.count(minutes, "minute"))
    guard let decodes else {
      return "\(runs) on the wall clock take about \(length); --decode none without --time real takes seconds"
    }
    return "\(runs) decode about \(NumberText.grouped(decodes)) photos, which takes this machine about \(length); "
      + "--decode none has all but RSS and decode ms in seconds"
  }
}

/// A run of a matrix in a process of its own. It writes no file: its record comes back on its standard output, and it
/// ends when nobody reads that any more.
struct ChildRun {
  let request: RunRequest
  let strategy: StrategySpec
  let tracePath: String

  /// The first word of a child's command line; its request follows as JSON. No command has this name.
  static let word = "run-of-matrix"

  func record() async throws -> RunRecord {
    let executable = try Places.ownExecutable()
    let label = "\(strategy.shortText) on \(tracePath)"
    var own = request
    own.strategies = [strategy.canonicalText]
    own.traces = [tracePath]
    let child = try await Command.run(executable, [ChildRun.word, own.json.compactText])
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
    guard arguments.count == 3, arguments[1] == word else { return false }
    let request = try RunRequest(text: arguments[2])
    Interruption.endWithReader()
    let paths = try TracePaths.find(request.traces)
    guard let strategy = try request.specs(registry: KnownStrategies.all).first, let path = paths.first else {
      throw LabError("the request for a run names no strategy or no trace")
    }
    let prepared = try PreparedRun(request, path: path, library: request.openLibrary())
    let record = try prepared.run(
      strategy, environment: RunEnvironment(gitRevision: BuildInfo.gitRevision), comparing: true)
    Terminal.output(record.json.prettyText)
    return true
  }
}
