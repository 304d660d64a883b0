import Testing

@testable import StrategyKit
@testable import CacheLab
@testable import LabMeasure

@Suite struct LatencyHistogramTests {
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

  @Test func noPercentileIsAboveTheMaximum() {
    let d = LatencyHistogram([1_234_567]).distribution
    #expect(d.p50 <= d.max && d.p99 <= d.max && d.max == 1_234_567)
  }

  @Test func anEmptyHistogramIsZero() {
    let d = LatencyHistogram([]).distribution
    #expect(d.count == 0 && d.p50 == 0 && d.max == 0 && d.mean == 0)
  }
}
