/// Each time the first visible item changes, asks for the next `items` items in that direction. A ring of one more
/// request than that forgets the oldest, and a change of direction forgets all.
///
/// Rule: it acts at a frame whose first visible item is another than at the frame before. The direction is up where it
/// is a lower one; it is down at first. On a change of direction every item in the ring is stopped, in the order of the
/// ring's places, and the ring is empty. Then it asks for items one by one, nearest first: down, from the end of the
/// visible items or the end of what was asked for last, whichever is later, to `items` items after the visible ones;
/// up, the mirror image. An item that is asked for takes the oldest place of the ring. The item that had this place is
/// stopped unless it has another one; then the new one is started.
///
/// Source: the list preloader of Glide: nothing before the first scroll; no item twice in one direction; what was
/// scrolled past is not cancelled but by the reuse of its place in the ring. Differences: Glide names no default for
/// `items`; 24 here is six rows of four. An item that was asked for twice goes when both its places are reused.
///
/// Cost: O(items that are new), on a change of direction O(`items`). Loses on flings, whose queue is full of what has
/// gone by, and on turns, where all that was decoded ahead is forgotten.
public struct GlidePreloader: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "glide-preloader",
    summary: "the next `items` in the direction of the scroll, in a ring of requests that forgets the oldest",
    parameters: [
      .number("items", in: 1...1000, default: Rational(24), "items ahead, whole ones")
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private let count: Int32
  /// The requested items, `noItem` for an empty place.
  private var ring: ContiguousArray<Int32>
  private var place = 0
  private var lastFirst: Int32?
  private var lastLower: Int32 = 0
  private var lastUpper: Int32 = 0
  private var isGoingUp = false

  private static let noItem: Int32 = -1

  public init(_ parameters: ParameterValues) {
    let items = parameters.rational("items")
    count = Int32(items.numerator / items.denominator)
    ring = ContiguousArray(repeating: GlidePreloader.noItem, count: Int(count) + 1)
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    let visible = frame.layout.items(overlapping: frame.viewport)
    defer { lastFirst = visible.lower }
    guard let lastFirst, lastFirst != visible.lower, !visible.isEmpty else { return }
    let isUp = visible.lower < lastFirst
    if isUp != isGoingUp {
      isGoingUp = isUp
      for index in ring.indices where ring[index] != GlidePreloader.noItem {
        plan.stop(ItemRange(lower: ring[index], upper: ring[index] + 1))
        ring[index] = GlidePreloader.noItem
      }
    }
    if isUp {
      let upper = min(visible.lower, lastLower)
      let lower = max(0, visible.lower - count)
      for item in stride(from: upper - 1, through: lower, by: -1) { ask(for: item, plan: &plan) }
      (lastLower, lastUpper) = (lower, max(upper, lower))
    } else {
      let lower = max(visible.upper, lastUpper)
      let upper = min(frame.layout.count, visible.upper + count)
      for item in stride(from: lower, to: upper, by: 1) { ask(for: item, plan: &plan) }
      (lastLower, lastUpper) = (min(lower, upper), upper)
    }
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    for index in ring.indices { ring[index] = GlidePreloader.noItem }
    lastFirst = nil
    lastLower = 0
    lastUpper = 0
    isGoingUp = false
  }

  private mutating func ask(for item: Int32, plan: inout Plan) {
    let old = ring[place]
    ring[place] = item
    place = (place + 1) % ring.count
    if old != GlidePreloader.noItem && !ring.contains(old) { plan.stop(ItemRange(lower: old, upper: old + 1)) }
    plan.start(ItemRange(lower: item, upper: item + 1))
  }
}
