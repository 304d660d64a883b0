public import StrategyKit

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

  /// The most requests that are looked ahead.
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
  /// The number of layout changes so far.
  var layoutNumber: Int32 = 0 {
    didSet { if Int(layoutNumber) < future.slots.count { slots = future.slots[Int(layoutNumber)] } }
  }
  /// The slots of items under the layout in force.
  private(set) var slots = ItemSlots(from: 0)
  /// The requests whose cells are on screen.
  var onScreen: ContiguousArray<Int32> = []
  /// Held items, in no order.
  var held: ContiguousArray<ItemID> = []
  /// True if items may be held from before the layout.
  var canHoldMore = false
  /// The decodes that run, and the times at which they end.
  var running: ContiguousArray<(item: ItemID, end: Int64)> = []
  var free: ContiguousArray<Int64> = []
  var schedule = KnownSchedule()
  /// By item: whether it is started.
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

  /// Stops the decodes of cells that have left, unless their items are requested again soon.
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
    var request = max(cursor, startedUpTo)
    while request < last {
      let visit = future.visits[request]
      if visit.layout != layoutNumber { break }
      let item = visit.item.rawValue
      if visit.begin > now && visit.bytes > 0 && !started[Int(item)] {
        started[Int(item)] = true
        isSettled = false
        plan.start(next: item)
      }
      request += 1
    }
    startedUpTo = request
  }
}
