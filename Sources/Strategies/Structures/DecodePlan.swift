import StrategyKit

/// Which decodes of about equal cost can end in time, and which are not worth trying: Moore and Hodgson's rule with
/// weights. Jobs are taken in the order of their deadlines; whenever one would end late, the lightest of those taken is
/// dropped. Jobs of one row share deadline and weight and are one group.
///
/// Memory is kept between plans. Cost: O(groups^2), a few dozen groups.
struct DecodePlan: Sendable {
  /// Queued items of one row.
  struct Group: Sendable {
    var row: Int64
    var count: Int
    /// Seconds from now at which the last of them must have ended; infinite when nothing waits for them.
    var deadline: Double
    var weight: Double
    /// Where they stand beside others of the same class that can not be planned.
    var gap: Double
    var kind: Kind
    /// How many of them are planned to be in time.
    var kept = 0
  }

  enum Kind: UInt8, Sendable {
    /// Has a deadline.
    case due
    /// The forecast does not get there.
    case unreachable
    /// Gone before a decode could end.
    case hopeless
  }

  /// Those with a deadline, by deadline; all of them once they are sorted to run.
  private(set) var groups: ContiguousArray<Group> = []
  private var others: ContiguousArray<Group> = []
  /// Groups of which any is kept so far, the heaviest first; of equal ones that of the later deadline last.
  private var candidates: ContiguousArray<Candidate> = []

  /// Those that are planned to be in time would be so after another decode too.
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

  /// Keeps what can be in time, once all groups are there; then `first` and `sortToRun` tell in which order the groups shall
  /// run.
  ///
  /// - Parameters:
  ///   - cost: seconds a decode takes.
  ///   - busy: seconds of work that running decodes still have to do, together.
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

  /// The group that runs first; nil where there is none.
  var first: Group? {
    if groups.isEmpty { return DecodePlan.first(of: others) }
    // What will be late is the less late, and makes nothing else late.
    if hasSlack, let late = heaviestDropped { return late }
    return groups.first { $0.kept > 0 } ?? DecodePlan.first(of: groups)
  }

  /// The first of those that weigh most of what is dropped.
  private var heaviestDropped: Group? {
    var heaviest: Group?
    for group in groups where group.kept == 0 && group.weight > heaviest?.weight ?? 0 { heaviest = group }
    return heaviest
  }

  private static func first(of groups: ContiguousArray<Group>) -> Group? {
    guard var best = groups.indices.first else { return nil }
    for index in groups.indices.dropFirst() where runsBefore(groups[index], groups[best]) { best = index }
    return groups[best]
  }

  /// Puts all groups in the order in which they shall run. Mostly the first will do, and costs less to look for.
  mutating func sortToRun() {
    groups.append(contentsOf: others)
    others.removeAll(keepingCapacity: true)
    for index in groups.indices { DecodePlan.settle(index, of: &groups, by: DecodePlan.runsBefore) }
    // Dropped ones stand by weight.
    if hasSlack, let late = groups.firstIndex(where: { $0.kind == .due && $0.kept == 0 && $0.weight > 0 }) {
      groups.insert(groups.remove(at: late), at: 0)
    }
  }

  /// When the last of some equal jobs ends that start as workers become free. It counts their rounds as jobs come and go,
  /// because a division for each would be most of a plan's time.
  private struct Queue {
    private let cost: Double
    private let workers: Int
    private let delay: Double
    private var fullRounds = 0.0
    /// Jobs of the round after them.
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

  /// Kept ones by deadline, dropped ones by weight, unreachable ones by gap, hopeless ones by gap.
  private static func runsBefore(_ left: Group, _ right: Group) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if left.kind != .due { return left.gap < right.gap }
    if (left.kept > 0) != (right.kept > 0) { return left.kept > 0 }
    return left.kept > 0 ? isDueBefore(left, right) : left.weight > right.weight
  }

  /// A step of insertion sort, which is stable, in place, and quick for what comes nearly in order: the element at `index`
  /// finds its place among those before it, which are sorted.
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
