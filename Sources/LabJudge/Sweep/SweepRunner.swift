public import CacheLab
import LabBase
import LabRecords
import LabSystem
import StrategyKit
import Synchronization

/// Runs the jobs of a sweep in this process, without decoding, on several threads; what is the same for many jobs is
/// made once: a trace's script for a screen, and the table of costs for a device.
public struct SweepRunner: Sendable {
  public let ground: SweepGround
  public let plan: SweepPlan
  /// By trace, then screen, each with its frames that lay beyond the end of the grid.
  private let scripts: [(script: ReplayScript, moved: MovedFrames)]

  /// - Parameter traces: As they were read; each is put on each screen here.
  /// - Throws: `SweepError` naming the trace and the screen that do not go together.
  public init(_ ground: SweepGround, traces: [(name: String, trace: Trace)]) throws(SweepError) {
    self.ground = ground
    plan = ground.plan(traces.map { SweepPlan.TraceSource(name: $0.name, sha256: $0.trace.sha256) })
    var scripts: [(script: ReplayScript, moved: MovedFrames)] = []
    for (index, each) in traces.enumerated() {
      for screen in ground.screens {
        let place = "trace '\(plan.traceNames[index])', screen \(screen)"
        scripts.append(try SweepRunner.script(each.trace, ground.override(screen), place: place))
      }
    }
    self.scripts = scripts
    if let seer = ground.strategies.first(where: { $0.isOffline }),
      scripts.allSatisfy({ $0.script.changesContent })
    {
      throw SweepError(
        "trace '\(plan.traceNames[0])'",
        "photos come and go, and '\(seer.shortText)' must know what comes next: leave out either")
    }
  }

  /// Whether a job is of an oracle where photos come and go: nobody works out what comes next there, so that it has a row
  /// without figures.
  private func isAbsent(_ number: Int) -> Bool {
    let job = plan.job(number)
    return ground.strategies[job.strategy].isOffline && changesContent(job.trace)
  }

  private func changesContent(_ trace: Int) -> Bool { scripts[trace * plan.screens.count].script.changesContent }

  /// What a reader of the numbers should know: which jobs have none, and where frames were moved to the end of a grid, a
  /// sentence a screen.
  public var notes: [String] {
    let oracles = ground.strategies.filter(\.isOffline).map(\.shortText)
    let changing = oracles.isEmpty ? [] : plan.traces.indices.filter(changesContent).map { plan.traceNames[$0] }
    let absence =
      "\(NameList.text(oracles)) \(oracles.count == 1 ? "is" : "are") left out on \(NameList.text(changing)): an oracle must "
      + "know what comes next, and where photos come and go that is not worked out"
    return (changing.isEmpty ? [] : [absence]) + plan.screens.indices.compactMap(movedNote)
  }

  private func movedNote(_ screen: Int) -> String? {
    let moved = plan.traces.indices.filter { scripts[$0 * plan.screens.count + screen].moved.moved > 0 }
    guard !moved.isEmpty else { return nil }
    let words = moved.map { trace in
      let count = scripts[trace * plan.screens.count + screen].moved
      return "\(plan.traceNames[trace]) \(NumberText.grouped(Int64(count.moved))) of "
        + NumberText.grouped(Int64(count.frames))
    }
    let place = plan.screens[screen] == "recorded" ? "the recorded screen" : "screen \(plan.screens[screen])"
    return "on \(place) some frames lie below the last row of photos, and the replay shows the last rows instead: "
      + "\(words.joined(separator: ", ")). \(cureOfShortGrid(moved))"
  }

  /// How the grids of traces get more rows.
  private func cureOfShortGrid(_ traces: [Int]) -> String {
    MovedFrames.cure(
      traces.map { scripts[$0 * plan.screens.count].moved }, assets: ground.assets.count,
      access: ground.settings.access.limit.map { Int($0) })
  }

  /// Why nothing can be recommended from these replays: most frames of a trace lay beyond the end of a grid, so that its
  /// scroll stood still there. Nil where none did.
  public var refusal: String? {
    let stood = plan.traces.indices.filter { trace in
      plan.screens.indices.contains { scripts[trace * plan.screens.count + $0].moved.areMost }
    }
    guard !stood.isEmpty else { return nil }
    return "most frames of \(NameList.text(stood.map { plan.traceNames[$0] })) lie beyond the end of the grid, so the "
      + "scroll stands still there and nothing is recommended. \(cureOfShortGrid(stood)) --without-trace leaves traces "
      + "out."
  }

  private static func script(
    _ trace: Trace, _ override: ScreenOverride, place: String
  ) throws(SweepError) -> (script: ReplayScript, moved: MovedFrames) {
    let applied: Trace
    do throws(TraceError) {
      applied = try trace.applying(override)
    } catch {
      throw SweepError(place, "\(error)")
    }
    let script = ReplayScript(applied)
    guard script.slotCount <= SlotTable.slotsMax else {
      throw SweepError(
        place,
        "it shows its photos at so many sizes that more than \(SlotTable.slotsMax) bitmaps would have to be kept track "
          + "of: cut it into traces with fewer layouts, or give fewer assets")
    }
    return (script, MovedFrames(applied))
  }

