public import StrategyKit

extension Clairvoyant {
  /// The time within which a blank cell should be filled, in nanoseconds.
  private static let patience: Int64 = 20_000_000

  public mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
    if future.visits.isEmpty { return firstVisible(jobs) }
    if isSettled { return nil }
    findHeld(jobs)
    findFreeWorkers(jobs, at: time.rawValue)
    schedule.begin(free: free)
    collect(jobs, at: time.rawValue)
    for index in schedule.kept.indices where hasRoom(for: schedule.kept[index], jobs) {
      return begin(schedule.kept[index], at: time.rawValue)
    }
    var best: KnownSchedule.Job?
    for index in schedule.given.indices where schedule.given[index].density > best?.density ?? 0 {
      if hasRoom(for: schedule.given[index], jobs) { best = schedule.given[index] }
    }
    // Time alone changes only what cells that wait are worth.
    isSettled = best == nil && !schedule.given.contains { $0.isAwaited }
    return best.map { begin($0, at: time.rawValue) }
  }

  public mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? {
    if future.visits.isEmpty { return nil }
    let isAwaited = onScreen.contains { future.visits[Int($0)].item == item }
    let limit = isAwaited ? -1 : upcoming[slot(of: item)]
    var farthest: (item: ItemID, next: Int32)?
    for candidate in held {
      let next = upcoming[slot(of: candidate)]
      guard next > limit && next >= farthest?.next ?? -1 && isIdle(candidate, jobs) else { continue }
      if next == farthest?.next, let other = farthest?.item,
        (jobs.bytes(of: candidate), other.rawValue) < (jobs.bytes(of: other), candidate.rawValue)
      {
        continue
      }
      farthest = (candidate, next)
    }
    return farthest?.item
  }

  /// Returns the job without a future: that of the first cell that waits.
  private func firstVisible(_ jobs: JobView) -> ItemID? {
    for id in visible.lower..<visible.upper where jobs.state(of: ItemID(rawValue: id)).contains(.queued) {
      return ItemID(rawValue: id)
    }
    return nil
  }

  func slot(of item: ItemID) -> Int { Int(slots[item.rawValue]) }

  /// Returns whether an item's bitmap is held and on no cell.
  func isIdle(_ item: ItemID, _ jobs: JobView) -> Bool {
    let state = jobs.state(of: item)
    return state.contains(.resident) && !state.contains(.displayed)
  }

  /// Finds bitmaps of an earlier visit to this target size that are still held.
  private mutating func findHeld(_ jobs: JobView) {
    guard canHoldMore, let layout else { return }
    canHoldMore = false
    held.removeAll(keepingCapacity: true)
    for id in 0..<layout.count where jobs.state(of: ItemID(rawValue: id)).contains(.resident) {
      held.append(ItemID(rawValue: id))
    }
  }

  private mutating func findFreeWorkers(_ jobs: JobView, at now: Int64) {
    free.removeAll(keepingCapacity: true)
    var kept = 0
    for index in running.indices where jobs.state(of: running[index].item).contains(.running) {
      running[kept] = running[index]
      kept += 1
      free.append(max(now, running[index].end))
    }
    running.removeLast(running.count - kept)
    while free.count < jobs.workers { free.append(now) }
  }

  /// Plans the blank cells on screen and the requests to come, by deadline.
  private mutating func collect(_ jobs: JobView, at now: Int64) {
    var awaited = blankCells(jobs, at: now)
    var bytes: Int64 = 0
    var request = cursor
    let last = min(future.visits.count, cursor + Clairvoyant.lookahead)
    let limit = budget.rawValue.multipliedReportingOverflow(by: Clairvoyant.budgetsLookedAt)
    while request < last && (limit.overflow || bytes < limit.partialValue) {
      let visit = future.visits[request]
      if visit.layout != layoutNumber { break }
      defer { request += 1 }
      // Only the next request of each: what is held until then serves the others.
      guard upcoming[Int(visit.slot)] == Int32(request) else { continue }
      bytes += visit.bytes
      guard jobs.state(of: visit.item).contains(.queued), visit.bytes > 0 else { continue }
      while let job = awaited.first, job.deadline <= visit.begin {
        schedule.take(job)
        awaited.removeFirst()
      }
      schedule.take(
        KnownSchedule.Job(
          item: visit.item, request: Int32(request), cost: visit.cost, deadline: visit.begin,
          weight: worth + Double(visit.seen), isAwaited: false))
    }
    for job in awaited { schedule.take(job) }
  }

  /// Returns the cells that wait, by deadline: half of their remaining time on screen, at most `patience`.
  private func blankCells(_ jobs: JobView, at now: Int64) -> ArraySlice<KnownSchedule.Job> {
    var found: [KnownSchedule.Job] = []
    for number in onScreen {
      let visit = future.visits[Int(number)]
      guard visit.bytes > 0, jobs.state(of: visit.item).contains(.queued) else { continue }
      let left = visit.end - now
      let seen = Double(visit.seen) * Double(left - visit.cost) / Double(max(1, visit.end - visit.begin))
      if seen <= 0 { continue }
      let deadline = now + max(visit.cost, min(left / 2, Clairvoyant.patience))
      found.append(
        KnownSchedule.Job(
          item: visit.item, request: number, cost: visit.cost, deadline: deadline, weight: seen, isAwaited: true))
    }
    found.sort { ($0.deadline, $0.request) < ($1.deadline, $1.request) }
    return found[...]
  }

  /// Returns whether bitmaps that are requested later than the job's leave enough room for its bytes.
  private func hasRoom(for job: KnownSchedule.Job, _ jobs: JobView) -> Bool {
    var excess = jobs.live.rawValue - jobs.reclaimable.rawValue + jobs.bytes(of: job.item).rawValue - budget.rawValue
    if excess <= 0 { return true }
    let limit = job.isAwaited ? -1 : job.request
    for item in held where upcoming[slot(of: item)] > limit && isIdle(item, jobs) {
      excess -= jobs.bytes(of: item).rawValue
      if excess <= 0 { return true }
    }
    return false
  }

  private mutating func begin(_ job: KnownSchedule.Job, at now: Int64) -> ItemID {
    running.append((job.item, now + job.cost))
    return job.item
  }
}
