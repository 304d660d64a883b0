import LabBase
import LabJudge
import LabRecords
import LabSystem
import Synchronization

/// Runs a sweep's jobs, each noted in a journal as it ends, with progress on the terminal.
struct SweepSession {
  let runner: SweepRunner
  let shard: SweepShard
  let threads: Int?
  let showsProgress: Bool

  /// What came of it.
  struct Outcome {
    var table: SweepTable
    /// Rows that an interrupted sweep had made.
    var reusedCount: Int
  }

  /// Runs all jobs of the shard, or without a journal, those that a summary needs at once.
  ///
  /// - Parameter journal: Where finished jobs are noted and taken from; nil keeps nothing.
  func run(_ journal: Journal?) throws -> Outcome {
    let finished = journal.map { runner.plan.finished(shard, in: $0) } ?? []
    let known = Set(finished.map(\.number))
    let numbers = shard.jobs(of: runner.plan).filter { !known.contains($0) }
    let progress = SweepProgress(runner: runner, numbers: numbers, isShown: showsProgress)
    let rows = Mutex(finished)
    runner.run(numbers, threads: threads ?? SweepRunner.processorCount) { row in
      if let journal, (try? journal.append(row.line)) == nil { return false }
      rows.withLock { $0.append(row) }
      progress.finish(row.number)
      return true
    }
    Terminal.clearProgress()
    try journal?.check()
    return Outcome(
      table: SweepTable(plan: runner.plan, shard: shard, rows: rows.withLock { $0 }), reusedCount: finished.count)
  }
}

/// How far a sweep is and how long it still takes, on the terminal, at most ten times a second.
final class SweepProgress: Sendable {
  private let runner: SweepRunner
  private let count: Int
  private let noun: String
  private let work: Int64
  private let began = Clocks.monotonic()
  private let isShown: Bool
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var work: Int64 = 0
    var shownAt: Int64 = 0
  }

  /// - Parameters:
  ///   - numbers: The jobs. For work of another kind: jobs whose times are in the same proportion.
  ///   - noun: What one of them is called.
  init(runner: SweepRunner, numbers: [Int], noun: String = "job", isShown: Bool) {
    self.runner = runner
    self.noun = noun
    self.isShown = isShown && Terminal.showsProgress
    count = numbers.count
    work = self.isShown ? numbers.reduce(0) { $0 + runner.work($1) } : 0
  }

  /// A job, or what stands for one, is done.
  func finish(_ number: Int) {
    guard isShown else { return }
    state.withLock { state in
      state.count += 1
      state.work += runner.work(number)
      let now = Clocks.monotonic()
      guard now - state.shownAt >= 100_000_000 else { return }
      state.shownAt = now
      let left = Double(now - began) * Double(work - state.work) / Double(max(state.work, 1))
      Terminal.progress(
        "\(NumberText.grouped(Int64(state.count))) of \(NumberText.count(count, noun)), "
          + "\(SweepProgress.text(seconds: left / 1e9)) left")
    }
  }

  /// `1:05`, `2:00:10`.
  static func text(seconds: Double) -> String {
    let all = Int64(seconds.rounded(.up))
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let hours = all / 3600
    return hours > 0
      ? "\(hours):\(two(all / 60 % 60)):\(two(all % 60))" : "\(all / 60):\(two(all % 60))"
  }
}
