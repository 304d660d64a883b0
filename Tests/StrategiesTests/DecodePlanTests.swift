import Testing

@testable import Strategies

/// Moore and Hodgson's rule beside all subsets, where it is exact: one worker, unit jobs, equal weights.
@Suite struct DecodePlanTests {
  private func group(_ row: Int64, deadline: Double, weight: Double = 1, count: Int = 1) -> DecodePlan.Group {
    DecodePlan.Group(row: row, count: count, deadline: deadline, weight: weight, gap: Double(row), kind: .due)
  }

  /// The groups in the order in which they run.
  private func run(_ plan: DecodePlan) -> [DecodePlan.Group] {
    var sorted = plan
    sorted.sortToRun()
    #expect(sorted.groups.first?.row == plan.first?.row)
    return Array(sorted.groups)
  }

  @Test func asManyAreInTimeAsAnySubsetAllows() {
    var random = SplitMix(seed: 11)
    for round in 0..<300 {
      let deadlines = (0..<8).map { _ in Double(random.below(9)) + 0.5 }
      var plan = DecodePlan()
      for (row, deadline) in deadlines.enumerated() { plan.append(group(Int64(row), deadline: deadline)) }
      plan.order(cost: 1, workers: 1, busy: 0)
      let kept = run(plan).reduce(0) { $0 + $1.kept }
      var best = 0
      for subset in 0..<256 {
        let chosen = deadlines.indices.filter { subset >> $0 & 1 == 1 }.map { deadlines[$0] }.sorted()
        if zip(chosen, 1...8).allSatisfy({ Double($1) <= $0 }) { best = max(best, chosen.count) }
      }
      #expect(kept == best, "round \(round): \(deadlines)")
    }
  }

  /// The rule as it is told, without anything that makes it quick.
  private func kept(_ groups: [DecodePlan.Group], workers: Int, busy: Double) -> [Int64: Int] {
    func end(_ jobs: Int) -> Double {
      Double((jobs + workers - 1) / workers) + (jobs % workers == 1 ? 0 : busy / Double(workers))
    }
    var taken: [DecodePlan.Group] = []
    let byDeadline = groups.sorted { ($0.deadline, -$0.weight, $0.row) < ($1.deadline, -$1.weight, $1.row) }
    for var group in byDeadline {
      group.kept = group.count
      taken.append(group)
      while case let jobs = taken.reduce(0, { $0 + $1.kept }), jobs > 0, end(jobs) > group.deadline {
        let least = taken.filter { $0.kept > 0 }.map(\.weight).min()
        taken[taken.lastIndex { $0.kept > 0 && $0.weight == least }!].kept -= 1
      }
    }
    return Dictionary(uniqueKeysWithValues: taken.map { ($0.row, $0.kept) })
  }

  @Test func itKeepsWhatTheRuleKeeps() {
    var random = SplitMix(seed: 12)
    for round in 0..<500 {
      let groups = (0..<1 + random.below(20)).map { row in
        group(
          Int64(row), deadline: Double(random.below(40)) / 4, weight: Double(random.below(5)),
          count: 1 + Int(random.below(5)))
      }
      let (workers, busy) = (1 + Int(random.below(4)), Double(random.below(3)) / 2)
      var plan = DecodePlan()
      for group in groups { plan.append(group) }
      plan.order(cost: 1, workers: workers, busy: busy)
      let found = Dictionary(uniqueKeysWithValues: run(plan).map { ($0.row, $0.kept) })
      #expect(found == kept(groups, workers: workers, busy: busy), "round \(round)")
    }
  }

  @Test func keptOnesRunByDeadlineThenDroppedOnesByWeight() {
    var plan = DecodePlan()
    plan.append(group(0, deadline: 1, weight: 1))
    plan.append(group(1, deadline: 1, weight: 3))
    plan.append(group(2, deadline: 2, weight: 2))
    plan.append(group(3, deadline: 2, weight: 9))
    plan.order(cost: 1, workers: 1, busy: 0)
    #expect(run(plan).map(\.row) == [1, 3, 2, 0] && run(plan).map(\.kept) == [1, 1, 0, 0])
  }

  @Test func whatCannotBePlannedComesLastByGap() {
    var plan = DecodePlan()
    var (hopeless, far, near) = (group(1, deadline: 1), group(9, deadline: 1), group(2, deadline: 1))
    (hopeless.kind, far.kind, near.kind) = (.hopeless, .unreachable, .unreachable)
    for group in [hopeless, far, near, group(5, deadline: 0.1)] { plan.append(group) }
    plan.order(cost: 1, workers: 2, busy: 0)
    #expect(run(plan).map(\.row) == [5, 2, 9, 1])
  }

  @Test func moreWorkersKeepMore() {
    for workers in 1...8 {
      var plan = DecodePlan()
      plan.append(group(0, deadline: 3, count: 40))
      plan.order(cost: 1, workers: workers, busy: 0)
      #expect(run(plan)[0].kept == 3 * workers)
    }
  }

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
