/// Knows the scroll, the cost of every decode and the workers: what a strategy could do that never guesses wrong.
///
/// The idea: it plans by true deadlines. Decodes that cannot all be in time are given up by least worth for their cost
/// (Moore and Hodgson), room is made by Belady's MIN. It is an oracle and nothing to ship. Source: these two rules.
/// Differences: jobs have weights and unequal costs, so it is no optimum: a bound says how far one could be away. It
/// never passes its budget: a request of a visible cell waits until there are bytes. Cost: at each idle worker a plan of
/// up to 1,200 requests to come, about 0.1 ms. Loses to the optimum where a burst is long and images are unequal.
public struct Clairvoyant: RankingStrategy, OfflinePolicy {
  public static let descriptor = PolicyDescriptor(
    id: "clairvoyant",
    summary: "true deadlines and visible times within a budget; knows the trace: an oracle, not to ship",
    parameters: [
      .budget("bytes of all bitmaps together", screens: Rational(5, 3)),
      .number("worth", in: 0...100, default: Rational(1, 50), "seconds on screen that a hit is worth beside its own"),
    ])

  static let lookahead = 1200
  /// The number of budgets that the bitmaps of requests fill at which looking ahead ends.
  static let budgetsLookedAt: Int64 = 4

  public var budget: ByteCount { limit.bytes }
  private var limit: BudgetInForce
  let worth: Double
  var future = RequestFuture(keys: [], keyCount: 0)
  /// By slot: the number of its next request.
  var upcoming: ContiguousArray<Int32> = []
  /// The number of requests so far, which is that of the next one.
  var cursor = 0
  var layoutNumber: Int32 = 0 {
    didSet { if Int(layoutNumber) < future.slots.count { slots = future.slots[Int(layoutNumber)] } }
  }
  private(set) var slots = ItemSlots(from: 0)
  var onScreen: ContiguousArray<Int32> = []
  var held: ContiguousArray<ItemID> = []
  /// True if items may be held from before the layout.
  var canHoldMore = false
  var running: ContiguousArray<(item: ItemID, end: Int64)> = []
  var free: ContiguousArray<Int64> = []
  var schedule = KnownSchedule()
  private var started: ContiguousArray<Bool> = []
  /// The request before which all requests that can be started are.
  private var startedUpTo = 0
  /// True if no waiting job can run, and nothing has happened since that was found.
  var isSettled = false
  var layout: GridLayout?
  var visible = ItemRange.empty

  public init(_ parameters: ParameterValues) {
    limit = BudgetInForce(parameters.budget("budget"))
    let worth = parameters.rational("worth")
    self.worth = Double(worth.numerator) * 1_000_000_000 / Double(worth.denominator)
  }

  public mutating func foresee(_ future: RequestFuture) {
    self.future = future
    upcoming = future.first
    slots = future.slots.first ?? slots
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    if layout == nil { forgetItems(of: frame.layout) }
    layout = frame.layout
    limit.see(frame)
    visible = frame.layout.items(overlapping: frame.viewport)
    leave(at: frame.time.rawValue, plan: &plan)
    start(after: frame.time.rawValue, plan: &plan)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    layoutNumber += 1
    isSettled = false
    limit.forget()
    self.layout = layout
    forgetItems(of: layout)
    canHoldMore = true
  }

  public mutating func resumed(under layout: GridLayout, at time: Nanoseconds) {
    forgetStarts(of: layout)
    isSettled = false
  }

  public mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {
    guard cursor < future.visits.count else { return }
    isSettled = false
    precondition(future.visits[cursor].item == item, "requests come as they were foreseen")
    upcoming[Int(future.visits[cursor].slot)] = future.next[cursor]
    onScreen.append(Int32(cursor))
    cursor += 1
  }

