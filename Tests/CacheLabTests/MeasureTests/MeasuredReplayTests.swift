import LabRecords
import LabSystem
import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary
@testable import StrategyKit

@Suite struct MeasuredReplayTests {
  private func replay(over library: PhotoLibrary, items: Int32) -> Replay {
    let layout = ReplayFixture.layout(cell: 30_000, count: items)
    let script = ReplayFixture.script([(0, 0), (100, 600), (200, 1200), (300, 0)], end: 400, layout: layout)
    return ReplayFixture.replay(script, assets: library.index.assets)
  }

  @Test func everyDecodeOfVirtualTimeIsReallyDoneAndTimed() throws {
    let library = TestLibrary.shared
    let replay = replay(over: library, items: 200)
    for strategy in ["none", "preheat2x", "lru:budget=200kB", "fixed-window+lru:budget=1MB", "preheat2x+opportunistic"]
    {
      let spec = try StrategySpec(strategy)
      let facts = try MeasuredReplay.run(spec, in: replay, over: library)
      let measured = try #require(facts.measurements)
      #expect(Int64(measured.decodeCPU.count) == facts.tally.decodes - facts.tally.thumbnails.decodes)
      #expect(Int64(measured.thumbnailCPU.count) == facts.tally.thumbnails.decodes)
      #expect((facts.tally.thumbnails.decodes > 0) == strategy.contains("opportunistic"))
      #expect(measured.decodeCPU.raw.allSatisfy { $0 > 0 } && measured.decodeWall.count == measured.decodeCPU.count)
      #expect(measured.incidents.partialImages == 0 && measured.strategyTimes.count == 4)
      let plain = RunFacts(tally: replay.run(spec))
      #expect(facts.deterministic.digest == plain.deterministic.digest, "decoding feeds nothing back")
    }
  }

