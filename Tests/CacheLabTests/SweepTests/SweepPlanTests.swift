import LabBase
import Strategies
import Testing

@testable import LabJudge

@Suite struct SweepPlanTests {
  @Test(arguments: [1, 2, 3, 7, 40]) func everyJobIsInExactlyOneShard(_ count: Int) throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "lru", "preheat2x"), traces: ["a", "b", "c", "d"])
    let shards = (1...count).compactMap { SweepShard("\($0)/\(count)")?.jobs(of: plan) }
    #expect(shards.count == count && shards.flatMap { $0 }.sorted() == Array(0..<plan.jobCount))
    #expect(shards.allSatisfy { $0 == $0.sorted() })
    let sizes = shards.map(\.count)
    #expect(sizes.max()! - sizes.min()! <= 1)
  }

  @Test func aShardHasJobsOfEveryStrategy() throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "lru"), traces: (0..<32).map { "t\($0)" })
    let second = SweepShard("2/2")!.jobs(of: plan).map { plan.job($0).strategy }
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
    #expect(plan.job(4) == SweepJob(number: 4, trace: 1, screen: 0, device: 0, strategy: 1))
  }
}