  public mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
    isSettled = false
    held.append(item)
  }

  public mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
    isSettled = false
    if let index = held.firstIndex(of: item) { held.swapAt(index, held.count - 1) }
    if held.last == item { held.removeLast() }
    if item.index < started.count { started[item.index] = false }
    startedUpTo = 0
  }

  private mutating func forgetStarts(of layout: GridLayout) {
    started = ContiguousArray(repeating: false, count: Int(layout.count))
    startedUpTo = 0
  }

  private mutating func forgetItems(of layout: GridLayout) {
    forgetStarts(of: layout)
    onScreen.removeAll(keepingCapacity: true)
    held.removeAll(keepingCapacity: true)
    running.removeAll(keepingCapacity: true)
  }

  private mutating func leave(at now: Int64, plan: inout Plan) {
    var kept = 0
    for index in onScreen.indices {
      let request = Int(onScreen[index])
      if future.visits[request].end > now {
        onScreen[kept] = onScreen[index]
        kept += 1
        continue
      }
      isSettled = false
      let item = future.visits[request].item
      let isSoonAgain = Int(future.next[request]) - cursor < Clairvoyant.lookahead
      if started[item.index] && !isSoonAgain {
        plan.stop(ItemRange(lower: item.rawValue, upper: item.rawValue + 1))
        started[item.index] = false
      }
    }
    onScreen.removeLast(onScreen.count - kept)
  }

  /// Starts the items that are requested next, so that they are queued whenever a worker is idle.
  private mutating func start(after now: Int64, plan: inout Plan) {
    let last = min(future.visits.count, cursor + Clairvoyant.lookahead)
    startedUpTo = max(cursor, startedUpTo)
    while startedUpTo < last, case let visit = future.visits[startedUpTo], visit.layout == layoutNumber {
      let item = visit.item.rawValue
      if visit.begin > now && visit.bytes > 0 && !started[Int(item)] {
        started[Int(item)] = true
        isSettled = false
        plan.start(next: item)
      }
      startedUpTo += 1
    }
  }

  /// The time within which a blank cell should be filled, in nanoseconds.
  private static let patience: Int64 = 20_000_000

  public mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
    if future.visits.isEmpty {
      for id in visible.lower..<visible.upper where jobs.state(of: ItemID(rawValue: id)) == .queued {
        return ItemID(rawValue: id)
      }
      return nil
    }
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
      guard next > limit && next >= farthest?.next ?? -1 && jobs.state(of: candidate) == .kept else { continue }
      if next == farthest?.next, let other = farthest?.item,
        (jobs.bytes(of: candidate), other.rawValue) < (jobs.bytes(of: other), candidate.rawValue)
      {
        continue
      }
      farthest = (candidate, next)
    }
    return farthest?.item
  }

  func slot(of item: ItemID) -> Int { Int(slots[item.rawValue]) }

  /// Finds bitmaps of an earlier visit to this target size that are still held.
  private mutating func findHeld(_ jobs: JobView) {
    guard canHoldMore, let layout else { return }
    canHoldMore = false
    held.removeAll(keepingCapacity: true)
    for id in 0..<layout.count where jobs.state(of: ItemID(rawValue: id)).isResident {
      held.append(ItemID(rawValue: id))
    }
  }

  private mutating func findFreeWorkers(_ jobs: JobView, at now: Int64) {
    free.removeAll(keepingCapacity: true)
    var kept = 0
    for index in running.indices where jobs.state(of: running[index].item) == .decoding {
      running[kept] = running[index]
      kept += 1
      free.append(max(now, running[index].end))
    }
    running.removeLast(running.count - kept)
    while free.count < jobs.workers { free.append(now) }
  }

  private mutating func collect(_ jobs: JobView, at now: Int64) {
    var awaited = blankCells(jobs, at: now)
    var bytes: Int64 = 0
    let last = min(future.visits.count, cursor + Clairvoyant.lookahead)
    let limit = budget.rawValue.multipliedReportingOverflow(by: Clairvoyant.budgetsLookedAt)
    for request in cursor..<last where limit.overflow || bytes < limit.partialValue {
      let visit = future.visits[request]
      if visit.layout != layoutNumber { break }
      // Only the next request of each: what is held until then serves the others.
      guard upcoming[Int(visit.slot)] == Int32(request) else { continue }
      bytes += visit.bytes
      guard jobs.state(of: visit.item) == .queued, visit.bytes > 0 else { continue }
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
      guard visit.bytes > 0, jobs.state(of: visit.item) == .queued else { continue }
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
    for item in held where upcoming[slot(of: item)] > limit && jobs.state(of: item) == .kept {
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