  /// How much work a job is, to guess what time is left: frames, and what a rank costs where the strategy ranks.
  public func work(_ number: Int) -> Int64 {
    let job = plan.job(number)
    let frames = Int64(scripts[job.trace * plan.screens.count + job.screen].script.steps.count)
    return frames * (ground.strategies[job.strategy].sample.ranks ? SweepRunner.rankingWork : 1)
  }

  /// How many times as long a replay takes whose strategy ranks (docs/results.md, How fast is a sweep?).
  private static let rankingWork: Int64 = 12

  /// The jobs of a shard that have no row yet. Ascending, so that jobs over one replay come one after the other.
  public func left(of shard: SweepShard, known: [SweepRow]) -> [Int] {
    let done = Set(known.map(\.number))
    return shard.jobs(of: plan).filter { !done.contains($0) && !isAbsent($0) }
  }

  /// Runs the jobs of a shard, in any order.
  ///
  /// - Parameters:
  ///   - known: Rows of jobs that were run before.
  ///   - finished: Called from any of the threads, once a job; false keeps further jobs from beginning.
  /// - Returns: Nil where jobs were kept from beginning.
  public func table(
    _ shard: SweepShard = .whole, known: [SweepRow] = [], threads: Int,
    finished: @escaping @Sendable (SweepRow) -> Bool = { _ in true }
  ) -> SweepTable? {
    let numbers = left(of: shard, known: known)
    // By trace, screen and device: jobs of all strategies over them come one after the other.
    let replays = Dictionary(
      uniqueKeysWithValues: numbers.grouped { $0 / ground.strategies.count }.map { place, jobs in
        (place, PreparedReplay(jobs: jobs.count) { replay(plan.job(jobs[0])) })
      })
    let absent = shard.jobs(of: plan).filter(isAbsent).map { number in
      SweepRow.absent(number, budgetCount: plan.budgetCount(ofJob: number))
    }
    let rows = Mutex(known + absent)
    let isStopped = Atomic(false)
    ParallelLoop.run(numbers.count, threads: threads) { index in
      if isStopped.load(ordering: .relaxed) { return }
      let number = numbers[index]
      guard let replay = replays[number / ground.strategies.count] else { return }
      let (facts, budgets) = replay.run(ground.strategies[number % ground.strategies.count])
      let row = SweepRow(number: number, facts, budgets: budgets)
      if finished(row) { rows.withLock { $0.append(row) } } else { isStopped.store(true, ordering: .relaxed) }
    }
    return isStopped.load(ordering: .relaxed) ? nil : SweepTable(plan: plan, shard: shard, rows: rows.withLock { $0 })
  }

  /// Processors that may be used now.
  public static var processorCount: Int { Machine.processorCount }

  func replay(_ job: SweepJob) -> Replay {
    let view = scripts[job.trace * plan.screens.count + job.screen]
    return Replay(
      script: view.script, assets: ground.assets, device: ground.devices[job.device], settings: ground.settings)
  }
}

/// A trace, screen and device made ready when the first job needs it, shared by all, and let go after the last: a sweep
/// over many of them holds few at a time.
final class PreparedReplay: Sendable {
  private let make: @Sendable () -> Replay
  private let state: Mutex<State>

  private struct State {
    var replay: Replay?
    /// What strategies peak at here, by canonical text.
    var peaks: [String: Int64] = [:]
    var jobsLeft: Int
  }

  init(jobs: Int, make: @escaping @Sendable () -> Replay) {
    self.make = make
    state = Mutex(State(jobsLeft: jobs))
  }

  private var replay: Replay {
    state.withLock { state in
      if let replay = state.replay { return replay }
      let made = make()
      state.replay = made
      return made
    }
  }

  /// Does one of its jobs: what a strategy comes to here, and what its budgets come to that are written as peaks.
  func run(_ strategy: PeakSpec) -> (facts: RunFacts, budgets: [ByteCount]) {
    defer { leave() }
    let budgets = budgets(of: strategy)
    return (RunFacts(tally: replay.run(strategy.spec(budgets))), budgets)
  }

  /// What the budgets of a strategy that are written as peaks come to: each peak is looked at once for all jobs.
  private func budgets(of strategy: PeakSpec) -> [ByteCount] {
    strategy.budgets.map { budget in
      let (replay, name) = (replay, budget.strategy.canonicalText)
      return state.withLock { state in
        let peak = state.peaks[name] ?? replay.run(budget.strategy).peak.bytes
        state.peaks[name] = peak
        return budget.bytes(ofPeak: peak)
      }
    }
  }

  private func leave() {
    state.withLock { state in
      state.jobsLeft -= 1
      if state.jobsLeft == 0 { state.replay = nil }
    }
  }
}
