import Synchronization

/// Runs the jobs of a sweep in this process, without decoding: over traces, of which a script for each screen and a table
/// of costs for each device are made once for many jobs, or over a pack, whose traces come out one after the other, so that
/// the memory does not grow with their number.
public struct SweepRunner: Sendable {
  private typealias View = (script: ReplayScript, moved: MovedFrames)

  let ground: SweepGround
  public let plan: SweepPlan
  /// By trace, then screen; none of a pack.
  private let views: [View]
  private let pack: SweptPack?

  /// - Parameter traces: The traces as they were read; each is put on each screen here.
  /// - Throws: `SweepError` naming the trace and the screen that do not go together.
  public init(_ ground: SweepGround, traces: [(name: String, trace: Trace)]) throws(SweepError) {
    let plan = ground.plan(traces.map { ($0.name, $0.trace.sha256, nil) })
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
    self.init(
      ground, ground.plan([(Paths.name(of: pack.path), content.digest, pack.traceCount)]), [],
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

  /// Runs the jobs of a shard behind the first ones, and adds their rows to its journal in the order of the jobs.
  ///
  /// - Parameter progress: Called with the number of jobs that are finished and of all that are run, from any thread, never
  ///   from two at once.
  public func run(
    _ shard: SweepShard, from first: Int = 0, into journal: Journal, threads: Int,
    progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws {
    try run(shard, from: first, threads: threads, progress: progress, make: plan.lines) { try journal.append($0) }
  }

  /// Runs all jobs, and keeps their rows in memory.
  public func table(
    threads: Int, progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) throws -> SweepTable {
    let rows = Mutex<[SweepRow]>([])
    try run(.whole, from: 0, threads: threads, progress: progress, make: \.self) { made in
      rows.withLock { $0 += made }
    }
    return SweepTable(plan: plan, rows: rows.withLock { $0 })
  }

  private func run<Value: Sendable>(
    _ shard: SweepShard, from first: Int, threads: Int, progress: @escaping @Sendable (Int, Int) -> Void,
    make: @escaping @Sendable ([SweepRow]) -> Value, take: @escaping @Sendable (Value) throws -> Void
  ) throws {
    let units = SweepUnits(plan, shard)
    let left = units.jobCount - first
    // Jobs of a piece share replays, and each thread has several pieces.
    let size = plan.isPopulation ? units.size : max(1, min(16, left / (threads * 4)))
    progress(0, left)
    try OrderedWork.run(first / size..<(units.jobCount + size - 1) / size, threads: threads) { piece in
      let places = max(first, piece * size)..<min((piece + 1) * size, units.jobCount)
      return make(try rows(places.map(units.job)))
    } take: { piece, made in
      try take(made)
      progress(min((piece + 1) * size, units.jobCount) - first, left)
    }
  }

  /// Returns the rows of jobs, without figures for a trace of a pack that cannot be replayed.
  private func rows(_ jobs: [Int]) throws -> [SweepRow] {
    var block: TracePackBlock?
    return try jobs.grouped { $0 / plan.cellCount }.flatMap { number, jobs -> [SweepRow] in
      let read = try pack?.read(number, &block)
      return jobs.grouped { plan.job($0).screen }.flatMap { screen, jobs -> [SweepRow] in
        var view = pack == nil ? views[number * plan.screens.count + screen] : nil
        if let pack, let trace = read?.trace {
          view = try? SweepRunner.view(trace, ground.override(ground.screens[screen]), place: plan.traces[0].name)
          // Once for all shards that have a part of its jobs.
          let isFirst = jobs[0] % (plan.cellCount / plan.screens.count) == 0
          if isFirst, view?.moved.isMostOfTrace == true { pack.stillCount.wrappingAdd(1, ordering: .relaxed) }
        }
        return jobs.grouped { plan.job($0).device }.flatMap { device, jobs in
          rows(jobs, view.map { replay($0.script, device) }, read?.packed)
        }
      }
    }
  }

  /// Returns the rows of jobs over one trace, screen and device. An oracle has no figures where photos come and go: what
  /// comes next there is not worked out.
  private func rows(_ jobs: [Int], _ replay: Replay?, _ trace: SweepRow.PackedTrace?) -> [SweepRow] {
    var peaks: [String: Int64] = [:]
    return jobs.map { number in
      let strategy = ground.strategies[number % ground.strategies.count]
      guard let replay, !(strategy.isOffline && replay.script.hasChangingContent) else {
        return SweepRow.absent(number, budgetCount: plan.budgetCount(ofJob: number), trace: trace)
      }
      let budgets = strategy.budgets.map { budget in
        let peak = peaks[budget.strategy.canonicalText] ?? replay.run(budget.strategy).peak.bytes
        peaks[budget.strategy.canonicalText] = peak
        return budget.bytes(ofPeak: peak)
      }
      let facts = RunFacts(tally: replay.run(strategy.spec(budgets)))
      return SweepRow(number: number, facts, budgets: budgets, trace: trace)
    }
  }

  func replay(_ job: SweepJob) -> Replay {
    replay(views[job.trace * plan.screens.count + job.screen].script, job.device)
  }

  private func replay(_ script: ReplayScript, _ device: Int) -> Replay {
    Replay(script: script, assets: ground.assets, device: ground.devices[device], settings: ground.settings)
  }

  /// Notes on jobs without numbers, on frames that were moved to the end of a grid, and on damage of a pack.
  public var notes: [String] {
    if let pack {
      let count = pack.damaged?.count ?? 0
      let left = count == 0 ? [] : ["\(NumberText.count(count, "block")) left out, because damaged"]
      return (pack.file.damage + left).map { "\(pack.file.path): \($0)" }
    }
    let oracles = ground.strategies.filter(\.isOffline).map(\.shortText)
    let changing = plan.traces.indices.filter {
      !oracles.isEmpty && views[$0 * plan.screens.count].script.hasChangingContent
    }.map { plan.traceNames[$0] }
    let absence =
      "\(NameList.text(oracles)) \(oracles.count == 1 ? "is" : "are") left out on \(NameList.text(changing)): an oracle must "
      + "know what comes next, and where photos come and go that is not worked out"
    return (changing.isEmpty ? [] : [absence]) + plan.screens.indices.compactMap(movedNote)
  }

  /// The warning about traces of a pack that were run and whose scroll stands still.
  public var stillNote: String? {
    guard let count = pack?.stillCount.load(ordering: .relaxed), count > 0 else { return nil }
    return "\(NumberText.count(count, "trace")) stood still below the last row of photos for most frames: --assets N "
      + "asks for more photos"
  }

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
  /// - Throws: The first error of either; then nothing more is begun.
  static func run<Value: Sendable>(
    _ pieces: Range<Int>, threads: Int, make: @escaping @Sendable (Int) throws -> Value,
    take: @escaping @Sendable (_ piece: Int, Value) throws -> Void
  ) throws {
    let state = Mutex<(next: Int, waiting: [Int: Value], problem: (any Error)?)>((pieces.lowerBound, [:], nil))
    ParallelLoop.run(pieces.count, threads: threads) { index in
      if state.withLock({ $0.problem != nil }) { return }
      do {
        let value = try make(pieces.lowerBound + index)
        try state.withLock { state in
          guard state.problem == nil else { return }
          state.waiting[pieces.lowerBound + index] = value
          while let value = state.waiting.removeValue(forKey: state.next) {
            try take(state.next, value)
            state.next += 1
          }
        }
      } catch {
        state.withLock { $0.problem = $0.problem ?? error }
      }
    }
    if let problem = state.withLock({ $0.problem }) { throw problem }
  }
}

final class SweptPack: Sendable {
  let file: TracePack
  /// The blocks that are left out; nil if damage is an error.
  let damaged: Set<Int>?
  let stillCount = Atomic(0)

  init(_ pack: TracePack, damaged: Set<Int>?) { (file, self.damaged) = (pack, damaged) }

  /// Returns a trace by its number in the pack; none for damage that is left out.
  func read(_ number: Int, _ block: inout TracePackBlock?) throws -> (trace: Trace?, packed: SweepRow.PackedTrace) {
    let place = file.block(ofTrace: number)
    var packed = SweepRow.PackedTrace(name: "", milliseconds: 0)
    do throws(InputError) {
      if block.map({ !($0.first..<($0.first + $0.count)).contains(number) }) ?? true {
        if let damaged, damaged.contains(place) { return (nil, packed) }
        block = try file.traces(ofBlock: place)
      }
      guard let block else { preconditionFailure("a block was read") }
      packed.name = block.name(number - block.first)
      let trace = try block.trace(number - block.first)
      packed.milliseconds = (trace.entries.last?.time ?? 0) / 1_000_000
      return (trace, packed)
    } catch {
      // A file that cannot be read is not damaged: only the disk knows whether it is.
      guard error.isDamage, let damaged else { throw error }
      // A block that was whole at first and is not now is damage that other shards do not know of.
      guard try damaged.contains(place) || file.isWhole(block: place) else { throw error }
      return (nil, packed)
    }
  }
}
