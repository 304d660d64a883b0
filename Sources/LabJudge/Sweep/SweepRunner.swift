public import CacheLab
import LabBase
import LabRecords
import LabSystem
public import StrategyKit
import Synchronization

/// Runs the jobs of a sweep in this process, without decoding, on several threads; what is the same for many jobs is
/// made once: a trace's script for a screen, and the table of costs for a device.
public struct SweepRunner: Sendable {
  public let plan: SweepPlan
  private let strategies: [PeakSpec]
  /// By trace, then screen.
  private let scripts: [ReplayScript]
  /// Frames of each script that lay beyond the end of the grid.
  private let movedFrames: [MovedFrames]
  private let devices: [DeviceProfile]
  private let assets: ContiguousArray<AssetInfo>
  public let settings: ReplaySettings

  /// - Parameters:
  ///   - plan: Made of these very things, in this order.
  ///   - traces: As they were read; each is put on each screen here.
  /// - Throws: `SweepError` naming the trace and the screen that do not go together.
  public init(
    plan: SweepPlan, strategies: [PeakSpec], traces: [Trace], screens: [SweepScreen], devices: [DeviceProfile],
    assets: ContiguousArray<AssetInfo>, settings: ReplaySettings = ReplaySettings()
  ) throws(SweepError) {
    precondition(
      plan.strategies.count == strategies.count && plan.traces.count == traces.count
        && plan.screens.count == screens.count && plan.devices.count == devices.count, "the plan is of these")
    self.plan = plan
    self.strategies = strategies
    self.devices = devices
    self.assets = assets
    self.settings = settings
    var scripts: [(script: ReplayScript, moved: MovedFrames)] = []
    let sections = SectionPlan(settings.sections, of: assets)
    for (index, trace) in traces.enumerated() {
      for screen in screens {
        var override = screen.override(assetCount: Int32(assets.count), accessLimit: settings.access.limit)
        override.sections = sections
        scripts.append(try SweepRunner.script(trace, plan.traceNames[index], override, place: screen))
      }
    }
    self.scripts = scripts.map(\.script)
    if let seer = strategies.first(where: { $0.isOffline }),
      let index = self.scripts.firstIndex(where: { $0.changesContent })
    {
      throw SweepError(
        "trace '\(plan.traceNames[index / screens.count])'",
        "photos come and go, and '\(seer.shortText)' must know what comes next: leave out either")
    }
    movedFrames = scripts.map(\.moved)
  }

  /// What a reader of the numbers should know: where frames were moved to the end of a grid, a sentence a screen.
  public var notes: [String] {
    plan.screens.indices.compactMap { screen in
      let moved = plan.traces.indices.compactMap { trace -> String? in
        let count = movedFrames[trace * plan.screens.count + screen]
        if count.moved == 0 { return nil }
        return "\(plan.traceNames[trace]) \(NumberText.grouped(Int64(count.moved))) of "
          + NumberText.grouped(Int64(count.frames))
      }
      guard !moved.isEmpty else { return nil }
      let place = plan.screens[screen] == "recorded" ? "the recorded screen" : "screen \(plan.screens[screen])"
      return "on \(place) some frames lie below the last row of photos, and the replay shows the last rows instead: "
        + "\(moved.joined(separator: ", ")). \(cureOfShortGrid)"
    }
  }

  /// How a grid gets more rows.
  private var cureOfShortGrid: String {
    let visible = settings.access.limit.map { min(Int($0), assets.count) } ?? assets.count
    return MovedFrames.cure(visible: visible, of: assets.count)
  }

  /// Why nothing can be recommended from these replays: most frames of a trace lay beyond the end of a grid, so that its
  /// scroll stood still there. Nil where none did.
  public var refusal: String? {
    let stood = plan.traces.indices.filter { trace in
      plan.screens.indices.contains { movedFrames[trace * plan.screens.count + $0].areMost }
    }
    guard !stood.isEmpty else { return nil }
    return "most frames of \(NameList.text(stood.map { plan.traceNames[$0] })) lie beyond the end of the grid, so the "
      + "scroll stands still there and nothing is recommended. \(cureOfShortGrid) --without-trace leaves traces out."
  }

