import CacheLab
import LabJudge
import Testing

@Suite struct ExactGateTests {
  @Test func equalRunsPass() throws {
    let report = try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally())
    #expect(report.rows.count > 20 && report.rows.allSatisfy { $0.verdict == .ok })
    #expect(report.exitCode(isStrict: true) == 0)
  }

  @Test func oneLostHitFails() throws {
    let report = try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally(hits: 799))
    #expect(report.verdict("hits") == .regressed && report.verdict("hit-rate") == .regressed)
    #expect(report.exitCode(isStrict: false) == 2)
    let row = try #require(report.rows.first { $0.metric == "hit-rate" })
    #expect(row.old != row.new, "texts tell the two apart")
  }

  @Test func oneByteMoreAtThePeakFailsAndSaysWhere() throws {
    let report = try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally(peak: 30_000_001))
    let row = try #require(report.rows.first { $0.metric == "peak-bitmap-bytes" })
    #expect(row.verdict == .regressed && row.detail.contains("frame 812 at 13.50 s: displayed 20.0"))
  }

  @Test func whatIsBetterPassesWithAHint() throws {
    let report = try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally(peak: 29_000_000))
    #expect(report.verdict("peak-bitmap-bytes") == .improved)
    #expect(report.text(showsAll: false).contains("lab-run baseline accept --strategy preheat2x --trace fastscroll"))
    #expect(report.exitCode(isStrict: true) == 0)
  }

  @Test(
    arguments: [
      (#"{"limits": {"peak-bitmap-bytes": "3%|30.5MB"}}"#, 800, 30_400_000, "peak-bitmap-bytes", GateVerdict.ok),
      // Within 3 %, over the budget.
      (#"{"limits": {"peak-bitmap-bytes": "3%|30.5MB"}}"#, 800, 30_600_000, "peak-bitmap-bytes", .regressed),
      (#"{"limits": {"peak-bitmap-bytes": "3%|31.5MB"}}"#, 800, 31_000_000, "peak-bitmap-bytes", .regressed),
      // A cap alone lets the value move below it, and holds where nothing changed.
      (#"{"limits": {"peak-bitmap-bytes": "30.5MB"}}"#, 800, 30_500_000, "peak-bitmap-bytes", .ok),
      (#"{"limits": {"peak-bitmap-bytes": "30.5MB"}}"#, 800, 30_500_001, "peak-bitmap-bytes", .regressed),
      (#"{"limits": {"peak-bitmap-bytes": "0%|30.5MB"}}"#, 800, 30_000_001, "peak-bitmap-bytes", .regressed),
      (#"{"limits": {"peak-bitmap-bytes": "20MB"}}"#, 800, 30_000_000, "peak-bitmap-bytes", .regressed),
      (#"{"limits": {"hits": "any"}}"#, 700, 30_000_000, "hits", .notGated),
      (#"{"limits": {"hits": "any"}}"#, 700, 30_000_000, "misses", .regressed),
      (
        #"{"limits": {"hits": "1%"}, "cells": {"preheat2x fastscroll": {"hits": "50%"}}}"#, 600, 30_000_000, "hits", .ok
      ),
      // 0.29 x 800 is less than 232 in floating point.
      (#"{"limits": {"hits": "29%"}}"#, 568, 30_000_000, "hits", .ok),
      (#"{"limits": {"hits": "29%"}}"#, 567, 30_000_000, "hits", .regressed),
    ] as [(String, Int64, Int64, String, GateVerdict)])
  func aLimitIsWhatItSays(
    _ limits: String, _ hits: Int64, _ peak: Int64, _ metric: String, _ verdict: GateVerdict
  ) throws {
    let report = try GateFixture.report(
      old: GateFixture.tally(), new: GateFixture.tally(hits: hits, peak: peak), limits: GateFixture.limits(limits))
    #expect(report.verdict(metric) == verdict)
  }

  @Test func aLimitOfAMetricIsThatOfItsFiguresAndOfItsCaseThatOfAllItsOptions() throws {
    let limits = try GateFixture.limits(
      #"{"limits": {"time-to-image": "any", "time-to-image-p95": "2%"}, "cells": {"a b": {"hits": "1%"}}}"#)
    #expect(
      limits.limit("time-to-image-p99", cell: "a b").isAny && !limits.limit("time-to-image-p95", cell: "a b").isAny)
    #expect(limits.limit("hits", cell: "a b --device x").text == "1%" && limits.limit("hits", cell: "a c").text == "=")
    let own = try GateFixture.limits(#"{"cells": {"a b": {"hits": "1%"}, "a b --device x": {"hits": "2%"}}}"#)
    #expect(own.limit("hits", cell: "a b --device x").text == "2%")
  }

  @Test func whatFailsIsNotOfferedAsABaseline() throws {
    let report = try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally(hits: 700, peak: 29_000_000))
    #expect(report.verdict("peak-bitmap-bytes") == .improved && report.verdict("hits") == .regressed)
    #expect(!report.text(showsAll: false).contains("accept") && !report.markdown.contains("accept"))
  }

  @Test func limitsOfACaseThatWasNotJudgedAreNamed() throws {
    let limits = try GateFixture.limits(#"{"cells": {"preheat2x fastscrol": {"hits": "any"}}}"#)
    let report = try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally(), limits: limits)
    for text in [report.text(showsAll: false), report.markdown] {
      #expect(text.contains("limits of \"preheat2x fastscrol\""))
    }
  }

  @Test func budgetsStandAloneWithoutABaseline() throws {
    let limits = try GateFixture.limits(#"{"limits": {"peak-bitmap-bytes": "30MB", "hit-rate": "0.75"}}"#)
    let report = try GateFixture.report(old: nil, new: GateFixture.tally(), limits: limits)
    #expect(report.rows.map(\.metric).sorted() == ["hit-rate", "peak-bitmap-bytes"])
    #expect(report.exitCode(isStrict: true) == 0)
    let over = try GateFixture.report(old: nil, new: GateFixture.tally(hits: 700), limits: limits)
    #expect(over.verdict("hit-rate") == .regressed)
  }

  @Test func withoutBaselineAndBudgetNothingIsGreen() throws {
    let report = try GateFixture.report(old: nil, new: GateFixture.tally())
    #expect(report.exitCode(isStrict: false) == 5)
    #expect(
      report.rows.first?.detail.contains("lab-run baseline record --strategy preheat2x --trace fastscroll") == true)
  }

  @Test func anotherTraceIsNotCompared() throws {
    let report = try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally(hits: 0), trace: "bb")
    #expect(report.rows.map(\.verdict) == [.notComparable])
    #expect(report.rows.first?.detail.hasPrefix("trace was aa, is bb") == true && report.exitCode(isStrict: false) == 5)
  }

  /// What has no better direction is neither worse nor better.
  @Test func whatHasNoBetterDirectionIsChanged() throws {
    var other = GateFixture.tally()
    (other.cancelled, other.evictions) = (7, 9)
    let report = try GateFixture.report(old: GateFixture.tally(), new: other)
    #expect(report.verdict("cancelled") == .changed && report.verdict("evictions") == .changed)
    #expect(report.exitCode(isStrict: true) == 0 && report.summary.contains("2 changed"))
    #expect(!report.text(showsAll: false).contains("REGRESSED") && report.annotations.isEmpty)
    let limits = try GateFixture.limits(#"{"limits": {"evictions": "8"}}"#)
    #expect(
      try GateFixture.report(old: GateFixture.tally(), new: other, limits: limits).verdict("evictions") == .regressed)
  }

  @Test func otherRequestsOfOneTraceAreNotComparable() throws {
    var other = GateFixture.tally()
    other.requests.count = 999
    let row = try #require(
      GateFixture.report(old: GateFixture.tally(), new: other).rows.first { $0.metric == "requests" })
    #expect(row.verdict == .notComparable && row.detail.hasPrefix("the same trace asks for other cells; "))
  }

  @Test func otherParametersAreJudgedAndOtherSettingsAreNot() throws {
    func report(changing: (inout [String: JSON]) -> Void) throws -> GateReport {
      var cell = try GateFixture.cell(old: nil, new: GateFixture.tally())
      cell.baseline = try GateFixture.baseline(GateFixture.tally()) { members in
        var configuration = members["configuration"]?.object ?? [:]
        changing(&configuration)
        members["configuration"] = .object(configuration)
      }
      return GateJudge(limits: .standard).judge([cell])
    }
    let wider = try report { $0["strategy"] = .string("preheat2x:delta=1/4,height=2") }
    #expect(wider.exitCode(isStrict: true) == 0)
    #expect(wider.text(showsAll: false).contains("\n  preheat2x fastscroll: delta was 1/4, is 1/3; "))
    #expect(wider.markdown.contains("\n- preheat2x fastscroll: delta was 1/4, is 1/3; "))
    let other = try report { $0["strategy"] = .string("fixed-window:screens=1") }
    #expect(other.rows.first?.detail.hasPrefix("strategy was fixed-window, is preheat2x") == true)
    let screen = try report {
      var screen = $0["screen"]?.object ?? [:]
      screen["columns"] = .integer(9)
      $0["screen"] = .object(screen)
    }
    #expect(screen.rows.map(\.verdict) == [.notComparable] && screen.exitCode(isStrict: false) == 5)
    #expect(screen.rows[0].detail.hasPrefix("screen columns was 9, is "), "\(screen.rows[0].detail)")
  }

  /// The report on equal runs whose baseline holds other counts than it did.
  private func report(limits: GateLimits = .standard, changing: (inout [String: JSON]) -> Void) throws -> GateReport {
    var cell = try GateFixture.cell(old: nil, new: GateFixture.tally())
    cell.baseline = try GateFixture.baseline(GateFixture.tally()) { members in
      var counts = members["counts"]?.object ?? [:]
      changing(&counts)
      members["counts"] = .object(counts)
    }
    return GateJudge(limits: limits).judge([cell])
  }

  @Test func aBaselineThatLacksACountNamesFileCountAndCure() throws {
    let report = try report { $0["hits"] = nil }
    let rows = report.rows(.notComparable)
    #expect(rows.count == 1 && report.exitCode(isStrict: false) == 5)
    let says =
      "results/baseline/preheat2x-fastscroll.json lacks the count hits, which this run has; restore the file, or make"
    #expect(rows[0].detail.hasPrefix(says) && rows[0].detail.contains("\nlab-run baseline accept --strategy preheat2x"))
    let absent = JSON.object(["absent": .string("not measured")])
    #expect(throws: InputError.self) { try self.report { $0["hits"] = absent } }
    let empty = try self.report { $0 = [:] }
    #expect(empty.exitCode(isStrict: false) == 5 && empty.rows.count == 1, "\(empty.rows)")
    #expect(empty.summary == "gate: 1 not comparable")
  }

  /// Counts with thumbnails, which other runs lack.
  private var withThumbnails: ReplayTally {
    var tally = GateFixture.tally()
    (tally.thumbnails.isPresent, tally.thumbnails.decodes, tally.decodes) = (true, 3, tally.decodes + 3)
    return tally
  }

  @Test func aMetricYoungerThanItsBaselineIsComputedFromItsCounts() throws {
    let baseline = try GateFixture.baseline(GateFixture.tally())
    let run = RunFacts(tally: GateFixture.tally())
    #expect(baseline.missingCounts.isEmpty && baseline.json["metrics"] == nil)
    for metric in Metric.all(.deterministic) {
      #expect(baseline.metric(named: metric.id) == metric.value(of: run), "\(metric.id)")
    }
  }

  @Test func aMetricThatTheRunHasNotIsNotComparable() throws {
    let report = try GateFixture.report(old: withThumbnails, new: GateFixture.tally())
    let row = try #require(report.rows(.notComparable).first { $0.metric == "coarse-decodes" })
    #expect(row.metric == "coarse-decodes" && row.old == "3" && row.detail == "the run has no such metric")
    #expect(report.exitCode(isStrict: false) == 5)
  }

  @Test func aChangeFromNothingIsSaidInItsUnit() throws {
    let report = try GateFixture.report(old: GateFixture.tally(peak: 0), new: GateFixture.tally(peak: 30_000_000))
    #expect(report.rows.first { $0.metric == "peak-bitmap-bytes" }?.change == "+30.00 MB")
    let back = try GateFixture.report(old: GateFixture.tally(peak: 30_000_000), new: GateFixture.tally(peak: 0))
    #expect(back.rows.first { $0.metric == "peak-bitmap-bytes" }?.change == "-100.0%")
    let byte = try GateFixture.report(old: GateFixture.tally(), new: GateFixture.tally(peak: 30_003_000))
    #expect(byte.rows.first { $0.metric == "peak-bitmap-bytes" }?.change == "+0.010%")
    #expect(byte.rows.first { $0.metric == "hits" }?.change == "=")
  }

  @Test func whatMayBeAnythingIsShownWithoutABaseline() throws {
    let limits = try GateFixture.limits(#"{"limits": {"coarse-decodes": "any"}}"#)
    let report = try GateFixture.report(old: GateFixture.tally(), new: withThumbnails, limits: limits)
    #expect(report.verdict("coarse-decodes") == .notGated && report.verdict("soft-ratio") == .notComparable)
  }

  @Test func decodesARequestHaveTwoDecimalsAtLeast() throws {
    var tally = GateFixture.tally()
    tally.decodes = 500
    let row = try #require(GateFixture.report(old: tally, new: tally).rows.first { $0.metric == "decodes-per-request" })
    #expect(row.new == "0.50")
  }

  @Test func aShareOfNothingIsNotComparedWithAShare() throws {
    var empty = GateFixture.tally()
    (empty.requests.count, empty.requests.hits, empty.requests.misses) = (0, 0, 0)
    empty.warmRequests = empty.requests
    for (old, new) in [(empty, GateFixture.tally()), (GateFixture.tally(), empty)] {
      let report = try GateFixture.report(old: old, new: new)
      let row = try #require(report.rows.first { $0.metric == "hit-rate" })
      #expect(row.verdict == .notComparable && row.change.isEmpty && report.exitCode(isStrict: false) != 0, "\(row)")
    }
    var idle = GateFixture.tally()
    (idle.blank.part, idle.blank.whole) = (0, 0)
    let gone = try GateFixture.report(old: GateFixture.tally(), new: idle)
    #expect(gone.verdict("blank-ratio") == .notComparable, "less of nothing is not better")
    #expect(try GateFixture.report(old: idle, new: idle).verdict("blank-ratio") == .ok)
  }

  @Test func lessThanFloatingPointTellsApartIsJudged() throws {
    // Shares of a month of a large grid: the two differ in the 20th digit.
    func tally(_ blank: Int128) -> ReplayTally {
      var tally = GateFixture.tally()
      (tally.blank.part, tally.blank.whole) = (WideSum(blank), WideSum(10_000_000_000_000_000_000_000 as Int128))
      return tally
    }
    let (less, more) = (tally(5_000_000_000_000_000_000_000), tally(5_000_000_000_000_000_000_001))
    #expect(try GateFixture.report(old: less, new: more).verdict("blank-ratio") == .regressed)
    #expect(try GateFixture.report(old: more, new: less).verdict("blank-ratio") == .improved)
    let limits = try GateFixture.limits(#"{"limits": {"blank-ratio": "0.5"}}"#)
    #expect(try GateFixture.report(old: nil, new: less, limits: limits).verdict("blank-ratio") == .ok)
    #expect(try GateFixture.report(old: nil, new: more, limits: limits).verdict("blank-ratio") == .regressed)
  }

  /// In a Double the two are one.
  @Test func countsThatFloatingPointDoesNotTellApartAreShownApart() throws {
    func tally(_ decodes: Int64) -> ReplayTally {
      var tally = GateFixture.tally()
      tally.decodes = decodes
      return tally
    }
    let row = try #require(
      GateFixture.report(old: tally(9_007_199_254_740_992), new: tally(9_007_199_254_740_993))
        .rows.first { $0.metric == "decodes" })
    #expect(row.old == "9,007,199,254,740,992" && row.new == "9,007,199,254,740,993")
  }
}
