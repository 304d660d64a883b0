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

  /// A cell asks for a photo's image.
  func request(photo: Int32)
}

extension LiveDecodes {
  package func request(photo: Int32) {}
}

/// A replay that whoever keeps the clock drives, in place of `run()`. Times are nanoseconds of the trace; a time that the
/// replay has passed already counts as the time it stands at.
package protocol LiveReplay: AnyObject {
  /// What was counted so far; a screen that still fills counts as if the clock stopped.
  var tally: ReplayTally { get }

  /// Another replay counted these screens before.
  func goOn(from screens: ScreenTally)

  /// The step at `index` and those of its time happen, at `time`; returns the index after them.
  func steps(from index: Int, happenAt time: Int64) -> Int

  /// A slot's decode, which took `cost`, ends at `time`.
  func decode(of slot: Int32, endsAt time: Int64, took cost: Int64)

  /// The clock stops: at the trace's end, or later where the last frame was late.
  func stop()

  // MARK: - Without a script

  // None of these takes jobs: `takeJobs()` does, once all of a time has happened.

  var table: SlotTable { get }
  var layout: GridLayout { get }
  /// Places whose cells are on screen.
  var shown: ItemRange { get }
  var live: ByteCount { get }

  /// More photos, numbered on; the table has room for them.
  func know(_ photos: ContiguousArray<AssetInfo>)

  func frame(offset: MilliPoints, phase: ScrollPhase?, target: MilliPoints?, at time: Int64)

  /// Another layout comes into force.
  ///
  /// - Returns: false, and nothing happens, where the table has no room for its target sizes.
  func change(to layout: GridLayout, at time: Int64) -> Bool

  /// Photos come, go or move. As `change(to:at:)`.
  func change(to content: GridContent?, _ layout: GridLayout, at time: Int64) -> Bool

  func warnOfMemory(at time: Int64)

  /// - Parameter cost: What it took; nil where that says nothing of decodes.
  func decode(of slot: Int32, gives result: LiveDecode, at time: Int64, took cost: Int64?)

  /// A place's cell that waits, and whose decode failed, is decoded again.
  func retry(_ place: Int32)

  /// Whether a cell waits and nothing is under way for it.
  func isStuck(_ place: Int32) -> Bool

  /// The image of a place's cell that waits in a queue goes before all others: a worker takes it.
  ///
  /// - Returns: false where no worker is idle, or nothing waits in a queue.
  func begin(_ place: Int32) -> Bool

  func takeJobs(at time: Int64)

  func pass(to time: Int64)

  /// The slot of a place's image at its cell's target size.
  ///
  /// - Precondition: a place of the grid.
  func slotWanted(at place: Int32) -> Int32

  /// The slot whose bitmap a place's cell shows; off screen, that of its image or its thumbnail, where one is held.
  func slotHeld(at place: Int32) -> Int32?

  func bytes(of slot: Int32) -> Int64
  func isDecoding(_ slot: Int32) -> Bool

  /// Whether a cell waits for a slot's bitmap.
  func isAwaited(_ slot: Int32) -> Bool

  /// Where a photo is; nil where it is not in the grid.
  func place(ofPhoto photo: Int32) -> Int32?

  /// The slot of a photo's image at its cell's target size; nil where it is not in the grid.
  func slot(ofPhoto photo: Int32) -> Int32?

  /// - Throws: `InvariantViolation` when the books disagree.
  func checkInvariants() throws(InvariantViolation)
}

extension Replay {
  /// A replay at its start, whose decodes somebody else does. As in virtual time, the policies run as one of few types.
  package func live(_ strategy: StrategySpec, cells: CellPolicy, decodes: any LiveDecodes) -> any LiveReplay {
    let prefetcher = strategy.makeStrategy()
    let retention = retention(of: strategy)
    let coarse = strategy.makeCoarse()
    #if hasFeature(Embedded)
      let (planner, kept, first) = roles(prefetcher, retention, coarse)
      return open(planner, kept, first, cells, decodes)
    #else
      if let ranking = prefetcher.ranking {
        return live(RankingPlanner(ranking), OwnRetention(), coarse, cells, decodes)
      }
      if let retention, retention.keeps {
        return live(PlainPlanner(prefetcher), AnyRetention(retention), coarse, cells, decodes)
      }
      return live(PlainPlanner(prefetcher), NoRetention(), coarse, cells, decodes)
    #endif
  }

