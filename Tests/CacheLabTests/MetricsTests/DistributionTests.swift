import Testing

@testable import StrategyKit
@testable import CacheLab

@Suite struct DistributionTests {
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
}
