import Testing

@testable import CacheLab
@testable import LabMeasure

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
    #expect((rough.p99 - exact.p99).magnitude <= exact.p99.magnitude / 1_000 + 1)
    #expect(counted.distribution == rough && LatencyHistogram(many).distribution == rough)
  }
}
