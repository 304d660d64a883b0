import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary
@testable import LabRecords
@testable import StrategyKit

@Suite struct MetricTests {
  @Test func theContractsMetricsAreAllThere() {
    let deterministic = """
      requests hits late misses hit-rate byte-hit-rate peak-bitmap-bytes mean-bitmap-bytes time-to-image never-shown
      blank-ratio decodes redecodes wasted-decodes abandoned-decodes cancelled evictions overdrafts load warm-hit-rate
      warm-blank-ratio warm-time-to-image
      """
    for id in deterministic.split(whereSeparator: \.isWhitespace) {
      #expect(Metric.named(String(id))?.kind == .deterministic, "\(id)")
    }
    for id in ["decode-cpu", "decode-wall", "peak-rss", "rss-anon", "page-cpu", "strategy-cpu", "run-wall"] {
      #expect(Metric.named(id)?.kind == .measured, "\(id)")
    }
    #expect(Metric.named("speed") == nil)
  }

  @Test func valuesHaveTheUnitThatPeopleRead() {
    #expect(Metric.Unit.ratio.text(0.125, decimals: 1) == "12.5%")
    #expect(Metric.Unit.bytes.text(36_400_000, decimals: 1) == "36.4 MB")
    #expect(Metric.Unit.nanoseconds.text(2_500_000, decimals: 2) == "2.50 ms")
    #expect(Metric.Unit.secondsPerMinute.text(1.5, decimals: 1) == "1.5 s/min")
    #expect(Metric.Unit.count.text(1234, decimals: 1) == "1,234" && Metric.Unit.count.text(2.5, decimals: 1) == "2.5")
  }

  @Test func withoutDecodesEveryMeasuredMetricIsAbsentWithAReason() {
    let run = RunFacts(tally: ReplayTally())
    for metric in Metric.all(.measured) {
      guard case .absent(let reason) = metric.value(of: run) else {
        Issue.record("\(metric.id) is there")
        continue
      }
      #expect(reason.contains("--decode none"), "\(metric.id): \(reason)")
    }
  }

  @Test func withoutThumbnailsTheirMetricsAreAbsentAndTheDigestLacksThem() {
    var tally = ReplayTally()
    let ids = ["coarse-hits", "soft-ratio", "time-to-first-image", "warm-time-to-first-image", "coarse-decodes"]
    let plain = RunFacts(tally: tally).deterministic
    for id in ids {
      guard case .absent(let reason)? = plain.metrics[id] else {
        Issue.record("\(id) is there")
        continue
      }
      #expect(reason.contains("+opportunistic"), "\(id)")
    }
    tally.thumbnails.isPresent = true
    let tiered = RunFacts(tally: tally).deterministic
    for id in ids {
      if case .absent? = tiered.metrics[id] { Issue.record("\(id) is absent") }
    }
    #expect(plain.digest != tiered.digest)
  }

  @Test func deterministicMetricsDoNotSeeMeasurements() {
    var measurements = Measurements()
    measurements.decodeWall = LatencyRecorder([1, 2, 3]).samples
    measurements.runWall = 7
    let tally = ReplayTally()
    let (without, with) = (RunFacts(tally: tally), RunFacts(tally: tally, measurements: measurements))
    #expect(without.deterministic.digest == with.deterministic.digest)
  }

  @Test func theDigestTellsAnyCountApart() {
    var digests: Set<String> = []
    let changes: [(inout ReplayTally) -> Void] = [
      { _ in }, { $0.requests.hits += 1 }, { $0.decodes += 1 }, { $0.peak.frame += 1 }, { $0.waits.warm.append(3) },
      { $0.preheat.useful += 1 }, { $0.blank.part += 1 }, { $0.requestedCost += 1 }, { $0.overdrafts += 1 },
      { $0.waits.noticed += 1 }, { $0.screens.first = ScreenTally.Times(filled: 0, sharp: 0) },
    ]
    for change in changes {
      var tally = ReplayTally()
      change(&tally)
      digests.insert(RunFacts(tally: tally).deterministic.digest)
    }
    #expect(digests.count == changes.count)
  }