  @Test func aFileThatChangedUnderTheRunFailsIt() throws {
    let folder = TemporaryDirectory()
    let photos = folder.path + "/photos"
    try TestLibrary.shared.extract(0..<60, to: photos)
    let library = try PhotoLibrary.openFolder(photos, cacheDirectory: folder.path + "/cache")
    let replay = replay(over: library, items: 60)
    try OpenFile(photos + "/asset-000003.jpg", .readWrite).cut(to: 2)
    #expect(throws: MeasureError.self) {
      try MeasuredReplay.run(try StrategySpec("none"), in: replay, over: library)
    }
  }

  /// As with a strategy that decodes more in its second run than in its first.
  @Test func moreDecodesThanForeseenAreTimedToo() throws {
    let library = TestLibrary.shared
    let size = library.index[0].size
    let task = DecodeTask(asset: 0, form: BitmapForm(size, at: DecodeScale(eighths: 1)), source: size)
    let count = Int(task.form.bytes)
    var store = PageStore()
    let address = try unsafe store.allocate(bytes: count)
    defer { unsafe store.release(address, bytes: count) }
    let pool = try DecodePool(library: library, threadCount: 1, jobCount: 1, rehearsal: [])
    defer { pool.stop() }
    for _ in 0..<3 {
      let pixels = unsafe UnsafeMutableRawBufferPointer(start: address, count: count)
      _ = try pool.submit(unsafe DecodeJob(task: task, pixels: pixels))
    }
    let timings = try pool.results().timings
    #expect(timings.count == 3 && timings.allSatisfy { $0.wall > 0 })
  }

  @Test func fewSamplesAreKeptInTheirOrder() {
    let samples = LatencyRecorder([3, 1, 2]).samples
    #expect(samples.raw == [3, 1, 2] && samples.count == 3)
    #expect(samples.finestDistribution == Distribution(samples: [1, 2, 3]))
  }

  @Test func oneMoreThanAreKeptMakesAHistogramOfAll() {
    let many = (0...LatencySamples.rawMax).map { Int64($0 * 977 % 5_000_011) }
    let (kept, counted) = (LatencyRecorder(Array(many.dropLast())).samples, LatencyRecorder(many).samples)
    #expect(kept.raw == Array(many.dropLast()))
    #expect(counted.raw.isEmpty && counted.count == many.count)
    let (exact, rough) = (Distribution(samples: many), counted.finestDistribution)
    #expect(rough.count == exact.count && rough.sum == exact.sum && rough.max == exact.max)
    #expect(counted.distribution == rough)
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func percentilesAreWithinAThousandth(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // From microseconds to minutes, as decodes may take.
    let samples = (0..<5_000).map { _ in Int64(1_000 + random.next(below: 1 << (12 + random.next(below: 26)))) }
    let (exact, rough) = (Distribution(samples: samples), LatencyRecorder(samples).samples.distribution)
    #expect(rough.count == exact.count && rough.sum == exact.sum && rough.max == exact.max)
    for (a, b) in [(exact.p50, rough.p50), (exact.p90, rough.p90), (exact.p95, rough.p95), (exact.p99, rough.p99)] {
      #expect((a - b).magnitude <= (a / 1_000).magnitude + 1, "seed \(seed): \(a) against \(b)")
    }
  }

  @Test func noPercentileIsAboveTheMaximumAndAnEmptyHistogramIsZero() {
    let one = LatencyRecorder([1_234_567]).samples.distribution
    #expect(one.p50 <= one.max && one.p99 <= one.max && one.max == 1_234_567)
    let none = LatencyRecorder([]).samples.distribution
    #expect(none.count == 0 && none.p50 == 0 && none.max == 0 && none.mean == 0)
  }

  private let page = 4096

  @Test func memoryIsWritableToTheLastByte() throws {
    var store = PageStore()
    let address = try unsafe store.allocate(bytes: 3 * page + 1)
    unsafe address.storeBytes(of: 7, toByteOffset: 3 * page, as: UInt8.self)
    #expect(unsafe address.load(fromByteOffset: 3 * page, as: UInt8.self) == 7)
    unsafe store.release(address, bytes: 3 * page + 1)
  }

  @Test func aBitmapOfTheSameSizeReusesThePagesOfOneThatWent() throws {
    var store = PageStore()
    let first = try unsafe store.allocate(bytes: 10 * page)
    unsafe store.release(first, bytes: 10 * page)
    let second = try unsafe store.allocate(bytes: 10 * page)
    #expect(unsafe first == second)
  }

  @Test func aSmallerBitmapTakesAPartAndLeavesTheRest() throws {
    var store = PageStore()
    let large = try unsafe store.allocate(bytes: 10 * page)
    unsafe store.release(large, bytes: 10 * page)
    _ = try unsafe store.allocate(bytes: 4 * page)
    #expect(store.livePages == 4 && store.sparePages == 6)
    let rest = try unsafe store.allocate(bytes: 6 * page)
    #expect(unsafe rest == large + 4 * page)
  }

  @Test func liveAndSpareTogetherNeverPassTheMostThatLiveTook() throws {
    var store = PageStore()
    var held: [(address: Int, pages: Int)] = []
    var random = UInt64(42)
    for _ in 0..<3000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let pages = 1 + Int(random >> 33) % 40
      if held.count > 20 || (random >> 20) % 3 == 0, let gone = held.popLast() {
        unsafe store.release(UnsafeMutableRawPointer(bitPattern: gone.address)!, bytes: gone.pages * page)
      } else {
        let address = try unsafe store.allocate(bytes: pages * page)
        unsafe address.storeBytes(of: 1, toByteOffset: pages * page - 1, as: UInt8.self)
        held.append((Int(bitPattern: address), pages))
      }
      #expect(store.livePages == held.reduce(0) { $0 + $1.pages })
      #expect(store.livePages + store.sparePages <= store.livePagesMax)
    }
    let ranges = held.map { $0.address..<$0.address + $0.pages * page }.sorted { $0.lowerBound < $1.lowerBound }
    for (one, next) in zip(ranges, ranges.dropFirst()) { #expect(one.upperBound <= next.lowerBound) }
  }
}
