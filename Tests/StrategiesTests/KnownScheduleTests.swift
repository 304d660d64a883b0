import Testing

@testable import Strategies

@Suite struct KnownScheduleTests {
  private func job(_ item: Int32, cost: Int64, deadline: Int64, weight: Double = 1) -> KnownSchedule.Job {
    KnownSchedule.Job(
      item: ItemID(rawValue: item), request: item, cost: cost, deadline: deadline, weight: weight, isAwaited: false)
  }

  private func kept(_ jobs: [KnownSchedule.Job], workers: Int) -> [Int32] {
    var schedule = KnownSchedule()
    schedule.begin(free: ContiguousArray(repeating: 0, count: workers))
    for job in jobs { schedule.take(job) }
    #expect(schedule.kept.count + schedule.given.count == jobs.count)
    return schedule.kept.map(\.item.rawValue)
  }

  @Test func theWorkerThatIsFreeFirstTakesTheNextJob() {
    // 4 and 2 run side by side, then 3 after the 2, then 1 after the 4: all end by 5.
    let jobs = [
      job(0, cost: 4, deadline: 5), job(1, cost: 2, deadline: 5), job(2, cost: 3, deadline: 5),
      job(3, cost: 1, deadline: 5),
    ]
    #expect(kept(jobs, workers: 2) == [0, 1, 2, 3])
    #expect(kept(jobs + [job(4, cost: 1, deadline: 5)], workers: 2).count == 4)
  }

  @Test func whatWeighsLeastForItsCostIsGivenUp() {
    let light = [job(0, cost: 5, deadline: 10, weight: 1), job(1, cost: 6, deadline: 10, weight: 9)]
    #expect(kept(light, workers: 1) == [1])
    let dear = [job(0, cost: 9, deadline: 10, weight: 4), job(1, cost: 2, deadline: 10, weight: 1)]
    #expect(kept(dear, workers: 1) == [1])
  }

  @Test func asManyAreInTimeAsAnyChoiceAllowsOnOneWorker() {
    for seed in 1...60 {
      var random = SplitMix(seed: UInt64(seed))
      let jobs = (0..<9).map { job(Int32($0), cost: 4, deadline: Int64(random.below(30)) + 1) }
        .sorted { $0.deadline < $1.deadline }
      var most = 0
      for choice in 0..<(1 << jobs.count) {
        var (end, count): (Int64, Int) = (0, 0)
        for (index, job) in jobs.enumerated() where choice >> index & 1 == 1 {
          end += job.cost
          count = end <= job.deadline ? count + 1 : -100
        }
        most = max(most, count)
      }
      #expect(kept(jobs, workers: 1).count == most, "seed \(seed)")
    }
  }
}
