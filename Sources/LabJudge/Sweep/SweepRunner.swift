public import CacheLab
import LabBase
import LabRecords
import LabSystem
import StrategyKit
import Synchronization

/// Traces over which the jobs of a plan can be run.
public protocol SweepJobs: Sendable {
  var plan: SweepPlan { get }

  /// Gets ready to run some jobs.
  ///
  /// - Returns: A function that runs the jobs of a unit, on any thread.
  func prepared(_ units: [Range<Int>]) -> @Sendable (Range<Int>) throws -> [SweepRow]
}

extension SweepJobs {
  /// Runs the jobs of a shard that a writer does not have, and writes all rows in the order of the jobs.
  ///
  /// - Parameters:
  ///   - started: Called with the units that are run, before the first.
  ///   - finished: Called from any of the threads, with each unit that is written.
  public func run(
    into writer: SweepWriter, threads: Int, started: ([Range<Int>]) -> Void = { _ in },
    finished: @escaping @Sendable (Range<Int>) -> Void = { _ in }
  ) throws {
    let units = SweepUnits(plan, writer.shard)
    let left = (writer.unitCount..<units.count).map(units.jobs)
    started(left)
    let (run, plan) = (prepared(left.filter { writer.kept($0) == nil }), plan)
    try OrderedWork.run(left.count, threads: threads) { index in
      SweepWriter.lines(try writer.kept(left[index]) ?? run(left[index]), of: plan)
    } take: { index, lines in
      try writer.append(lines)
      finished(left[index])
    }
  }

  /// Runs all jobs, and keeps their rows in memory.
  public func table(threads: Int, finished: @escaping @Sendable (Range<Int>) -> Void = { _ in }) throws -> SweepTable {
    let units = (0..<plan.jobCount).map { $0..<($0 + 1) }
    let run = prepared(units)
    let rows = Mutex<[SweepRow]>([])
    try OrderedWork.run(units.count, threads: threads) {
      try run(units[$0])
    } take: { index, made in
      rows.withLock { $0 += made }
      finished(units[index])
    }
    return SweepTable(plan: plan, rows: rows.withLock { $0 })
  }
}

/// Work on several threads, whose values are handed on in their order.
private enum OrderedWork {
  private struct State<Value> {
    var next = 0
    /// Values that were finished before their turn.
    var waiting: [Int: Value] = [:]
    var problem: (any Error)?
  }

  /// - Parameters:
  ///   - make: Does a piece of the work.
  ///   - take: Gets the value of each piece, one after the other.
  /// - Throws: The first error of either; then nothing more is begun.
  static func run<Value: Sendable>(
    _ count: Int, threads: Int, make: @escaping @Sendable (Int) throws -> Value,
    take: @escaping @Sendable (Int, Value) throws -> Void
  ) throws {
    let state = Mutex(State<Value>())
    let isStopped = Atomic(false)
    ParallelLoop.run(count, threads: threads) { index in
      if isStopped.load(ordering: .relaxed) { return }
      do {
        let value = try make(index)
        try state.withLock { state in
          guard state.problem == nil else { return }
          state.waiting[index] = value
          while let value = state.waiting.removeValue(forKey: state.next) {
            try take(state.next, value)
            state.next += 1
          }
        }
      } catch {
        state.withLock { $0.problem = $0.problem ?? error }
        isStopped.store(true, ordering: .relaxed)
      }
    }
    if let problem = state.withLock({ $0.problem }) { throw problem }
  }
}

/// Runs the jobs of a sweep over traces in this process, without decoding. A trace's script for a screen and the table of
/// costs for a device are made once for many jobs.
public struct SweepRunner: SweepJobs {
  public let ground: SweepGround
  public let plan: SweepPlan
  /// By trace, then screen, each with its frames that lay beyond the end of the grid.
  private let scripts: [(script: ReplayScript, moved: MovedFrames)]

  /// - Parameter traces: The traces as they were read; each is put on each screen here.
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

  private init(_ ground: SweepGround, _ plan: SweepPlan, _ scripts: [(script: ReplayScript, moved: MovedFrames)]) {
    (self.ground, self.plan, self.scripts) = (ground, plan, scripts)
  }

