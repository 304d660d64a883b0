import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary
@testable import LabRecords

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
    let units: [Metric.Unit] = [.count, .ratio, .bytes, .nanoseconds, .secondsPerMinute, .perRequest]
    #expect(units.filter(\.isFraction) == [.ratio, .secondsPerMinute, .perRequest])
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
      #expect(missing.isEmpty && RunCounts(again) == counts && counts.digest == run.deterministic.digest, "\(delivery)")
      #expect(again.deterministic.metrics == run.deterministic.metrics, "\(delivery)")
      #expect(Set(counts.all.map(\.name)).count == counts.all.count, "each count has a name of its own")
    }
  }
}
