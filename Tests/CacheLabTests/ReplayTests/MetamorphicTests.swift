import CacheLab
import LabRecords
import Strategies
import Testing

/// Relations that must hold between runs, whatever the numbers are.
@Suite struct MetamorphicTests {
  private func tally(_ strategy: String, _ trace: String, cells: CellPolicy = .cancel) throws -> ReplayTally {
    try ReplayFixture.shipped(trace).leaving(cells).run(StrategySpec(strategy))
  }

  @Test(arguments: ShippedTraces.names)
  func noneNeverHits(_ trace: String) throws {
    for cells in CellPolicy.allCases { #expect(try tally("none", trace, cells: cells).requests.hits == 0) }
  }

  @Test(arguments: ShippedTraces.names)
  func defaultsWrittenOutAreTheDefaults(_ trace: String) throws {
    for id in StrategyRegistry.all.descriptors.map(\.id) {
      let spec = try StrategySpec(id)
      let replay = try ReplayFixture.shipped(trace)
      let written = try StrategySpec(spec.canonicalText)
      #expect(
        RunFacts(tally: replay.run(spec)).deterministic.digest
          == RunFacts(tally: replay.run(written)).deterministic.digest, "\(id)")
    }
  }

  // A memory warning drops what is kept: what was decoded before it is decoded again.
  @Test(arguments: ShippedTraces.names.filter { $0 != "interrupted" })
  func lruWithoutALimitDecodesEachKeyOnce(_ trace: String) throws {
    let replay = try ReplayFixture.shipped(trace)
    let (tally, decoded) = replay.run(try StrategySpec("lru:budget=1000GB"), observer: BeginCounter())
    #expect(tally.evictions == 0)
    // Files that do not decode are tried again at each request.
    let twice = decoded.counts.filter { $0.value > 1 && $0.key.item % 500 != 499 }
    #expect(twice.isEmpty)
    #expect(!decoded.counts.isEmpty)
  }

  @Test(arguments: ["hunt", "zoom", "open-photo", "scrub", "browse"])
  func aLargerBudgetNeverLowersLruHits(_ trace: String) throws {
    let replay = try ReplayFixture.shipped(trace, device: ReplayFixture.instant)
    var last: Int64 = -1
    for megabytes in [25, 30, 40, 60, 100, 200, 400] {
      let hits = replay.run(try StrategySpec("lru:budget=\(megabytes)MB")).requests.hits
      #expect(hits >= last, "budget \(megabytes) MB")
      last = hits
    }
  }

  @Test(arguments: ShippedTraces.names)
  func preheatOfHeightOneStartsNothingOutsideTheViewport(_ trace: String) throws {
    let replay = try ReplayFixture.shipped(trace)
    let watcher = replay.run(try StrategySpec("preheat2x:height=1,delta=0"), observer: StartWatcher()).observer
    #expect(watcher.startsOutside == 0)
  }

  @Test(arguments: ShippedTraces.names)
  func theLedgerEndsWithWhatIsStillHeld(_ trace: String) throws {
    for strategy in ["none", "preheat2x", "lru", "preheat2x+lru:budget=25MB"] {
      let replay = try ReplayFixture.shipped(trace)
      let (tally, account) = replay.leaving(.keep).run(
        try StrategySpec(strategy), observer: EventBooks(table: replay.table, budget: .max))
      #expect(account.live == account.reported, "\(strategy)")
      #expect(account.peak == tally.peak.bytes, "\(strategy)")
    }
  }

  @Test func lruUnderInstantIsATextbookLruThatTakesEachFrameAsABatch() throws {
    for trace in ["hunt", "scrub", "ios-hunt", "fastscroll"] {
      let script = try ReplayFixture.shipped(trace).script
      let replay = ReplayFixture.replay(script, device: ReplayFixture.instant)
      // More than three screens of bitmaps that are all alike.
      let capacity = 150
      let budget = Int64(capacity) * ReplayFixture.bitmapBytes
      let (tally, frames) = replay.run(try StrategySpec("lru:budget=\(budget)B"), observer: RequestBatches())
      var model = TextbookLRU(capacity: capacity)
      let hits = frames.batches.reduce(0) { $0 + model.take($1) }
      #expect(tally.requests.hits == Int64(hits), "\(trace)")
    }
  }
}

/// Counts starts of items that are not visible.
private struct StartWatcher: ReplayObserver {
  private(set) var startsOutside = 0
  private var visible = ItemRange.empty
  /// By place, where photos are not simply the library's first ones.
  private var photos: [Int32]?

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .content(let photos): self.photos = photos.flatMap { Array($0.lower..<$0.upper) }
    case .frame(_, let visible): self.visible = visible
    case .start(let items, _):
      let shown = Set((visible.lower..<visible.upper).map { photos?[Int($0)] ?? $0 })
      for item in items.flatMap({ $0.lower..<$0.upper }) where !shown.contains(item) { startsOutside += 1 }
    default: break
    }
  }
}

/// The requests of each frame together.
private struct RequestBatches: ReplayObserver {
  private(set) var batches: [[BitmapKey]] = []

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .frame: batches.append([])
    case .request(let item, let size, _): batches[batches.count - 1].append(BitmapKey(item: item, size: size))
    default: break
    }
  }
}

/// Least recently used first, all lookups of a batch before its insertions.
private struct TextbookLRU {
  let capacity: Int
  private var list: [BitmapKey] = []

  init(capacity: Int) { self.capacity = capacity }

  mutating func take(_ batch: [BitmapKey]) -> Int {
    let missing = batch.filter { !list.contains($0) }
    for key in batch {
      list.removeAll { $0 == key }
      list.append(key)
    }
    // What was missing stands in the list already, as most recent; room is made from the other end.
    if list.count > capacity { list.removeFirst(list.count - capacity) }
    return batch.count - missing.count
  }
}
