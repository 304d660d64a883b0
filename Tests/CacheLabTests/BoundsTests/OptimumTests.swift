import CacheLab
import LabRecords
import Strategies
import Testing

/// Small scrolls whose least blank `Tests/Outsider/optima.py` found by an integer program: the bound says no more, the
/// clairvoyant does no better, and both are near.
@Suite struct OptimumTests {
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
    #expect(sums.prices * 10 > sums.optimum * 9)
    #expect(sums.seer * 10 < sums.optimum * 14)
  }
}
