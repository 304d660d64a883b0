import Strategies
import Testing

import CacheLab
import LabRecords
@testable import LabJudge

@Suite struct SweepPlanTests {
  private func jobs(_ shard: SweepShard, _ plan: SweepPlan) -> [Int] {
    let units = SweepUnits(plan, shard)
    let jobs = (0..<units.count).flatMap(units.jobs)
    #expect(jobs.count == units.jobCount)
    return jobs
  }

  @Test(arguments: [1, 2, 3, 7, 40]) func everyJobIsInExactlyOneShard(_ count: Int) throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "lru", "preheat2x"), traces: ["a", "b", "c", "d"])
    let shards = (1...count).compactMap { SweepShard("\($0)/\(count)").map { jobs($0, plan) } }
    #expect(shards.count == count && shards.flatMap { $0 }.sorted() == Array(0..<plan.jobCount))
    #expect(shards.allSatisfy { $0 == $0.sorted() })
    let sizes = shards.map(\.count)
    #expect(sizes.max()! - sizes.min()! <= 1)
  }

  @Test func aShardHasJobsOfEveryStrategy() throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "lru"), traces: (0..<32).map { "t\($0)" })
    let second = jobs(SweepShard("2/2")!, plan).map { plan.job($0).strategy }
    #expect(Set(second) == [0, 1])
  }

  @Test(arguments: ["0/3", "4/3", "1", "a/b", "1/2/3", "1/0", "-1/2"]) func aWrongShardIsNone(_ text: String) {
    #expect(SweepShard(text) == nil)
  }

  @Test func aPlanIsReadBack() throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "preheat2x+lru"), settings: .object(["x": .integer(1)]))
    #expect(SweepPlan(plan.json) == plan && SweepPlan(plan.json)?.digest == plan.digest)
    #expect(SweepPlan(.object([:])) == nil)
    let other = SweepFixture.plan(
      try SweepFixture.specs("none", "preheat2x+lru"), settings: .object(["x": .integer(2)]))
    #expect(other.digest != plan.digest)
  }

  @Test func jobsCountStrategiesFastest() throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "lru", "preheat2x"))
    #expect(plan.jobCount == 6)
    #expect(plan.job(4) == (number: 4, trace: 1, screen: 0, device: 0, strategy: 1))
  }

  /// A pack of any size is cut for any number of shards, and merged by who has what.
  @Test(arguments: [1, 2, 9, 100, 1000]) func everyJobOverAPackIsInExactlyOneShard(_ count: Int) throws {
    for traces in [1, 5, 33, 700] {
      let plan = SweepPlan(
        strategies: try SweepFixture.specs("none", "lru").map { PeakSpec($0) },
        traces: [SweepPlan.TraceSource(name: "a.pack", sha256: "x", count: traces)], screens: [.recorded],
        devices: Array(DeviceProfile.all.prefix(2)), settings: .null)
      let shards = (1...count).compactMap { SweepShard("\($0)/\(count)").map { jobs($0, plan) } }
      #expect(shards.flatMap(\.self).sorted() == Array(0..<plan.jobCount))
      for job in 0..<plan.jobCount {
        let owner = SweepUnits.owner(ofJob: job, plan, shards: count)
        #expect(shards[owner.shard - 1].contains(job))
      }
      #expect(SweepPlan(plan.json) == plan && plan.jobCount == traces * 4)
    }
  }
}
