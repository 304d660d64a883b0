/// Plans which decodes of about equal cost can end in time, and which are not worth trying, by Moore and Hodgson's rule
/// with weights. Jobs are taken in the order of their deadlines; whenever one would end late, the lightest of those
/// taken is dropped. Jobs of one row share deadline and weight and are one group.
///
/// Memory is kept between plans. Cost: O(groups^2), a few dozen groups.
struct DecodePlan: Sendable {
  struct Group: Sendable {
    var row: Int64
    var count: Int
    /// The seconds from now after which the last of them must have ended; infinite if nothing waits for them.
    var deadline: Double
    var weight: Double
    /// Their order among others of the same class that cannot be planned.
    var gap: Double
    var kind: Kind
    /// The number of them that are planned to be in time.
    var kept = 0
  }

  enum Kind: UInt8, Sendable {
    case due
    /// The forecast does not reach them.
    case unreachable
    /// They leave before a decode could end.
    case hopeless
  }

  /// The groups with a deadline, by deadline; all groups once they are sorted to run.
  private(set) var groups: ContiguousArray<Group> = []
  private var others: ContiguousArray<Group> = []
  /// The groups with kept jobs, the heaviest first; of equal ones that of the later deadline last.
  private var candidates: ContiguousArray<Candidate> = []

  /// True if the jobs that are planned to be in time would also be after another decode.
  private var hasSlack = false

  private struct Candidate: Sendable {
    var weight: Double
    var index: Int
    var kept: Int
  }

  mutating func removeAll() {
    groups.removeAll(keepingCapacity: true)
    others.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  mutating func append(_ group: Group) {
    if group.kind != .due { return others.append(group) }
    groups.append(group)
    DecodePlan.settle(groups.count - 1, of: &groups, by: DecodePlan.isDueBefore)
  }

  /// Keeps the jobs that can be in time, once all groups are added; `first` and `sortToRun` then give the order.
  ///
  /// - Parameters:
  ///   - cost: The seconds that a decode takes.
  ///   - busy: The seconds of work that running decodes still have, together.
  mutating func order(cost: Double, workers: Int, busy: Double) {
    candidates.removeAll(keepingCapacity: true)
    var queue = Queue(cost: cost, workers: workers, busy: busy)
    for index in groups.indices {
      let (count, deadline) = (groups[index].count, groups[index].deadline)
      queue.add(count)
      candidates.append(Candidate(weight: groups[index].weight, index: index, kept: count))
      DecodePlan.settle(candidates.count - 1, of: &candidates) { $0.weight > $1.weight }
      while !candidates.isEmpty && queue.end > deadline {
        var kept = candidates[candidates.count - 1].kept
        // It stays the lightest while any of it is kept.
        repeat {
          kept -= 1
          queue.removeOne()
        } while kept > 0 && queue.end > deadline
        if kept > 0 { candidates[candidates.count - 1].kept = kept } else { candidates.removeLast() }
      }
    }
    for candidate in candidates { groups[candidate.index].kept = candidate.kept }
    queue = Queue(cost: cost, workers: workers, busy: busy)
    hasSlack = true
    for group in groups where group.kept > 0 {
      queue.add(group.kept)
      if queue.end + cost > group.deadline { hasSlack = false }
    }
  }

  var first: Group? {
    if groups.isEmpty { return DecodePlan.first(of: others) }
    // What will be late is the less late, and makes nothing else late.
    if hasSlack {
      var heaviest: Group?
      for group in groups where group.kept == 0 && group.weight > heaviest?.weight ?? 0 { heaviest = group }
      if let heaviest { return heaviest }
    }
    return groups.first { $0.kept > 0 } ?? DecodePlan.first(of: groups)
  }

  private static func first(of groups: ContiguousArray<Group>) -> Group? {
    guard var best = groups.indices.first else { return nil }
    for index in groups.indices.dropFirst() where isBefore(groups[index], groups[best]) { best = index }
    return groups[best]
  }

  /// Sorts all groups in the order in which they should run. Mostly `first` is enough, and costs less.
  mutating func sortToRun() {
    groups.append(contentsOf: others)
    others.removeAll(keepingCapacity: true)
    for index in groups.indices { DecodePlan.settle(index, of: &groups, by: DecodePlan.isBefore) }
    // Dropped ones stand by weight.
    if hasSlack, let late = groups.firstIndex(where: { $0.kind == .due && $0.kept == 0 && $0.weight > 0 }) {
      groups.insert(groups.remove(at: late), at: 0)
    }
  }

  /// The end of the last of some equal jobs that start as workers become free. It counts their rounds as jobs come and
  /// go, because a division for each would be most of a plan's time.
  private struct Queue {
    private let cost: Double
    private let workers: Int
    private let delay: Double
    private var fullRounds = 0.0
    /// The jobs of the round after them.
    private var rest = 0

    init(cost: Double, workers: Int, busy: Double) {
      self.cost = cost
      self.workers = workers
      // Running decodes delay whichever job lands behind them; on average each worker by its share.
      delay = busy / Double(workers)
    }

    var end: Double { (rest == 0 ? fullRounds : fullRounds + 1) * cost + (rest == 1 ? 0 : delay) }

    mutating func add(_ count: Int) {
      rest += count
      while rest >= workers {
        rest -= workers
        fullRounds += 1
      }
    }

    mutating func removeOne() {
      if rest == 0 {
        rest = workers
        fullRounds -= 1
      }
      rest -= 1
    }
  }

  private static func isDueBefore(_ left: Group, _ right: Group) -> Bool {
    left.deadline != right.deadline ? left.deadline < right.deadline : left.weight > right.weight
  }

  /// Orders kept groups by deadline, dropped ones by weight, unreachable and hopeless ones by gap.
  private static func isBefore(_ left: Group, _ right: Group) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if left.kind != .due { return left.gap < right.gap }
    if (left.kept > 0) != (right.kept > 0) { return left.kept > 0 }
    return left.kept > 0 ? isDueBefore(left, right) : left.weight > right.weight
  }

  /// Does a step of insertion sort, which is stable, in place, and quick for elements nearly in order: moves the
  /// element at `index` to its place among the sorted ones before it.
  @inline(__always)
  private static func settle<Element>(
    _ index: Int, of elements: inout ContiguousArray<Element>, by precedes: (Element, Element) -> Bool
  ) {
    if index == 0 || !precedes(elements[index], elements[index - 1]) { return }
    let element = elements[index]
    var place = index
    repeat {
      elements[place] = elements[place - 1]
      place -= 1
    } while place > 0 && precedes(element, elements[place - 1])
    elements[place] = element
  }
}

/// Plans which decodes of known cost can be done in time, and in which order, by Moore and Hodgson's rule with weights,
/// on several workers.
///
/// Jobs come in the order of their deadlines; each goes to the worker that is free first. Whenever one would end late,
/// the one of those taken that weighs least for its cost is given up. Memory is kept between plans. Cost: O(jobs) a job
/// that is given up, O(workers) a job otherwise.
struct KnownSchedule: Sendable {
  struct Job: Sendable {
    var item: ItemID
    var request: Int32
    /// In nanoseconds.
    var cost: Int64
    /// The time by which it must have ended, in nanoseconds.
    var deadline: Int64
    var weight: Double
    var isAwaited: Bool

    var density: Double { weight / Double(max(1, cost)) }
  }

  private(set) var kept: ContiguousArray<Job> = []
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
    for index in (0..<found).reversed() {
      let density = kept[index].density
      if density < least { (found, least) = (index, density) }
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
