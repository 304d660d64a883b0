import LabRecords
import Strategies
import Testing

@testable import CacheLab

@Suite struct OfflineBoundTests {
  @Test func theClairvoyantStaysWithinTheBound() throws {
    let replay = try ReplayFixture.shipped("zoom", device: DeviceProfile.all[2])
    let sample = replay.run(try StrategySpec("preheat2x"))
    let seer = replay.run(try StrategySpec("clairvoyant:budget=\(sample.peak.bytes)B"))
    let bound = OfflineBound(replay, memory: ByteCount(rawValue: sample.peak.bytes))
    #expect(bound.requests == seer.warmRequests.count && bound.area == Int128(seer.warmBlank.whole))
    #expect(sample.warmRequests.hits < seer.warmRequests.hits && seer.warmRequests.hits <= bound.hits)
    #expect(seer.warmBlank.part < sample.warmBlank.part && bound.blank <= Int128(seer.warmBlank.part))
    #expect(bound.hits < bound.requests && bound.blank > 0, "it says something")
  }

  @Test func theFutureIsWhatAReplayAsksFor() throws {
    for name in ["zoom", "open-photo"] {
      let replay = try ReplayFixture.shipped(name)
      let future = RequestFuture(script: replay.script, table: replay.table)
      let watcher = replay.leaving(.keep).run(try StrategySpec("preheat2x"), observer: RequestExport(replay.table))
        .observer
      #expect(future.visits.map(\.slot) == Array(watcher.slots))
      for (request, next) in future.next.enumerated() where next != RequestFuture.never {
        #expect(watcher.slots[Int(next)] == watcher.slots[request])
        #expect(!watcher.slots[(request + 1)..<Int(next)].contains(watcher.slots[request]))
      }
      for visit in future.visits { #expect(visit.begin <= visit.end && visit.seen <= visit.end - visit.begin) }
    }
  }

  /// One column of cells as high as the screen. Half a cell counts half, and nothing is in view from a change of layout to
  /// the next frame.
  @Test func aVisitIsSeenForThePartOfItThatIsInView() {
    let page = ReplayFixture.layout(columns: 1, cell: 842_000)
    let script = ReplayFixture.script(
      [(0, 0), (50, 422), (350, 0)], changes: [(150, 1)],
      of: [page, ReplayFixture.layout(columns: 1, cell: 844_000)], end: 950)
    let replay = ReplayFixture.replay(script)
    var walk = CellWalk(script: script, table: replay.table)
    var times: [Int64] = []
    walk.run { if times.last != $0.begin { times.append($0.begin) } }
    #expect(times == [0, 50_000_000, 350_000_000])
    let part = (422 * 100_000_000) / 842 as Int64
    let seen: [Int64] = [50_000_000 + (420 * 100_000_000) / 842, part, 600_000_000]
    #expect(walk.visits.map(\.seen) == seen && walk.visits.map(\.end) == [150_000_000, 150_000_000, 950_000_000])
  }

  @Test func theVisitsAddUpToTheVisibleArea() throws {
    let replay = try ReplayFixture.shipped("open-photo")
    var walk = CellWalk(script: replay.script, table: replay.table)
    var area: Int128 = 0
    walk.run { area += Int128($0.height) * Int128($0.end - $0.begin) * Int128($0.visits.count) }
    #expect(area == Int128(replay.run(try StrategySpec("none")).blank.whole))
  }

  private struct Case {
    var line: Int
    var replay: Replay
    var budget: Int64
    var area: Int128
    var blank: Int128
  }

  private func cases() throws -> [Case] {
    let lines = try GoldenFile("optima.tsv").text().split(separator: "\n").dropFirst()
    return lines.enumerated().map { line, text in
      let words = text.split(separator: "\t")
      let frames = words[0].split(separator: " ").map { frame in
        let parts = frame.split(separator: ":").map { Int($0)! }
        return (parts[0], parts[1] * 98)
      }
      let numbers = words.dropFirst().map { Int64($0)! }
      return Case(
        line: line + 2,
        replay: ReplayFixture.replay(
          ReplayFixture.script(frames, end: Int(numbers[0]), layout: ReplayFixture.pairs()),
          device: ReplayFixture.device(milliseconds: Int(numbers[1]), workers: Int(numbers[2]))),
        budget: numbers[3] * ReplayFixture.bitmapBytes, area: Int128(numbers[4]), blank: Int128(numbers[5]))
    }
  }

  private func blank(_ text: String, _ small: Case) throws -> Int128 {
    let tally = small.replay.run(try StrategySpec("\(text):budget=\(small.budget)B,worth=0"))
    #expect(Int128(tally.warmBlank.whole) == small.area, "line \(small.line)")
    return Int128(tally.warmBlank.part)
  }

  @Test func theOptimumLiesBetweenTheBoundAndTheClairvoyant() throws {
    var sums: (prices: Int128, optimum: Int128, seer: Int128) = (0, 0, 0)
    for small in try cases() {
      let prices = PricedBound(small.replay).warmBlank(memory: small.budget, stepsMax: 5_000_000)
      let seer = try blank("clairvoyant", small)
      #expect(prices <= small.blank, "line \(small.line)")
      #expect(seer >= small.blank, "line \(small.line)")
      sums.prices += prices
      sums.optimum += small.blank
      sums.seer += seer
    }
    // Together the bounds say nine tenths of what is certain, and the clairvoyant leaves less than four tenths more.
    #expect(sums.prices * 10 > sums.optimum * 9 && sums.seer * 10 < sums.optimum * 14)
  }
}
