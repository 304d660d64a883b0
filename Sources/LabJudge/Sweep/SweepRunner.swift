public import LabRecords
import Synchronization

/// Runs the jobs of a sweep in this process, without decoding: over traces, of which a script for each screen and a table
/// of costs for each device are made once for many jobs, or over a pack, whose traces come out one after the other, so that
/// the memory does not grow with their number.
public struct SweepRunner: Sendable {
  /// A trace on a screen, with its frames that lay beyond the end of the grid.
  private typealias View = (script: ReplayScript, moved: MovedFrames)

  let ground: SweepGround
  public let plan: SweepPlan
  /// By trace, then screen; none of a pack.
  private let views: [View]
  private let pack: SweptPack?

  /// - Parameter traces: The traces as they were read; each is put on each screen here.
  /// - Throws: `SweepError` naming the trace and the screen that do not go together.
  public init(_ ground: SweepGround, traces: [(name: String, trace: Trace)]) throws(SweepError) {
    let plan = ground.plan(traces.map { SweepPlan.TraceSource(name: $0.name, sha256: $0.trace.sha256) })
    var views: [View] = []
    for (index, each) in traces.enumerated() {
      for screen in ground.screens {
        let place = "trace '\(plan.traceNames[index])', screen \(screen)"
        views.append(try SweepRunner.view(each.trace, ground.override(screen), place: place))
      }
    }
    if let seer = ground.strategies.first(where: { $0.isOffline }), views.allSatisfy({ $0.script.hasChangingContent }) {
      throw SweepError(
        "trace '\(plan.traceNames[0])'",
        "photos come and go, and '\(seer.shortText)' must know what comes next; leave out either")
    }
    self.init(ground, plan, views)
  }

  /// - Parameter skippingDamage: True if blocks and traces of the pack that cannot be read are left out; else any is an error.
  /// - Throws: `SweepError` for an oracle, `InputError` for a pack that cannot be read.
  public init(_ ground: SweepGround, pack: TracePack, skippingDamage: Bool = false) throws {
    if let seer = ground.strategies.first(where: { $0.isOffline }) {
      throw SweepError(
        seer.shortText, "it must know what comes next, and a pack is for what an app can ship; leave it out")
    }
    let content = try pack.content(skippingDamage: skippingDamage)
    let name = pack.path.split(separator: "/").last.map(String.init) ?? pack.path
    self.init(
      ground, ground.plan([SweepPlan.TraceSource(name: name, sha256: content.digest, count: pack.traceCount)]), [],
      SweptPack(pack, damaged: skippingDamage ? content.damaged : nil))
  }

  private init(_ ground: SweepGround, _ plan: SweepPlan, _ views: [View], _ pack: SweptPack? = nil) {
    (self.ground, self.plan, self.views, self.pack) = (ground, plan, views, pack)
  }

  /// Returns the jobs of some strategies with the photos in another order, so that each place shows another photo.
  public func reordered(seed: UInt64, strategies: [Int]) -> SweepRunner {
    var (random, other) = (SplitMix64(seed: seed), ground)
    for place in other.assets.indices.dropFirst() { other.assets.swapAt(place, random.next(below: place + 1)) }
    other.strategies = strategies.map { ground.strategies[$0] }
    return SweepRunner(other, other.plan(plan.traces), views)
  }

