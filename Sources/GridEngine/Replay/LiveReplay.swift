package import StrategyKit

/// Decodes that somebody outside the replay does, when a replay goes by a clock of its own. Times are nanoseconds of the
/// trace.
package protocol LiveDecodes: AnyObject {
  /// The replay wants a decode of `slot`, which is declared to cost so much; `LiveReplay.decode(of:endsAt:took:)` ends it.
  func begin(slot: Int32, cost: Int64, at time: Int64)

  /// The decode has ended; a bitmap that is not kept is nobody's any more.
  func end(slot: Int32, kept: Bool)

  /// A bitmap is dropped.
  func drop(slot: Int32)
}

/// A replay that whoever keeps the clock drives, in place of `run()`. Times are nanoseconds of the trace; a time that the
/// replay has passed already counts as the time it stands at.
package protocol LiveReplay: AnyObject {
  var tally: ReplayTally { get }

  /// The step at `index` and those of its time happen, at `time`; returns the index after them.
  func steps(from index: Int, happenAt time: Int64) -> Int

  /// A slot's decode, which took `cost`, ends at `time`.
  func decode(of slot: Int32, endsAt time: Int64, took cost: Int64)

  /// The clock stops: at the trace's end, or later where the last frame was late.
  func stop()
}

extension Replay {
  /// A replay at its start, whose decodes somebody else does. As in virtual time, the policies run as one of few types.
  package func live(_ strategy: StrategySpec, cells: CellPolicy, decodes: any LiveDecodes) -> any LiveReplay {
    let prefetcher = strategy.prefetcher.init(strategy.prefetcherParameters)
    let retention = retention(of: strategy)
    let coarse = strategy.coarse.init(strategy.coarseParameters)
    if let ranking = prefetcher as? any RankingStrategy {
      return strategy.coarse.hasTier
        ? live(RankingPlanner(ranking), OwnRetention(), AnyCoarse(coarse), cells, decodes)
        : live(RankingPlanner(ranking), OwnRetention(), NoCoarse(), cells, decodes)
    }
    let planner = PlainPlanner(prefetcher)
    return switch (strategy.coarse.hasTier, type(of: retention).keepsBitmaps) {
    case (true, true): live(planner, AnyRetention(retention), AnyCoarse(coarse), cells, decodes)
    case (true, false): live(planner, NoRetention(), AnyCoarse(coarse), cells, decodes)
    case (false, true): live(planner, AnyRetention(retention), NoCoarse(), cells, decodes)
    case (false, false): live(planner, NoRetention(), NoCoarse(), cells, decodes)
    }
  }

  private func live<Strategy: Planner, Retention: RetentionPolicy, Coarse: CoarsePolicy>(
    _ strategy: Strategy, _ retention: Retention, _ coarse: Coarse, _ cells: CellPolicy, _ decodes: any LiveDecodes
  ) -> any LiveReplay {
    LiveReplayer(
      Replayer(
        script: script, table: table, cells: cells, strategy: strategy, retention: retention, coarse: coarse,
        observer: LiveObserver(decodes: decodes), signals: signals))
  }
}

/// Tells whoever decodes what begins, ends and goes.
private struct LiveObserver: SelectiveObserver {
  static var endsDecodes: Bool { true }

  let decodes: any LiveDecodes

  mutating func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
    decodes.begin(slot: slot, cost: cost.rawValue, at: time.rawValue)
  }

  mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) { decodes.end(slot: slot, kept: kept) }

  mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) { decodes.drop(slot: slot) }
}

private final class LiveReplayer<Strategy: Planner, Retention: RetentionPolicy, Coarse: CoarsePolicy>: LiveReplay {
  private var replayer: Replayer<Strategy, Retention, Coarse, LiveObserver>

  init(_ replayer: consuming Replayer<Strategy, Retention, Coarse, LiveObserver>) { self.replayer = replayer }

  var tally: ReplayTally { replayer.tally }

  func steps(from index: Int, happenAt time: Int64) -> Int { replayer.steps(from: index, happenAt: time) }

  func decode(of slot: Int32, endsAt time: Int64, took cost: Int64) {
    replayer.decode(of: slot, endsAt: time, took: cost)
  }

  func stop() { replayer.stop() }
}
