package import StrategyKit

extension Replay {
  /// A replay at its start, whose decodes somebody else does.
  package func live(_ strategy: StrategySpec, cells: CellPolicy, decodes: any LiveDecodes) -> LiveReplay {
    LiveReplay(
      Replayer(
        script: script, table: table, cells: cells, strategy: strategy.makeStrategy(),
        retention: retention(of: strategy), coarse: strategy.makeCoarse(),
        decodes: decodes, signals: signals))
  }
}

/// A replay that whoever keeps the clock drives, in place of `run()`. Times are nanoseconds of the trace; a time that the
/// replay has passed already counts as the time it stands at.
package final class LiveReplay {
  private var replayer: Replayer

  init(_ replayer: consuming Replayer) { self.replayer = replayer }

  #if hasFeature(Embedded)
    deinit { replayer.deallocate() }
  #endif

  /// What was counted so far; a screen that still fills counts as if the clock stopped.
  package var tally: ReplayTally { replayer.tallySoFar }

  /// Another replay counted these screens before.
  package func goOn(from screens: ScreenTally) { replayer.tally.screens = screens }

  /// The step at `index` and those of its time happen, at `time`; returns the index after them.
  package func steps(from index: Int, happenAt time: Int64) -> Int { replayer.steps(from: index, happenAt: time) }

  /// A slot's decode, which took `cost`, ends at `time`.
  package func decode(of slot: Int32, endsAt time: Int64, took cost: Int64) {
    replayer.decode(of: slot, endsAt: time, took: cost)
  }

  /// The clock stops: at the trace's end, or later where the last frame was late.
  package func stop() { replayer.stop() }

  // MARK: - Without a script

  // None of these takes jobs: `takeJobs()` does, once all of a time has happened.

  package var table: SlotTable { replayer.table }
  package var layout: GridLayout { replayer.context.layout }
  package var live: ByteCount { ByteCount(rawValue: replayer.ledger.live) }

  /// More photos, numbered on; the table has room for them.
  package func know(_ photos: ContiguousArray<AssetInfo>) { replayer.know(photos) }

  /// Places whose cells are on screen.
  package var shown: ItemRange { replayer.shown }

  package func frame(offset: MilliPoints, phase: ScrollPhase?, target: MilliPoints?, at time: Int64) {
    replayer.pass(to: time)
    (replayer.context.phase, replayer.context.target) = (phase, target)
    replayer.frame(offset: offset)
  }

  /// Another layout comes into force.
  ///
  /// - Returns: false, and nothing happens, where the table has no room for its target sizes.
  package func change(to layout: GridLayout, at time: Int64) -> Bool {
    guard replayer.table.hasRoom(for: layout) else { return false }
    replayer.pass(to: time)
    replayer.changeLayout(to: layout)
    return true
  }

  /// Photos come, go or move. As `change(to:at:)`.
  package func change(to content: GridContent?, _ layout: GridLayout, at time: Int64) -> Bool {
    guard replayer.table.hasRoom(for: layout), Int(content?.photoBound ?? 0) <= replayer.table.capacity
    else { return false }
    replayer.pass(to: time)
    replayer.changeContent(to: content, layout)
    return true
  }

  package func warnOfMemory(at time: Int64) {
    replayer.pass(to: time)
    replayer.warnOfMemory()
  }

  /// - Parameter cost: What it took; nil where that says nothing of decodes.
  package func decode(of slot: Int32, gives result: LiveDecode, at time: Int64, took cost: Int64?) {
    replayer.pass(to: time)
    replayer.end(slot, gives: result, took: cost)
  }

  /// A place's cell that waits, and whose decode failed, is decoded again.
  package func retry(_ place: Int32) { replayer.retry(place) }

  /// Whether a cell waits and nothing is under way for it.
  package func isStuck(_ place: Int32) -> Bool { replayer.isStuck(place) }

  /// The image of a place's cell that waits in a queue goes before all others: a worker takes it.
  ///
  /// - Returns: false where no worker is idle, or nothing waits in a queue.
  package func begin(_ place: Int32) -> Bool { replayer.beginAwaited(place) }

  package func takeJobs(at time: Int64) {
    replayer.pass(to: time)
    replayer.takeJobs()
  }

  package func pass(to time: Int64) { replayer.pass(to: time) }

  /// The slot whose bitmap a place's cell shows; off screen, that of its image or its thumbnail, where one is held.
  package func slotHeld(at place: Int32) -> Int32? { replayer.slotHeld(at: place) }
  package func bytes(of slot: Int32) -> Int64 { replayer.slots[Int(slot)].bytes }
  package func isDecoding(_ slot: Int32) -> Bool { replayer.slots[Int(slot)].state == .decoding }

  /// Whether a cell waits for a slot's bitmap.
  package func isAwaited(_ slot: Int32) -> Bool { replayer.isAwaited(slot) }

  /// The slot of a place's image at its cell's target size.
  ///
  /// - Precondition: a place of the grid.
  package func slotWanted(at place: Int32) -> Int32 { Int32(replayer.slot(of: place)) }

  /// Where a photo is; nil where it is not in the grid.
  package func place(ofPhoto photo: Int32) -> Int32? {
    let place = replayer.order.place(of: photo)
    return place >= 0 && place < replayer.context.layout.count ? place : nil
  }

  /// The slot of a photo's image at its cell's target size; nil where it is not in the grid.
  package func slot(ofPhoto photo: Int32) -> Int32? { place(ofPhoto: photo).map { slotWanted(at: $0) } }

  /// - Throws: `InvariantViolation` when the books disagree.
  package func checkInvariants() throws(InvariantViolation) { try replayer.checkInvariants() }
}
