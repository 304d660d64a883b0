/// Feeds what an app's window asks for to a prefetcher that has two decodes under way at most, first come first served,
/// and that a token bucket holds back: 80 a second, 25 at once. What leaves the window is cancelled and costs no token.
///
/// Rule: at each frame the window is that of `uikit-prefetch`, with `screens` as its share. Items that leave it are
/// stopped and give their places back. Items that enter it and are not visible wait. Then the prefetcher goes through
/// the window, from the visible items outwards. An item that is under way gives its place back once its bitmap is held,
/// or once its cell is visible. A waiting item that is visible waits no longer. A waiting item whose bitmap is held is
/// started without a place and without a token. Any other waiting item needs one of `concurrent` places and a token,
/// and is then started; the first one that lacks either ends the frame's work. It knows of bitmaps that came to be held
/// since the last change of layout or content, not of those that stayed. The bucket is full at first, holds `burst`
/// tokens and gains `rate` a second; it is filled at frames.
///
/// Source: the prefetcher of Nuke (two at once, skips what is in memory, cancels queued and running requests) and its
/// rate limiter, against storms of starts and stops in fast scrolls. Differences: in Nuke the window is the caller's;
/// here it is that of `uikit-prefetch`. Its cache, with a limit of 10 % of it an entry, is left out: join an eviction
/// policy with `+`. Tokens and places become free at frames only, since plans are taken there.
///
/// Cost a frame: O(1), on a change of rows O(items of the window). Loses on slow decodes, where two at once is what the
/// workers do anyway, and on quick ones, where it asks for at most two a frame.
public struct NukePrefetch: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "nuke-prefetch",
    summary: "`screens` of items ahead, `concurrent` at once, a token bucket of `rate` a second",
    parameters: [
      .number("screens", in: 0...100, default: Rational(3, 4), "items ahead, as a share of the visible ones"),
      .number("concurrent", in: 1...100, default: Rational(2), "decodes under way at once, whole ones"),
      .number("rate", in: 1...100_000, default: Rational(80), "starts a second"),
      .number("burst", in: 1...10_000, default: Rational(25), "starts at once after a rest"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = .residency

  private enum State: UInt8 {
    case unasked, waiting, underWay, finished
  }

  private let screens: Rational
  private let concurrentMax: Int
  /// The nanoseconds of a token; the bucket holds `bucketMax` of them.
  private let tokenTime: Int64
  private let bucketMax: Int64

  private var states: ContiguousArray<State> = []
  private var resident: ContiguousArray<Bool> = []
  private var motion = ScrollMotion()
  private var window = ItemRange.empty
  private var visible = ItemRange.empty
  private var underWay = 0
  private var bucket: Int64
  private var lastTime: Int64 = 0

  public init(_ parameters: ParameterValues) {
    screens = parameters.rational("screens")
    let concurrent = parameters.rational("concurrent")
    concurrentMax = Int(concurrent.numerator / concurrent.denominator)
    let (rate, burst) = (parameters.rational("rate"), parameters.rational("burst"))
    tokenTime = 1_000_000_000 * rate.denominator / rate.numerator
    bucketMax = tokenTime * (burst.numerator / burst.denominator)
    bucket = bucketMax
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    if states.count != Int(frame.layout.count) { makeRoom(Int(frame.layout.count)) }
    motion.see(frame)
    bucket = min(bucketMax, bucket + min(max(0, frame.time.rawValue - lastTime), bucketMax))
    lastTime = frame.time.rawValue
    visible = frame.layout.items(overlapping: frame.viewport)
    // Visible items belong to the window: they are not cancelled as they come on screen.
    let wanted = frame.items(visible, ahead: screens, isGoingUp: motion.isGoingUp)
    if wanted != window { turn(to: wanted, plan: &plan) }
    feed(plan: &plan)
  }

  public mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
    guard item.index < states.count else { return }
    resident[item.index] = true
    if states[item.index] == .underWay { leave(item.index, as: .finished) }
  }

  public mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
    if item.index < states.count { resident[item.index] = false }
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    makeRoom(Int(layout.count))
    motion.forget()
    window = .empty
    underWay = 0
  }

  private mutating func makeRoom(_ count: Int) {
    states = ContiguousArray(repeating: .unasked, count: count)
    resident = ContiguousArray(repeating: false, count: count)
  }

  private mutating func leave(_ index: Int, as state: State) {
    underWay -= 1
    states[index] = state
  }

  private mutating func turn(to wanted: ItemRange, plan: inout Plan) {
    cancel(window.before(wanted), plan: &plan)
    cancel(window.after(wanted), plan: &plan)
    enqueue(wanted.before(window))
    enqueue(wanted.after(window))
    window = wanted
  }

  private mutating func cancel(_ gone: ItemRange, plan: inout Plan) {
    for index in Int(gone.lower)..<Int(gone.upper) {
      if states[index] == .underWay { underWay -= 1 }
      states[index] = .unasked
    }
    plan.stop(gone)
  }

  private mutating func enqueue(_ new: ItemRange) {
    for item in new.lower..<new.upper where !visible.contains(ItemID(rawValue: item)) {
      states[Int(item)] = .waiting
    }
  }

  /// Starts waiting items, nearest first, while there are places and tokens. Items in memory need neither.
  private mutating func feed(plan: inout Plan) {
    let isUp = motion.isGoingUp
    for step in 0..<window.count {
      let item = isUp ? window.upper - 1 - Int32(step) : window.lower + Int32(step)
      let index = Int(item)
      // A decode that failed would hold its place for ever; a cell that shows its item asks by itself.
      if visible.contains(ItemID(rawValue: item)) {
        if states[index] == .underWay { leave(index, as: .finished) }
        if states[index] == .waiting { states[index] = .finished }
      }
      guard states[index] == .waiting else { continue }
      if resident[index] {
        states[index] = .finished
      } else {
        guard underWay < concurrentMax, bucket >= tokenTime else { return }
        bucket -= tokenTime
        underWay += 1
        states[index] = .underWay
      }
      plan.start(ItemRange(lower: item, upper: item + 1))
    }
  }
}