  private static func view(_ trace: Trace, _ override: ScreenOverride, place: String) throws(SweepError) -> View {
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
          + "of; cut it into traces with fewer layouts, or give fewer assets")
    }
    return (script, MovedFrames(applied))
  }

  /// Runs the jobs of a shard that a writer does not have, and writes all rows in the order of the jobs.
  ///
  /// - Parameter progress: Called with the number of jobs that are finished and of all that are run, from any thread, never
  ///   from two at once.
  public func run(
    into writer: SweepWriter, threads: Int,
    progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws {
    let units = SweepUnits(plan, writer.shard)
    let left = (writer.unitCount..<units.count).map(units.jobs)
    let (run, plan) = (prepared(left), plan)
    try OrderedWork.run(left, threads: threads, progress: progress) { unit in
      SweepWriter.lines(try run(unit), of: plan)
    } take: {
      try writer.append($0)
    }
  }

  /// Runs all jobs, and keeps their rows in memory.
  public func table(
    threads: Int, progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws -> SweepTable {
    let units = (0..<plan.jobCount).map { $0..<($0 + 1) }
    let rows = Mutex<[SweepRow]>([])
    try OrderedWork.run(units, threads: threads, progress: progress, make: prepared(units)) { made in
      rows.withLock { $0 += made }
    }
    return SweepTable(plan: plan, rows: rows.withLock { $0 })
  }

  /// Returns a function that runs the jobs of any of some units, on any thread.
  private func prepared(_ units: [Range<Int>]) -> @Sendable (Range<Int>) throws -> [SweepRow] {
    if let pack { return { try rows($0, of: pack) } }
    // By trace, screen and device: jobs of all strategies over them come one after the other.
    let jobs = units.flatMap { $0 }.filter { !isAbsent($0) }
    let replays = Dictionary(
      uniqueKeysWithValues: jobs.grouped { $0 / ground.strategies.count }.map { place, jobs in
        (place, PreparedReplay(jobs: jobs.count) { replay(plan.job(jobs[0])) })
      })
    return { jobs in jobs.flatMap { rows([$0], replays[$0 / ground.strategies.count]) } }
  }

  /// Returns the rows of jobs over one trace, screen and device, without figures where there is no replay.
  private func rows(_ jobs: [Int], _ replay: PreparedReplay?, _ trace: SweepRow.PackedTrace? = nil) -> [SweepRow] {
    jobs.map { number in
      guard let replay, !isAbsent(number) else {
        return SweepRow.absent(number, budgetCount: plan.budgetCount(ofJob: number), trace: trace)
      }
      let (facts, budgets) = replay.run(ground.strategies[number % ground.strategies.count])
      return SweepRow(number: number, facts, budgets: budgets, trace: trace)
    }
  }

  /// Returns the rows of jobs over traces of a pack, without figures where a trace cannot be read, no cell fits the screen or
  /// photos show at too many sizes.
  private func rows(_ jobs: Range<Int>, of pack: SweptPack) throws -> [SweepRow] {
    let viewSize = plan.cellCount / plan.screens.count
    var block: TracePackBlock?
    return try jobs.grouped { $0 / plan.cellCount }.flatMap { number, jobs -> [SweepRow] in
      let (trace, packed) = try pack.read(number, &block)
      return jobs.grouped { $0 / viewSize }.flatMap { _, jobs -> [SweepRow] in
        let screen = ground.screens[plan.job(jobs[0]).screen]
        let applied = try? trace?.applying(ground.override(screen))
        let script = applied.flatMap(pack.script)
        if let applied, script != nil, jobs[0] % viewSize == 0 { pack.note(applied) }
        return jobs.grouped { $0 / ground.strategies.count }.flatMap { _, jobs in
          let device = ground.devices[plan.job(jobs[0]).device]
          let replay = script.map { script in
            PreparedReplay(jobs: jobs.count) {
              Replay(script: script, assets: ground.assets, device: device, settings: ground.settings)
            }
          }
          return rows(jobs, replay, packed)
        }
      }
    }
  }

  func replay(_ job: SweepJob) -> Replay {
    Replay(
      script: views[job.trace * plan.screens.count + job.screen].script, assets: ground.assets,
      device: ground.devices[job.device], settings: ground.settings)
  }

  /// Returns true for a job of an oracle where photos come and go: what comes next there is not worked out, so that its row
  /// has no figures.
  private func isAbsent(_ number: Int) -> Bool {
    let job = plan.job(number)
    return ground.strategies[job.strategy].isOffline && hasChangingContent(job.trace)
  }

  private func hasChangingContent(_ trace: Int) -> Bool { views[trace * plan.screens.count].script.hasChangingContent }
}

extension SweepRunner {
  /// Notes on jobs without numbers, on frames that were moved to the end of a grid, and on damage of a pack.
  public var notes: [String] {
    if let pack { return pack.notes }
    let oracles = ground.strategies.filter(\.isOffline).map(\.shortText)
    let changing = oracles.isEmpty ? [] : plan.traces.indices.filter(hasChangingContent).map { plan.traceNames[$0] }
    let absence =
      "\(NameList.text(oracles)) \(oracles.count == 1 ? "is" : "are") left out on \(NameList.text(changing)): an oracle must "
      + "know what comes next, and where photos come and go that is not worked out"
    return (changing.isEmpty ? [] : [absence]) + plan.screens.indices.compactMap(movedNote)
  }

  /// The warning about traces of a pack that were run and whose scroll stands still.
  public var stillNote: String? { pack?.stillNote }

  private func moved(_ trace: Int, _ screen: Int) -> MovedFrames { views[trace * plan.screens.count + screen].moved }

  private func movedNote(_ screen: Int) -> String? {
    let traces = plan.traces.indices.filter { moved($0, screen).moved > 0 }
    if traces.isEmpty { return nil }
    let words = traces.map { trace in
      "\(plan.traceNames[trace]) \(NumberText.grouped(Int64(moved(trace, screen).moved))) of "
        + NumberText.grouped(Int64(moved(trace, screen).frames))
    }
    let place = plan.screens[screen] == "recorded" ? "the recorded screen" : "screen \(plan.screens[screen])"
    return "on \(place) some frames lie below the last row of photos, and the replay shows the last rows instead: "
      + "\(words.joined(separator: ", ")). \(cureOfShortGrid(traces))"
  }

  private func cureOfShortGrid(_ traces: [Int]) -> String {
    MovedFrames.cure(
      traces.map { moved($0, 0) }, assets: ground.assets.count,
      access: ground.settings.access.limit.map { Int($0) })
  }

  /// The reason for which nothing can be recommended: most frames of a trace lay beyond the end of a grid, so that its
  /// scroll stood still there.
  public var refusal: String? {
    let stood = plan.traces.indices.filter { trace in
      plan.screens.indices.contains { moved(trace, $0).isMostOfTrace }
    }
    guard !stood.isEmpty else { return nil }
    return "most frames of \(NameList.text(stood.map { plan.traceNames[$0] })) lie beyond the end of the grid, so the "
      + "scroll stands still there and nothing is recommended. \(cureOfShortGrid(stood)) --without leaves traces "
      + "out."
  }
}

/// Work on several threads, whose values are handed on in their order.
enum OrderedWork {
  /// The piece whose turn it is, the jobs of those before it, and the values of others that are done.
  private typealias State<Value> = (next: Int, done: Int, waiting: [Int: Value], problem: (any Error)?)

  /// - Parameters:
  ///   - units: The jobs of each piece of the work.
  ///   - make: Does a piece.
  ///   - take: Gets the value of each piece, one after the other.
  /// - Throws: The first error of either; then nothing more is begun.
  static func run<Value: Sendable>(
    _ units: [Range<Int>], threads: Int, progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in },
    make: @escaping @Sendable (Range<Int>) throws -> Value, take: @escaping @Sendable (Value) throws -> Void
  ) throws {
    let all = units.reduce(0) { $0 + $1.count }
    let state = Mutex<State<Value>>((0, 0, [:], nil))
    progress(0, all)
    ParallelLoop.run(units.count, threads: threads) { index in
      if state.withLock({ $0.problem != nil }) { return }
      do {
        let value = try make(units[index])
        try state.withLock { state in
          guard state.problem == nil else { return }
          state.waiting[index] = value
          while let value = state.waiting.removeValue(forKey: state.next) {
            try take(value)
            state.done += units[state.next].count
            state.next += 1
            progress(state.done, all)
          }
        }
      } catch {
        state.withLock { $0.problem = $0.problem ?? error }
      }
    }
    if let problem = state.withLock({ $0.problem }) { throw problem }
  }
}

/// A trace, screen and device made ready when the first job needs it, shared by all, and let go after the last: a sweep
/// over many of them holds few at a time.
final class PreparedReplay: Sendable {
  private let make: @Sendable () -> Replay
  private let state: Mutex<State>

  private struct State {
    var replay: Replay?
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