  @Test func countsThatAreReadBackGiveTheSameMetricsAndTheSameDigest() throws {
    let script = ReplayFixture.script((0..<40).map { ($0 * 160, $0 * 700) }, end: 8000)
    for delivery in [ReplayDelivery.highquality, .opportunistic] {
      let replay = Replay(
        script: script, assets: ReplayFixture.mixedAssets(script.itemCapacity),
        device: ReplayFixture.device(milliseconds: 30), settings: ReplayFixture.eighths(delivery))
      let run = RunFacts(tally: replay.run(try StrategySpec("preheat2x")))
      #expect(run.tally.waits.noticed > 0)
      let counts = RunCounts(run)
      let (again, missing) = RunFacts.reading(try JSON.parse(counts.json.compactText))
      #expect(missing.isEmpty && RunCounts(again).json == counts.json, "\(delivery)")
      #expect(counts.digest == run.deterministic.digest, "\(delivery)")
      #expect(again.deterministic.metrics == run.deterministic.metrics, "\(delivery)")
      #expect(Set(counts.all.map(\.name)).count == counts.all.count, "each count has a name of its own")
    }
  }

  /// At rest rows 0 to 8 are on screen, and a quarter of a screen below shows rows 9 and 10; then a row further.
  private func facts(_ strategy: String, end: Int = 2000) throws -> RunFacts {
    let replay = ReplayFixture.replay(ReplayFixture.script([(0, 0), (1000, 98)], end: end))
    return RunFacts(tally: replay.run(try StrategySpec(strategy)))
  }

  @Test func preheatsThatNoCellShowsAreWork() throws {
    let run = try facts("fixed-window:screens=1/4")
    // 36 cells, then 4; ahead of them 8 images, then 4 more; of the first 8 the second frame shows 4.
    #expect(Metric.decodesPerRequest.value(of: run) == .ratio(48, 40))
    #expect(Metric.preheatAccuracy.value(of: run) == .ratio(4, 12))
    #expect(Metric.preheatCoverage.value(of: run) == .ratio(4, 40))
    #expect(Metric.decodeTime.value(of: run) == .ratio(48 * 10_000_000 * 60, 2_000_000_000))
  }

  @Test func decodesOnDemandAreNoPreheats() throws {
    let run = try facts("none")
    #expect(Metric.decodesPerRequest.value(of: run) == .ratio(40, 40))
    #expect(Metric.preheatAccuracy.value(of: run) == .ratio(0, 0))
    #expect(Metric.preheatCoverage.value(of: run) == .ratio(0, 40))
  }

  /// The last decodes, two at once, are cut 5 ms after they began.
  @Test func timeAfterTheEndIsNoWork() throws {
    let run = try facts("none", end: 1005)
    #expect(Metric.decodeTime.value(of: run) == .ratio((36 * 10 + 2 * 5) * 1_000_000 * 60, 1_005_000_000))
  }

  /// A decode that runs when its cell asks serves it late; one that waits in its queue becomes a decode on demand.
  @Test func aPreheatThatRunsWhenItsCellAsksIsSeen() throws {
    let replay = ReplayFixture.replay(ReplayFixture.script([(0, 0), (185, 98)], end: 2000))
    let run = RunFacts(tally: replay.run(try StrategySpec("fixed-window:screens=1/4")))
    #expect(run.tally.requests.late == 4)
    // 18 rounds of two are done at 180 ms, so two images of row 9 run at 185 ms and the others wait.
    #expect(run.tally.shownPreheats == 2 && run.tally.preheatDecodes == 2 + 4 + 4)
  }

