/// A contiguous run of started items that follows the viewport, as most prefetchers keep it.
///
/// A move stops the items that are left behind and starts new ones row by row: visible rows first, then those in the
/// direction of the scroll and those behind, nearest first, for plans are served in their order.
public struct PreheatWindow: Sendable {
  /// The started items.
  public private(set) var items = ItemRange.empty
  /// The motion of the frames so far.
  public private(set) var motion = ScrollMotion()

  public init() {}

  /// Takes a frame in.
  public mutating func see(_ frame: FrameContext) { motion.see(frame) }

  /// Begins anew: another layout is in force, and the engine has stopped all that was started.
  public mutating func forget() { self = PreheatWindow() }

  /// Starts and stops items so that exactly `wanted` is started.
  ///
  /// - Parameter isGoingUp: Whether the rows above the viewport come before those below it; nil for as the last movement.
  /// - Complexity: O(rows that are new).
  public mutating func move(to wanted: ItemRange, _ frame: FrameContext, isGoingUp: Bool? = nil, plan: inout Plan) {
    if wanted == items { return }
    let isGoingUp = isGoingUp ?? motion.isGoingUp
    let visible = frame.layout.items(overlapping: frame.viewport)
    plan.stop(items, except: wanted)
    let above = wanted.common(with: ItemRange(lower: 0, upper: visible.lower))
    let shown = wanted.common(with: visible)
    let below = wanted.common(with: ItemRange(lower: max(visible.upper, visible.lower), upper: .max))
    plan.start(shown, except: items)
    if isGoingUp { startNewUpwards(in: above, frame.layout, plan: &plan) }
    plan.start(below, except: items)
    if !isGoingUp { startNewUpwards(in: above, frame.layout, plan: &plan) }
    items = wanted
  }

  /// Starts the items of `part` that are not started, the last row first.
  private func startNewUpwards(in part: ItemRange, _ layout: GridLayout, plan: inout Plan) {
    startRowsUpwards(of: part.after(items), layout, plan: &plan)
    startRowsUpwards(of: part.before(items), layout, plan: &plan)
  }

  private func startRowsUpwards(of part: ItemRange, _ layout: GridLayout, plan: inout Plan) {
    var upper = part.upper
    while upper > part.lower {
      let row = layout.row(of: upper - 1)
      let lower = max(part.lower, layout.items(inRows: row..<row + 1).lower)
      plan.start(ItemRange(lower: lower, upper: upper))
      upper = lower
    }
  }
}

/// Speed and direction of a scroll from the frames that a strategy sees, in integers, so the same on every machine.
public struct ScrollMotion: Sendable {
  /// Thousandths of a point a second, positive downwards; 0 before the second frame.
  public private(set) var speed: Int64 = 0
  /// True if the last frame that moved went up; false before any did.
  public private(set) var isGoingUp = false
  /// True if any frame has moved since `forget`.
  public private(set) var hasMoved = false

  private var lastOffset: Int64?
  private var lastTime: Int64 = 0

  /// The greatest distance between two frames that counts: 4,000,000 points.
  private static let distanceMax: Int64 = 4_000_000_000

  public init() {}

  /// Takes a frame in.
  public mutating func see(_ frame: FrameContext) {
    let (offset, time) = (frame.offset.rawValue, frame.time.rawValue)
    defer { (lastOffset, lastTime) = (offset, time) }
    guard let lastOffset else { return }
    let distance = min(max(offset - lastOffset, -ScrollMotion.distanceMax), ScrollMotion.distanceMax)
    if time > lastTime { speed = distance * 1_000_000_000 / (time - lastTime) }
    if distance == 0 { return }
    isGoingUp = distance < 0
    hasMoved = true
  }

  /// Begins anew: another layout has other offsets.
  public mutating func forget() { self = ScrollMotion() }
}
