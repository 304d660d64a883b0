import LabRecords
import Strategies
import Testing

@testable import CacheLab

/// No schedule beats the bounds, and they are reached where that can be.
@Suite struct BoundTests {
  private struct Judged {
    var hits: Int64
    var blank: Int128
    var hitBound: Int64
    var blankBound: Int128
  }

  /// What a strategy came to, beside the bounds at its own peak.
  private func judge(_ strategy: StrategySpec, on replay: Replay, cells: CellPolicy = .cancel) -> Judged {
    let tally = replay.leaving(cells).run(strategy)
    return Judged(
      hits: tally.warmRequests.hits, blank: Int128(tally.warmBlank.part),
      hitBound: HitBound(replay).hits(memory: tally.peak.bytes),
      blankBound: PricedBound(replay).warmBlank(memory: tally.peak.bytes, stepsMax: 2_000_000))
  }

  /// Some seconds of a shipped trace.
  private func cut(_ name: String, from: Int, to: Int, device: Int) throws -> Replay {
    let whole = try ReplayFixture.shipped(name).script
    let (begin, end) = (Int64(from) * 1_000_000_000, Int64(to) * 1_000_000_000)
    let steps = whole.steps.filter { begin <= $0.time && $0.time < end }.map { step in
      ReplayScript.Step(time: Nanoseconds(rawValue: step.time - begin), value: step.value, kind: step.kind)
    }
    let script = ReplayScript(
      steps: ContiguousArray(steps), layouts: whole.layouts, end: Nanoseconds(rawValue: end - begin))
    return ReplayFixture.replay(
      script, device: DeviceProfile.all[device], assets: ReplayFixture.mixedAssets(script.itemCapacity))
  }

  private static let cuts = [("fastscroll", 3, 5), ("scrub", 4, 6), ("zoom", 4, 7), ("open-photo", 2, 6)]

  @Test(arguments: cuts.indices, DeviceProfile.all.indices.prefix(3))
  func noStrategyBeatsTheBoundsAtItsOwnPeak(_ cut: Int, _ device: Int) throws {
    let (name, from, to) = BoundTests.cuts[cut]
    let replay = try self.cut(name, from: from, to: to, device: device)
    let others = ["lru:match=at-least", "preheat2x+belady", "preheat2x+unbounded", "clairvoyant:budget=45MB"]
    // All of them on one device, in the debug build; a few on the others.
    let some = ["none", "preheat2x", "budget-priority", "budget-priority:budget=60MB"]
    for id in (device == 0 ? StrategyRegistry.all.descriptors.map(\.id) : some) + others {
      let strategy = try StrategySpec(id)
      if OfflineBound.missingReason(for: strategy, over: replay) != nil { continue }
      let judged = judge(strategy, on: replay)
      #expect(judged.hits <= judged.hitBound, "\(id) on \(name)")
      #expect(judged.blank >= judged.blankBound, "\(id) on \(name)")
    }
  }

  /// A scroll that jumps about a small grid.
  private func jumps(seed: UInt64, heightsAreLargerBy factor: Int = 1, timesBy slowness: Int = 1) -> Replay {
    var random = SplitMix64(seed: seed)
    let layout = ReplayFixture.pairs(timesHigher: factor)
    var (time, row) = (0, 0)
    var frames = [(0, 0)]
    for _ in 0..<12 {
      time += 5 + Int(random.next() % 40)
      row = max(0, min(9, row + Int(random.next() % 7) - 3))
      frames.append((time * slowness, row * 98 * factor))
    }
    let photo = AssetInfo(
      width: 1024, height: Int32(768 * factor), encodedBytes: 200_000, thumbnailBytes: 0, isDecodable: true)
    return ReplayFixture.replay(
      ReplayFixture.script(frames, end: (time + 30) * slowness, layout: layout),
      device: ReplayFixture.device(milliseconds: (5 + Int(seed % 3) * 5) * slowness, workers: 1 + Int(seed % 2)),
      assets: ContiguousArray(repeating: photo, count: 24))
  }

  /// Half a second, and the same over an hour.
  @Test(arguments: [1, 1 << 13]) func noScheduleAtRandomBeatsTheBounds(timesBy slowness: Int) throws {
    var (reached, blank) = (0, 0)
    for seed in 1...60 as ClosedRange<UInt64> {
      let replay = jumps(seed: seed, timesBy: slowness)
      let budget = ReplayFixture.bitmapBytes * Int64(6 + seed % 7)
      for choice in 0..<2 {
        let spec = try StrategySpec(
          "random-ranker:budget=\(budget)B,seed=\(seed * 10 + UInt64(choice))", registry: RandomRanker.registry)
        let judged = judge(spec, on: replay)
        #expect(judged.hits <= judged.hitBound, "seed \(seed), choice \(choice)")
        #expect(judged.blank >= judged.blankBound, "seed \(seed), choice \(choice)")
      }
      let seer = judge(try StrategySpec("clairvoyant:budget=\(budget)B"), on: replay)
      #expect(seer.hits <= seer.hitBound && seer.blank >= seer.blankBound, "seed \(seed)")
      if seer.hits == seer.hitBound { reached += 1 }
      if seer.blankBound > 0 { blank += 1 }
    }
    // A bound that says little would pass as well: it is reached often, and often some blank is certain.
    #expect(reached >= 6, "\(reached)")
    #expect(blank >= 8, "\(blank)")
  }

