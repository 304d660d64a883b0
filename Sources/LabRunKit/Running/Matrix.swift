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
