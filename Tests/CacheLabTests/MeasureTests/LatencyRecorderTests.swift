import Testing

@testable import StrategyKit
@testable import CacheLab
@testable import LabLibrary

@Suite struct LatencyRecorderTests {
  @Test func fewSamplesAreKeptInTheirOrder() {
    let samples = LatencyRecorder([3, 1, 2]).samples
    #expect(samples.raw == [3, 1, 2] && samples.count == 3)
    #expect(samples.finestDistribution == Distribution(samples: [1, 2, 3]))
  }

  @Test func oneMoreThanAreKeptMakesAHistogramOfAll() {
    let many = (0...LatencySamples.rawMax).map { Int64($0 * 977 % 5_000_011) }
    let (kept, counted) = (LatencyRecorder(many.dropLast()).samples, LatencyRecorder(many).samples)
    #expect(kept.raw == Array(many.dropLast()))
    #expect(counted.raw.isEmpty && counted.count == many.count)
    let (exact, rough) = (Distribution(samples: many), counted.finestDistribution)
    #expect(rough.count == exact.count && rough.sum == exact.sum && rough.max == exact.max)
    #expect(counted.distribution == rough && LatencyHistogram(many).distribution == rough)
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func percentilesAreWithinAThousandth(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // From microseconds to minutes, as decodes may take.
    let samples = (0..<5_000).map { _ in Int64(1_000 + random.next(below: 1 << (12 + random.next(below: 26)))) }
    let (exact, rough) = (Distribution(samples: samples), LatencyHistogram(samples).distribution)
    #expect(rough.count == exact.count && rough.sum == exact.sum && rough.max == exact.max)
    for (a, b) in [(exact.p50, rough.p50), (exact.p90, rough.p90), (exact.p95, rough.p95), (exact.p99, rough.p99)] {
      #expect((a - b).magnitude <= (a / 1_000).magnitude + 1, "seed \(seed): \(a) against \(b)")
    }
  }

  @Test func noPercentileIsAboveTheMaximumAndAnEmptyHistogramIsZero() {
    let one = LatencyHistogram([1_234_567]).distribution
    #expect(one.p50 <= one.max && one.p99 <= one.max && one.max == 1_234_567)
    let none = LatencyHistogram([]).distribution
    #expect(none.count == 0 && none.p50 == 0 && none.max == 0 && none.mean == 0)
  }
}
