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

  private(set) var groups: ContiguousArray<Group> = []

  mutating func removeAll() { groups.removeAll(keepingCapacity: true) }

  mutating func append(_ group: Group) { groups.append(group) }

  /// Keeps what can be in time; then `first` and `sortToRun` tell in which order the groups shall run.
  ///
  /// - Parameters:
  ///   - cost: seconds a decode takes.
  ///   - busy: seconds of work that running decodes still have to do, together.
  mutating func order(cost: Double, workers: Int, busy: Double) {
    sort(by: DecodePlan.comesBefore)
    var queue = Queue(cost: cost, workers: workers, busy: busy)
    var index = 0
    while index < groups.count && groups[index].kind == .due {
      let (count, deadline) = (groups[index].count, groups[index].deadline)
      groups[index].kept = count
      for _ in 0..<count { queue.add() }
      while !queue.isEmpty && queue.end > deadline {
        let lightest = lightest(upTo: index)
        var kept = groups[lightest].kept
        // It stays the lightest while any of it is kept.
        repeat {
          kept -= 1
          queue.remove()
        } while kept > 0 && queue.end > deadline
        groups[lightest].kept = kept
      }
      index += 1
    }
  }

  /// The group that runs first; nil where there is none.
  var first: Group? {
    guard var best = groups.indices.first else { return nil }
    for index in groups.indices.dropFirst() where DecodePlan.runsBefore(groups[index], groups[best]) { best = index }
    return groups[best]
  }

  /// Puts the groups in the order in which they shall run. Mostly the first will do, and costs less to look for.
  mutating func sortToRun() { sort(by: DecodePlan.runsBefore) }

  /// When the last of some equal jobs ends that start as workers become free. It counts their rounds as jobs come and go,
  /// because a division for each would be most of a plan's time.
  private struct Queue {
    private let cost: Double
    private let workers: Int
    private let delay: Double
    private var rounds = 0.0
    /// Jobs of the last round, 0 where it is full.
    private var rest = 0

    init(cost: Double, workers: Int, busy: Double) {
      self.cost = cost
      self.workers = workers
      // Running decodes delay whichever job lands behind them; on average each worker by its share.
      delay = busy / Double(workers)
    }

    var isEmpty: Bool { rounds == 0 }

    var end: Double { rounds * cost + (rest == 1 ? 0 : delay) }

    mutating func add() {
      if rest == 0 { rounds += 1 }
      rest = rest + 1 == workers ? 0 : rest + 1
    }

    mutating func remove() {
      rest = rest == 0 ? workers - 1 : rest - 1
      if rest == 0 { rounds -= 1 }
    }
  }

  /// The group of least weight of which any is kept, the last where several weigh as little.
  ///
  /// - Precondition: some is kept.
  private func lightest(upTo last: Int) -> Int {
    var found = -1
    for index in 0...last where groups[index].kept > 0 {
      if found < 0 || groups[index].weight <= groups[found].weight { found = index }
    }
    return found
  }

  /// What has a deadline first, by deadline.
  private static func comesBefore(_ left: Group, _ right: Group) -> Bool {
    left.kind == .due && right.kind == .due ? isDueBefore(left, right) : left.kind.rawValue < right.kind.rawValue
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

  /// Insertion sort: stable, in place, and rows come nearly in order.
  @inline(__always)
  private mutating func sort(by precedes: (Group, Group) -> Bool) {
    for index in groups.indices.dropFirst() where precedes(groups[index], groups[index - 1]) {
      let group = groups[index]
      var place = index
      repeat {
        groups[place] = groups[place - 1]
        place -= 1
      } while place > 0 && precedes(group, groups[place - 1])
      groups[place] = group
    }
  }
}
