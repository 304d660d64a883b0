import StrategyKit

/// Plans which decodes of known cost can be done in time, and in which order, by Moore and Hodgson's rule with weights,
/// on several workers.
///
/// Jobs come in the order of their deadlines; each goes to the worker that is free first. Whenever one would end late,
/// the one of those taken that weighs least for its cost is given up. Memory is kept between plans. Cost: O(jobs) a job
/// that is given up, O(workers) a job otherwise.
struct KnownSchedule: Sendable {
  struct Job: Sendable {
    var item: ItemID
    /// The request that it is for.
    var request: Int32
    /// Nanoseconds.
    var cost: Int64
    /// The time by which it must have ended, in nanoseconds.
    var deadline: Int64
    /// Its worth if it is in time.
    var weight: Double
    var isAwaited: Bool

    var density: Double { weight / Double(max(1, cost)) }
  }

  /// The jobs that are done in time, by deadline.
  private(set) var kept: ContiguousArray<Job> = []
  /// The jobs that were given up, in that order.
  private(set) var given: ContiguousArray<Job> = []
  /// The times at which each worker is free: before the first kept job, after it, after the second, and so on.
  private var free: ContiguousArray<Int64> = []
  private var workers = 1

  /// Begins a plan.
  ///
  /// - Parameter free: The times at which each worker is free, in nanoseconds.
  mutating func begin(free times: ContiguousArray<Int64>) {
    kept.removeAll(keepingCapacity: true)
    given.removeAll(keepingCapacity: true)
    free.removeAll(keepingCapacity: true)
    free.append(contentsOf: times)
    workers = times.count
  }

  /// Adds a job, and gives up others or itself if not all can be in time.
  ///
  /// - Precondition: No deadline is before that of the last one.
  mutating func take(_ job: Job) {
    kept.append(job)
    while place(kept.count - 1) > kept[kept.count - 1].deadline {
      let lightest = lightest
      given.append(kept.remove(at: lightest))
      free.removeLast(free.count - (lightest + 1) * workers)
      if lightest == kept.count { return }
      for index in lightest..<kept.count - 1 { _ = place(index) }
    }
  }

  private var lightest: Int {
    var found = kept.count - 1
    var least = kept[found].density
    var index = found - 1
    while index >= 0 {
      let density = kept[index].density
      if density < least { (found, least) = (index, density) }
      index -= 1
    }
    return found
  }

  /// Gives a kept job to the worker that is free first, and returns its end. All before it have been placed.
  private mutating func place(_ index: Int) -> Int64 {
    let before = index * workers
    free.removeLast(free.count - before - workers)
    var first = before
    for worker in before..<before + workers {
      let time = free[worker]
      free.append(time)
      if time < free[first] { first = worker }
    }
    let end = free[first] + kept[index].cost
    free[first + workers] = end
    return end
  }
}
