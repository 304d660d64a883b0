/// Starts what is asked for next, in that order, as far as bytes reach, and stops the rest: what starts and stops alone
/// come to when the trace is known.
///
/// The idea: a window that never guesses wrong. The manager still decodes what cells ask for before anything that was
/// started, first come, first served, so overload limits it as it limits whatever drives Photos. It is an oracle and
/// nothing to ship, the best that was found, no proof that nothing is better: visits too short for a decode are started
/// all the same, for leaving them out gained nothing, and so did leaving bytes to decodes that end too late. Cost a frame:
/// a step a request that bytes reach. Loses to an order of starts that gives up what overload will take anyway.
public struct ForeseenWindow: CacheStrategy, OfflinePolicy {
  public static let descriptor = PolicyDescriptor(
    id: "foreseen-window",
    summary: "starts what is asked for next within a budget; knows the trace: an oracle, not to ship",
    parameters: [
      .budget("bytes of all bitmaps together", screens: Rational(5, 3))
    ])
  public static let subscribedEvents: StrategyEvents = [.requests]

  private static let lookahead = 1000

  private var limit: BudgetInForce
  private var future = RequestFuture(keys: [], keyCount: 0)
  private var cursor = 0
  private var layoutNumber: Int32 = 0
  private var started: ContiguousArray<Int32> = []
  private var wanted: ContiguousArray<Int32> = []
  /// By item: the last frame that wanted it.
  private var marks: ContiguousArray<Int32> = []
  private var frames: Int32 = 0

  public init(_ parameters: ParameterValues) {
    limit = BudgetInForce(parameters.budget("budget"))
  }

  public mutating func foresee(_ future: RequestFuture) {
    self.future = future
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    limit.see(frame)
    frames += 1
    if marks.count != Int(frame.layout.count) { marks = ContiguousArray(repeating: 0, count: Int(frame.layout.count)) }
    want(frame)
    for item in started where marks[Int(item)] != frames { plan.stop(ItemRange(lower: item, upper: item + 1)) }
    // A started one that is started again stays where it is in the queue.
    for item in wanted { plan.start(next: item) }
    swap(&started, &wanted)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    layoutNumber += 1
    limit.forget()
    started.removeAll(keepingCapacity: true)
  }

  public mutating func resumed(under layout: GridLayout, at time: Nanoseconds) {
    started.removeAll(keepingCapacity: true)
  }

  public mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {
    if cursor < future.visits.count { cursor += 1 }
  }

  private mutating func want(_ frame: FrameContext) {
    wanted.removeAll(keepingCapacity: true)
    let visible = frame.layout.items(overlapping: frame.viewport)
    var left = limit.bytes.rawValue - frame.bytes(of: visible).rawValue
    for item in visible.lower..<visible.upper where marks[Int(item)] != frames {
      marks[Int(item)] = frames
      wanted.append(item)
    }
    for request in cursor..<min(future.visits.count, cursor + ForeseenWindow.lookahead) {
      let visit = future.visits[request]
      if visit.layout != layoutNumber { return }
      let item = Int(visit.item.rawValue)
      guard visit.bytes > 0, marks[item] != frames else { continue }
      if visit.bytes > left { return }
      left -= visit.bytes
      marks[item] = frames
      wanted.append(visit.item.rawValue)
    }
  }
}