  /// By sorting: element ceil(p x n), counted from 1.
  private func sorted(_ samples: [Int64], zeros: Int) -> Distribution {
    let all = (samples + Array(repeating: 0, count: zeros)).sorted()
    func element(_ percent: Int) -> Int64 { all.isEmpty ? 0 : all[(all.count * percent + 99) / 100 - 1] }
    return Distribution(
      count: Int64(all.count), sum: all.reduce(0) { $0 + Int128($1) },
      percentiles: [50, 90, 95, 99].map(element), max: all.last ?? 0)
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func randomSetsAgreeWithASortedArray(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<25 {
      // Few different values make many equals; large ones stay whole.
      let bound = [2, 10, 1_000, 1 << 40][random.next(below: 4)]
      let samples = (0..<random.next(below: 300)).map { _ in Int64(random.next(below: bound)) }
      let zeros = random.next(below: 3) == 0 ? random.next(below: 1_000) : 0
      #expect(
        Distribution(samples: samples, zeros: Int64(zeros)) == sorted(samples, zeros: zeros), "seed \(seed) \(samples)")
    }
  }

  @Test func orderedAndEqualSamplesAgreeToo() {
    for samples in [Array(0..<1_000), Array((0..<1_000).reversed()), Array(repeating: 7, count: 1_000), [5], []]
      as [[Int64]]
    {
      #expect(Distribution(samples: samples) == sorted(samples, zeros: 0))
      #expect(Distribution(samples: samples, zeros: 99) == sorted(samples, zeros: 99))
    }
    #expect(Distribution(samples: []).mean == 0)
  }

  @Test func oneHundredNumbersShowTheRanks() {
    let d = Distribution(samples: (1...100).map { Int64($0) })
    #expect([d.p50, d.p90, d.p95, d.p99, d.max] == [50, 90, 95, 99, 100])
    #expect(d.mean == 50.5 && d.sum == 5050 && d.count == 100)
  }

  @Test func theSumGoesBeyond64Bits() {
    #expect(Distribution(samples: [.max, .max, .max]).sum == 3 * Int128(Int64.max))
  }

  @Test(arguments: [
    // A process that was stopped for a second.
    (Int64(1_011_000_000), Int64(8_000_000), true), (108_000_000, 8_000_000, true),
    // The turns of a scheduler, and large photos.
    (107_999_999, 8_000_000, false), (12_000_000, 8_000_000, false), (3_000_000_000, 2_800_000_000, false),
    (0, 0, false),
  ])
  func aDecodeThatStoodStillIsCounted(_ wall: Int64, _ cpu: Int64, _ isStall: Bool) {
    var incidents = DecodeIncidents()
    incidents.record(wall: 9_000_000, cpu: 8_900_000)
    incidents.record(wall: wall, cpu: cpu)
    #expect(incidents.stalls == (isStall ? 1 : 0))
    #expect(incidents.longestStall.wall == (isStall ? wall : 0) && incidents.longestStall.cpu == (isStall ? cpu : 0))
  }

  @Test func theLongestStallIsKept() {
    var incidents = DecodeIncidents()
    for wall in [300, 900, 600] as [Int64] { incidents.record(wall: wall * 1_000_000, cpu: 1_000_000) }
    #expect(incidents.stalls == 3 && incidents.longestStall.wall == 900_000_000)
  }

  /// By the time that it stood still, not by all that it took.
  @Test func workIsNoPartOfAStall() {
    var incidents = DecodeIncidents()
    incidents.record(wall: 900_000_000, cpu: 400_000_000)
    incidents.record(wall: 700_000_000, cpu: 1_000_000)
    #expect(incidents.longestStall.wall == 700_000_000)
  }

  @Test func partialImagesAreCountedAndTheFirstPhotosKeptInWhateverOrderTheyEnd() {
    var incidents = DecodeIncidents()
    for asset in [9, 4, 7, 4, 1, 8, 3] { incidents.recordPartial(asset: asset) }
    #expect(incidents.partialImages == 7 && incidents.partialAssets == [1, 3, 4, 7])
  }
}