  /// Returns the jobs of some strategies with the photos in another order, so that each place shows another photo.
  public func reordered(seed: UInt64, strategies: [Int]) -> SweepRunner {
    var random = SplitMix64(seed: seed)
    var assets = ground.assets
    for place in assets.indices.dropFirst() { assets.swapAt(place, random.next(below: place + 1)) }
    let other = SweepGround(
      strategies: strategies.map { ground.strategies[$0] }, screens: ground.screens, devices: ground.devices,
      assets: assets, settings: ground.settings, told: ground.told, program: ground.program)
    return SweepRunner(other, other.plan(plan.traces), scripts)
  }

  /// Returns true for a job of an oracle where photos come and go: what comes next there is not worked out, so that its row
  /// has no figures.
  private func isAbsent(_ number: Int) -> Bool {
    let job = plan.job(number)
    return ground.strategies[job.strategy].isOffline && changesContent(job.trace)
  }

  private func changesContent(_ trace: Int) -> Bool { scripts[trace * plan.screens.count].script.changesContent }

  /// Notes on jobs without numbers, and on frames that were moved to the end of a grid.
  public var notes: [String] {
    let oracles = ground.strategies.filter(\.isOffline).map(\.shortText)
    let changing = oracles.isEmpty ? [] : plan.traces.indices.filter(changesContent).map { plan.traceNames[$0] }
    let absence =
      "\(NameList.text(oracles)) \(oracles.count == 1 ? "is" : "are") left out on \(NameList.text(changing)): an oracle must "
      + "know what comes next, and where photos come and go that is not worked out"
    return (changing.isEmpty ? [] : [absence]) + plan.screens.indices.compactMap(movedNote)
  }

  private func movedNote(_ screen: Int) -> String? {
    let moved = plan.traces.indices.map { (trace: $0, count: scripts[$0 * plan.screens.count + screen].moved) }
      .filter { $0.count.moved > 0 }
    guard !moved.isEmpty else { return nil }
    let words = moved.map {
      "\(plan.traceNames[$0.trace]) \(NumberText.grouped(Int64($0.count.moved))) of "
        + NumberText.grouped(Int64($0.count.frames))
    }
    let place = plan.screens[screen] == "recorded" ? "the recorded screen" : "screen \(plan.screens[screen])"
    return "on \(place) some frames lie below the last row of photos, and the replay shows the last rows instead: "
      + "\(words.joined(separator: ", ")). \(cureOfShortGrid(moved.map(\.trace)))"
  }

  private func cureOfShortGrid(_ traces: [Int]) -> String {
    MovedFrames.cure(
      traces.map { scripts[$0 * plan.screens.count].moved }, assets: ground.assets.count,
      access: ground.settings.access.limit.map { Int($0) })
  }

  /// The reason for which nothing can be recommended: most frames of a trace lay beyond the end of a grid, so that its
  /// scroll stood still there.
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
    do throws(InputError) {
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

  public func prepared(_ units: [Range<Int>]) -> @Sendable (Range<Int>) throws -> [SweepRow] {
    // By trace, screen and device: jobs of all strategies over them come one after the other.
    let jobs = units.flatMap { $0 }.filter { !isAbsent($0) }
    let replays = Dictionary(
      uniqueKeysWithValues: jobs.grouped { $0 / ground.strategies.count }.map { place, jobs in
        (place, PreparedReplay(jobs: jobs.count) { replay(plan.job(jobs[0])) })
      })
    return { jobs in
      jobs.map { number in
        guard let replay = replays[number / ground.strategies.count], !isAbsent(number) else {
          return SweepRow.absent(number, budgetCount: plan.budgetCount(ofJob: number))
        }
        let (facts, budgets) = replay.run(ground.strategies[number % ground.strategies.count])
        return SweepRow(number: number, facts, budgets: budgets)
      }
    }
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
    /// The peaks of strategies here, by canonical text.
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

  /// Does one of its jobs, and returns the bytes of budgets that are written as peaks, too; each peak is looked at once.
  func run(_ strategy: PeakSpec) -> (facts: RunFacts, budgets: [ByteCount]) {
    defer {
      state.withLock { state in
        state.jobsLeft -= 1
        if state.jobsLeft == 0 { state.replay = nil }
      }
    }
    let budgets = strategy.budgets.map { budget in
      let (replay, name) = (replay, budget.strategy.canonicalText)
      return state.withLock { state in
        let peak = state.peaks[name] ?? replay.run(budget.strategy).peak.bytes
        state.peaks[name] = peak
        return budget.bytes(ofPeak: peak)
      }
    }
    return (RunFacts(tally: replay.run(strategy.spec(budgets))), budgets)
  }
}