  /// Areas that are too large for 64 bits are counted in coarser grains, and bounded as tightly.
  @Test func largeAreasAreBoundedAsSmallOnes() {
    let factor: Int128 = 1 << 12
    var blank = 0
    for seed in 1...12 as ClosedRange<UInt64> {
      let (small, large) = (
        PricedBound(jumps(seed: seed)), PricedBound(jumps(seed: seed, heightsAreLargerBy: Int(factor)))
      )
      #expect(large.warmArea == small.warmArea * factor)
      let memory = ReplayFixture.bitmapBytes * 6
      let bounds = [(small, memory), (large, memory << 12)].map {
        $0.warmBlank(memory: $1, rounds: 100, stepsMax: 2_000_000)
      }
      #expect(abs(bounds[1] / factor - bounds[0]) <= small.warmArea / 1000, "seed \(seed): \(bounds)")
      if bounds[0] > small.warmArea / 100 && large.warmArea > BoundPrices.most / 8 { blank += 1 }
    }
    #expect(blank >= 6, "\(blank)")
  }

  /// Whatever the settings are, a strategy that has a bound does not pass it.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aBoundHoldsInEverySettingOrIsAbsentWithItsReason(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
    // A scroll that jumps about; people, who rest.
    let person = try SynthesisTests.synthesis(pick([.ios, .android]), ms: 15_000).trace(
      of: pick([.reader, .looker, .hunt]), seed: seed)
    let scripts = [
      RandomScroll(seed: seed).script, ReplayScript(try Trace.parse(Array(person.text.utf8), name: "person")),
    ]
    let texts = [
      "none", "preheat2x", "windowed-lead", "budget-priority", "preheat2x+opportunistic",
      "preheat2x+lru:match=at-least", "preheat2x+unbounded", "clairvoyant:budget=30MB",
    ]
    var (stated, lacks): (Int, Set<String>) = (0, [])
    for script in scripts {
      var settings = ReplaySettings()
      settings.delivery = pick(ReplayDelivery.allCases)
      settings.cells = pick([.cancel, .keep])
      settings.fit = pick(Fit.allCases)
      settings.cloud.sharePercent = pick([0, 0, 0, 30])
      let replay = Replay(
        script: script, assets: ReplayFixture.mixedAssets(script.itemCapacity),
        device: ReplayFixture.device(milliseconds: pick([4, 12, 30]), workers: pick([1, 2, 4])), settings: settings)
      for text in texts {
        guard let strategy = try? settings.delivery.applied(to: StrategySpec(text)) else { continue }
        if let reason = OfflineBound.missingReason(for: strategy, over: replay) {
          lacks.insert(reason)
          continue
        }
        let tally = replay.run(strategy)
        let hits = HitBound(replay).hits(memory: tally.peak.bytes)
        let blank = PricedBound(replay).warmBlank(memory: tally.peak.bytes, rounds: 40, stepsMax: 200_000)
        #expect(tally.warmRequests.hits <= hits, "\(strategy.shortText), \(settings)")
        #expect(Int128(tally.warmBlank.part) >= blank, "\(strategy.shortText), \(settings)")
        stated += 1
      }
    }
    #expect(stated > 0 || !lacks.isEmpty)
  }

  /// With thumbnails less is blank than any bound of full images, and a larger bitmap is a hit that no bound of exact
  /// sizes counts.
  @Test(arguments: ["none", "preheat2x", "budget-priority"]) func whereABoundDoesNotHoldItIsAbsent(_ id: String) throws
  {
    let replay = try ReplayFixture.shipped("scrub", device: DeviceProfile.all[2])
    let thumbnails = try ReplayDelivery.opportunistic.applied(to: StrategySpec(id))
    #expect(OfflineBound.missingReason(for: thumbnails, over: replay)?.contains("thumbnails") == true)
    #expect(OfflineBound.missingReason(for: try StrategySpec(id), over: replay) == nil)
    let larger = try StrategySpec("lru:match=at-least")
    #expect(OfflineBound.missingReason(for: larger, over: replay) == nil, "there is one size")
    let zoom = try ReplayFixture.shipped("zoom")
    #expect(OfflineBound.missingReason(for: larger, over: zoom)?.contains("larger bitmap") == true)
  }

  @Test func nothingIsHeldBeforeTheFirstFrame() {
    // 36 cells, and 36 others 100 ms later: two workers decode 20 in between.
    let script = ReplayFixture.script([(0, 0), (100, 882)], end: 200)
    #expect(HitBound(ReplayFixture.replay(script)).hits(memory: 1_000_000_000) == 20)
    let slower = ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 101))
    #expect(HitBound(slower).hits(memory: 1_000_000_000) == 0)
    let faster = ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 0))
    #expect(HitBound(faster).hits(memory: 1_000_000_000) == HitBound(faster).warmRequests)
  }

  @Test func nothingOfAnotherSizeIsHeldBeforeItsFirstFrame() {
    let small = ReplayFixture.layout(columns: 5, cell: 76_000)
    let script = ReplayFixture.script(
      [(0, 0), (1000, 0), (1100, 2000)], changes: [(1000, 1)], of: [ReplayFixture.layout(), small], end: 1200)
    let replay = ReplayFixture.replay(script)
    #expect(HitBound(replay).hits(memory: 1_000_000_000) == 20)
    #expect(PricedBound(replay).warmBlank(memory: 1_000_000_000, stepsMax: 2_000_000) > 0)
  }

  @Test func whatIsHeldAndWhatIsOnScreenShareTheMemory() {
    // A second at rest, then 36 other cells each 10 ms. At 1010 ms those that came at 1000 are still on screen: they
    // and the 108 that come then and later share 60 bitmaps, and 4 decodes end by 1030.
    let script = ReplayFixture.script([(0, 0), (1000, 882), (1010, 1764), (1020, 2646), (1030, 3528)], end: 1040)
    let replay = ReplayFixture.replay(script)
    #expect(HitBound(replay).warmRequests == 144 && HitBound(replay).hits(memory: 60 * ReplayFixture.bitmapBytes) == 64)
    let tally = replay.run(StrategySpec.clairvoyant(bytes: 60 * ReplayFixture.bitmapBytes))
    #expect(tally.warmRequests.hits <= 64)
  }

  @Test func moreMemoryNeverBoundsTighter() throws {
    let replay = try cut("fastscroll", from: 3, to: 5, device: 1)
    let hits = HitBound(replay)
    let steps = [1, 10_000_000, 20_000_000, 40_000_000, 80_000_000, 1_000_000_000] as [Int64]
    for (less, more) in zip(steps, steps.dropFirst()) {
      #expect(hits.hits(memory: less) <= hits.hits(memory: more))
    }
    #expect(hits.hits(memory: 1) < hits.hits(memory: 40_000_000))
  }

  @Test(arguments: [0, 3000]) func whatIsHeldBeforeTheFirstCellCounts(_ milliseconds: Int) throws {
    // The first frames lie above the content and show no cell: all that comes can be ready then.
    let frames = [
      (0, -1000), (milliseconds, -900), (milliseconds + 2, 0), (milliseconds + 4, 5000), (milliseconds + 6, 0),
    ]
    let replay = ReplayFixture.replay(
      ReplayFixture.script(frames, end: 5000), device: ReplayFixture.device(milliseconds: 30))
    var hits: Int64 = 0
    for id in ["fixed-window:screens=9", "preheat2x", "budget-priority", "clairvoyant"] {
      let judged = judge(try StrategySpec(id), on: replay)
      #expect(judged.hits <= judged.hitBound && judged.blank >= judged.blankBound, "\(id)")
      hits = max(hits, judged.hits)
    }
    #expect((hits > 0) == (milliseconds > 0))
  }

  /// The largest at which all requests together are worth no more than a price can be.
  @Test(arguments: [25_000_000, 29_999_999, 1_000_000_000]) func theWorthOfAHitIsAsFineAsItCanBe(_ requests: Int) {
    let unit = HitBound.unit(requests: requests)
    #expect(unit * Int64(requests + 1) <= BoundPrices.most && (unit + 1) * Int64(requests + 1) > BoundPrices.most)
  }

  @Test func aTraceWithoutFramesBoundsNothing() {
    let replay = ReplayFixture.replay(ReplayFixture.script([], end: 1000))
    #expect(HitBound(replay).hits(memory: 1_000_000) == 0)
    #expect(PricedBound(replay).warmBlank(memory: 1_000_000, stepsMax: 1000) == 0)
  }
}

extension StrategySpec {
  fileprivate static func clairvoyant(bytes: Int64) -> StrategySpec {
    do { return try StrategySpec("clairvoyant:budget=\(bytes)B") } catch { preconditionFailure("\(error)") }
  }
}