  private static func script(
    _ trace: Trace, _ name: String, _ override: ScreenOverride, place screen: SweepScreen
  ) throws(SweepError) -> (script: ReplayScript, moved: MovedFrames) {
    let place = "trace '\(name)', screen \(screen)"
    let applied: Trace
    do throws(TraceError) {
      applied = try trace.applying(override)
    } catch {
      throw SweepError(place, "\(error)")
    }
    let script = ReplayScript(applied)
    guard SlotTable.slotCount(of: script) <= SlotTable.slotsMax else {
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
    let frames = Int64(scripts[job.trace * plan.screens.count + job.screen].steps.count)
    return frames * (strategies[job.strategy].sample.ranks ? SweepRunner.rankingWork : 1)
  }

  /// How many times as long a replay takes whose strategy ranks (`lab-bench sweep`).
  private static let rankingWork: Int64 = 12

  /// Runs jobs, in any order.
  ///
  /// - Parameters:
  ///   - numbers: Ascending, so that jobs over one table come one after the other.
  ///   - finished: Called from any of the threads, once a job; false keeps further jobs from beginning.
  public func run(_ numbers: [Int], threads: Int, finished: @escaping @Sendable (SweepRow) -> Bool) {
    var shares: [Int: Int] = [:]
    for number in numbers { shares[number / strategies.count, default: 0] += 1 }
    let stands = shares.mapValues { SweepStand(jobs: $0) }
    let isStopped = Atomic(false)
    ParallelLoop.run(numbers.count, threads: threads) { index in
      if isStopped.load(ordering: .relaxed) { return }
      let job = plan.job(numbers[index])
      guard let stand = stands[job.number / strategies.count] else { return }
      let replay = stand.replay { self.replay(job) }
      let budgets = budgets(job, stand)
      let tally = replay.run(strategies[job.strategy].spec(budgets), cells: settings.cells)
      let row = SweepRow(number: job.number, RunFacts(tally: tally), budgets: budgets)
      stand.leave()
      if !finished(row) { isStopped.store(true, ordering: .relaxed) }
    }
  }

  /// What budgets that are written as peaks come to in a job.
  private func budgets(_ job: SweepJob, _ stand: SweepStand) -> [ByteCount] {
    strategies[job.strategy].budgets.map { budget in
      budget.bytes(ofPeak: stand.peak(of: budget.strategy, { replay(job) }, cells: settings.cells))
    }
  }

  /// What budgets that are written as peaks come to in each of some jobs; empty where a job has none.
  ///
  /// - Parameter numbers: Ascending.
  public func budgets(_ numbers: [Int]) -> [[ByteCount]] {
    var (last, stand) = (-1, SweepStand(jobs: 1))
    return numbers.map { number in
      let job = plan.job(number)
      let place = number / strategies.count
      if place != last { (last, stand) = (place, SweepStand(jobs: 1)) }
      return budgets(job, stand)
    }
  }

  /// What no strategy passes with the memory that one peaked at, by job; none where it does not hold for the job.
  ///
  /// - Parameters:
  ///   - table: The results of all jobs.
  ///   - base: The strategy of the plan whose peaks count.
  ///   - finished: Called from any of the threads, with the number of a job whose peak was one that counts.
  public func bounds(
    _ table: SweepTable, peaksOf base: Int, effort: Yardsticks.Effort, threads: Int,
    finished: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> [SweepBound] {
    let bounds = Mutex<[SweepBound]>(Array(repeating: .absent("not worked out"), count: plan.jobCount))
    ParallelLoop.run(plan.jobCount / strategies.count, threads: threads) { stand in
      let row = table.rows[stand * strategies.count + base]
      defer { finished(row.number) }
      let replay = replay(plan.job(row.number))
      func peak(_ job: Int) -> Int64? { table.rows[job].text("peak-bitmap-bytes").flatMap { Int64($0) } }
      guard let memory = peak(row.number) else { return }
      let first = stand * strategies.count
      let lacks = strategies.indices.map { strategy in
        YardstickReading.lack(for: strategies[strategy].sample, over: replay, settings)
          ?? (peak(first + strategy).map { $0 <= memory } ?? false
            ? nil : "they held more than the peak of \(plan.strategies[base].text), which the bound is for")
      }
      // Nothing is worked out for nobody.
      let shares =
        lacks.contains(nil)
        ? BoundShares(replay, cells: settings.cells, memory: ByteCount(rawValue: max(1, memory)), effort: effort) : nil
      bounds.withLock { bounds in
        for (strategy, lack) in lacks.enumerated() {
          bounds[first + strategy] = lack.map { .absent($0) } ?? shares.map { .stated($0) } ?? bounds[first + strategy]
        }
      }
    }
    return bounds.withLock { $0 }
  }

  /// Processors that may be used now.
  public static var processorCount: Int { Machine.processorCount }

  private func replay(_ job: SweepJob) -> Replay {
    let script = scripts[job.trace * plan.screens.count + job.screen]
    return Replay(script: script, assets: assets, device: devices[job.device], settings: settings)
  }
}

/// What no strategy passes in a job of a sweep, or why no bound is stated for it.
public enum SweepBound: Hashable, Sendable {
  case stated(BoundShares)
  case absent(String)
}

/// A trace, screen and device made ready when the first job needs it, shared by all, and let go after the last: a sweep
/// over many of them holds few at a time.
final class SweepStand: Sendable {
  private let state: Mutex<State>

  private struct State {
    var replay: Replay?
    /// What strategies peak at here, by canonical text.
    var peaks: [String: Int64] = [:]
    var jobsLeft: Int
  }

  init(jobs: Int) {
    state = Mutex(State(replay: nil, jobsLeft: jobs))
  }

  func replay(_ make: () -> Replay) -> Replay {
    state.withLock { state in
      if let replay = state.replay { return replay }
      let made = make()
      state.replay = made
      return made
    }
  }

  /// The most bytes that a strategy's bitmaps take here together: looked at once for all jobs.
  func peak(of strategy: StrategySpec, _ make: () -> Replay, cells: CellPolicy) -> Int64 {
    let replay = replay(make)
    return state.withLock { state in
      if let known = state.peaks[strategy.canonicalText] { return known }
      let peak = replay.run(strategy, cells: cells).peak.bytes
      state.peaks[strategy.canonicalText] = peak
      return peak
    }
  }

  /// A job is done with it.
  func leave() {
    state.withLock { state in
      state.jobsLeft -= 1
      if state.jobsLeft == 0 { state.replay = nil }
    }
  }
}
