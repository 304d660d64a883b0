import Strategies
import Testing

@testable import CacheLab
@testable import LabRecords

/// What the image manager is assumed to keep by itself, below strategies that keep nothing.
@Suite struct ManagerCacheTests {
  private func digest(_ tally: ReplayTally) -> String { RunFacts(tally: tally).deterministic.digest }

  private func replay(_ trace: String, keeping bytes: Int64, device: DeviceProfile = DeviceProfile.all[0]) throws
    -> Replay
  {
    try ReplayFixture.shipped(trace, device: device).keeping(bytes)
  }

  /// A shipped trace over assets that are all alike and all decode.
  private func uniform(_ trace: String, keeping bytes: Int64) throws -> Replay {
    let script = ReplayScript(try Trace.load(path: "\(ReplayFixture.projectFolder)/traces/\(trace).scrolltrace"))
    return ReplayFixture.replay(script, device: ReplayFixture.instant).keeping(bytes)
  }

  @Test(arguments: ReplayFixture.traceNames) func aCacheOfAlmostNothingIsNoCache(_ trace: String) throws {
    for strategy in ["none", "fixed-window", "preheat2x"] {
      let spec = try StrategySpec(strategy)
      for cells in CellPolicy.allCases {
        let without = try replay(trace, keeping: 0).leaving(cells).run(spec, observer: EventLog())
        // The cache is there, but no bitmap is as small as a byte.
        let with = try replay(trace, keeping: 1).leaving(cells).run(spec, observer: EventLog())
        #expect(with.observer.lines == without.observer.lines, "\(strategy) \(cells)")
        #expect(digest(with.tally) == digest(without.tally), "\(strategy) \(cells)")
      }
    }
  }

  /// Memory warnings of `interrupted` drop what is kept.
  @Test(arguments: ReplayFixture.traceNames.filter { $0 != "interrupted" }) func withoutALimitNothingIsDecodedTwice(
    _ trace: String
  ) throws {
    for strategy in ["none", "fixed-window", "preheat2x"] {
      let replay = try uniform(trace, keeping: .max)
      let (tally, decoded) = replay.run(
        try StrategySpec(strategy), observer: BeginCounter())
      #expect(tally.evictions == 0 && !decoded.counts.isEmpty, "\(strategy)")
      #expect(decoded.counts.allSatisfy { $0.value == 1 }, "\(strategy)")
      // Photos that went and came back are decoded again.
      #expect(tally.redecodes == 0 || replay.script.changesContent, "\(strategy)")
    }
  }

  @Test(arguments: ["hunt", "zoom", "open-photo", "scrub", "browse", "ios-hunt"])
  func aLargerCacheNeverLowersHits(_ trace: String) throws {
    for strategy in ["none", "preheat2x"] {
      var last: Int64 = -1
      for bitmaps in [0, 1, 5, 20, 50, 100, 200, 1000, 4000] as [Int64] {
        let replay = try uniform(trace, keeping: bitmaps * ReplayFixture.bitmapBytes)
        let hits = replay.run(try StrategySpec(strategy)).requests.hits
        #expect(hits >= last, "\(strategy) over \(bitmaps) bitmaps")
        last = hits
      }
    }
  }

  @Test(arguments: ["hunt", "scrub", "ios-hunt", "fastscroll", "zoom"])
  func whatItKeepsIsWhatATextbookLRUKeeps(_ trace: String) throws {
    for bitmaps in [0, 3, 40, 400] as [Int64] {
      // Half a bitmap more makes no difference.
      let bytes = bitmaps * ReplayFixture.bitmapBytes + ReplayFixture.bitmapBytes / 2
      let replay = try uniform(trace, keeping: bytes)
      var model = KeptModel(capacity: Int(bitmaps))
      if bitmaps == 0 { #expect(replay.run(try StrategySpec("none")).evictions == 0) }
      let script = replay.script
      var (shown, layout, sizes) = ([Int32](), script.layouts[0], [PixelSize]())
      for step in script.steps {
        if step.kind == .layout {
          layout = script.layouts[Int(step.value)]
          for slot in shown { model.release(slot) }
          shown = []
        }
        guard step.kind == .frame else { continue }
        if !sizes.contains(layout.targetSize) { sizes.append(layout.targetSize) }
        let base = Int32(sizes.firstIndex(of: layout.targetSize)! * replay.table.capacity)
        let visible = layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: step.value)))
        let now = (visible.lower..<visible.upper).map { base + $0 }
        for slot in shown where !now.contains(slot) { model.release(slot) }
        for slot in now where !shown.contains(slot) { model.request(slot) }
        shown = now
      }
      let tally = replay.run(try StrategySpec("none"))
      #expect(tally.requests.hits == model.hits, "\(bitmaps) bitmaps")
      #expect(tally.evictions == model.evictions, "\(bitmaps) bitmaps")
    }
  }

  @Test func itNeitherRefusesNorOverdrawsAndLowersNoHits() throws {
    for trace in ["hunt", "fastscroll", "zoom"] {
      for strategy in ["none", "preheat2x", "fixed-window"] {
        let limit: Int64 = 9_000_000
        let with = try replay(trace, keeping: limit).run(StrategySpec(strategy))
        let without = try replay(trace, keeping: 0).run(StrategySpec(strategy))
        #expect(with.requests.hits >= without.requests.hits, "\(trace) \(strategy)")
        #expect(with.overdrafts == 0 && with.refused == 0, "\(trace) \(strategy): no decode waits for room")
        #expect(strategy != "none" || with.peak.kept <= limit, "\(trace): what none keeps is the cache's alone")
      }
    }
  }
}

/// Least recently requested first, among what is held and not shown; decodes take no time.
private struct KeptModel {
  let capacity: Int
  private(set) var hits: Int64 = 0
  private(set) var evictions: Int64 = 0
  /// Released and still held, with the number of the last request of each.
  private var kept: [Int32: Int] = [:]
  private var lastRequest: [Int32: Int] = [:]
  private var requests = 0

  init(capacity: Int) { self.capacity = capacity }

  mutating func request(_ slot: Int32) {
    requests += 1
    lastRequest[slot] = requests
    if kept.removeValue(forKey: slot) != nil { hits += 1 }
  }

  mutating func release(_ slot: Int32) {
    if capacity == 0 { return }
    kept[slot] = lastRequest[slot]
    while kept.count > capacity, let oldest = kept.min(by: { $0.value < $1.value }) {
      kept[oldest.key] = nil
      evictions += 1
    }
  }
}