  #if !hasFeature(Embedded)
    private func live<Strategy: Planner, Retention: RetentionRole>(
      _ strategy: Strategy, _ retention: Retention, _ coarse: AnyCoarsePolicy?, _ cells: CellPolicy,
      _ decodes: any LiveDecodes
    ) -> any LiveReplay {
      if let coarse { return open(strategy, retention, AnyCoarse(coarse), cells, decodes) }
      return open(strategy, retention, NoCoarse(), cells, decodes)
    }
  #endif

  private func open<Strategy: Planner, Retention: RetentionRole, Coarse: CoarseRole>(
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

  mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    decodes.request(photo: item.rawValue)
  }
}

private final class LiveReplayer<Strategy: Planner, Retention: RetentionRole, Coarse: CoarseRole>: LiveReplay {
  private var replayer: Replayer<Strategy, Retention, Coarse, LiveObserver>

  init(_ replayer: consuming Replayer<Strategy, Retention, Coarse, LiveObserver>) { self.replayer = replayer }

  #if hasFeature(Embedded)
    deinit { replayer.deallocate() }
  #endif

  var tally: ReplayTally { replayer.tallySoFar }
  func goOn(from screens: ScreenTally) { replayer.tally.screens = screens }

  func steps(from index: Int, happenAt time: Int64) -> Int { replayer.steps(from: index, happenAt: time) }

  func decode(of slot: Int32, endsAt time: Int64, took cost: Int64) {
    replayer.decode(of: slot, endsAt: time, took: cost)
  }

  func stop() { replayer.stop() }

  // MARK: - Without a script

  var table: SlotTable { replayer.table }
  var layout: GridLayout { replayer.context.layout }
  var live: ByteCount { ByteCount(rawValue: replayer.ledger.live) }
  func know(_ photos: ContiguousArray<AssetInfo>) { replayer.know(photos) }
  var shown: ItemRange { replayer.shown }

  func frame(offset: MilliPoints, phase: ScrollPhase?, target: MilliPoints?, at time: Int64) {
    replayer.pass(to: time)
    (replayer.context.phase, replayer.context.target) = (phase, target)
    replayer.frame(offset: offset)
  }

  func change(to layout: GridLayout, at time: Int64) -> Bool {
    guard replayer.table.hasRoom(for: layout) else { return false }
    replayer.pass(to: time)
    replayer.changeLayout(to: layout)
    return true
  }

  func change(to content: GridContent?, _ layout: GridLayout, at time: Int64) -> Bool {
    guard replayer.table.hasRoom(for: layout), Int(content?.photoBound ?? 0) <= replayer.table.capacity
    else { return false }
    replayer.pass(to: time)
    replayer.changeContent(to: content, layout)
    return true
  }

  func warnOfMemory(at time: Int64) {
    replayer.pass(to: time)
    replayer.warnOfMemory()
  }

  func decode(of slot: Int32, gives result: LiveDecode, at time: Int64, took cost: Int64?) {
    replayer.pass(to: time)
    replayer.end(slot, gives: result, took: cost)
  }

  func retry(_ place: Int32) { replayer.retry(place) }
  func isStuck(_ place: Int32) -> Bool { replayer.isStuck(place) }
  func begin(_ place: Int32) -> Bool { replayer.beginAwaited(place) }

  func takeJobs(at time: Int64) {
    replayer.pass(to: time)
    replayer.takeJobs()
  }

  func pass(to time: Int64) { replayer.pass(to: time) }
  func slotHeld(at place: Int32) -> Int32? { replayer.slotHeld(at: place) }
  func bytes(of slot: Int32) -> Int64 { replayer.slots[Int(slot)].bytes }
  func isDecoding(_ slot: Int32) -> Bool { replayer.slots[Int(slot)].state == .decoding }
  func isAwaited(_ slot: Int32) -> Bool { replayer.isAwaited(slot) }
  func slotWanted(at place: Int32) -> Int32 { Int32(replayer.slot(of: place)) }

  func place(ofPhoto photo: Int32) -> Int32? {
    let place = replayer.order.place(of: photo)
    return place >= 0 && place < replayer.context.layout.count ? place : nil
  }

  func slot(ofPhoto photo: Int32) -> Int32? { place(ofPhoto: photo).map { slotWanted(at: $0) } }

  func checkInvariants() throws(InvariantViolation) { try replayer.checkInvariants() }
}
