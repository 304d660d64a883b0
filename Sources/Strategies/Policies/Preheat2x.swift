/// Grows the viewport to twice its height, and moves that window only when it is a third of a screen out of date.
///
/// Rule: the rectangle is the viewport, grown about its middle to `height` x its height. The first frame, and the first
/// frame after a change of layout, starts all items of the rectangle. A later frame acts only when the middle has moved
/// by more than `delta` x the viewport's height since the last action. Then it starts the strip that was added and
/// after that stops the strip that was removed. Where the old and the new rectangle share no height, it starts all of
/// the new one and then stops all of the old one. Strips become items by overlap: an item that lies across the border
/// of the removed strip is stopped although part of it is still inside the rectangle. All edges are exact fractions.
///
/// Source: the photo-grid sample that Apple published for `PHCachingImageManager`, by its behaviour. Differences from
/// it: exact fractions instead of floating point, and both numbers are parameters.
///
/// Cost a frame: two multiplications; every third of a screen two strips and a plan of two steps. Loses where a fling
/// passes half a screen faster than its decodes: the window is then a screen behind.
public struct Preheat2x: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "preheat2x",
    summary: "grows the viewport to `height` screens, acts when its middle moved more than `delta` screens",
    parameters: [
      .number("height", in: 1...100, default: Rational(2), "height of the preheated rectangle in viewport heights"),
      .number("delta", in: 0...100, default: Rational(1, 3), "viewport heights to move before acting again"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private let height: Rational
  private let delta: Rational
  private var actedAt: MilliPoints?
  private var preheated = Strip(lower: 0, upper: 0)

  public init(_ parameters: ParameterValues) {
    height = parameters.rational("height")
    delta = parameters.rational("delta")
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    guard let last = actedAt else {
      preheated = rectangle(frame)
      plan.start(items(in: preheated, of: frame.layout))
      actedAt = frame.offset
      return
    }
    // The middle moves as the offset does.
    let moved = (frame.offset - last).rawValue.magnitude
    guard moved * UInt64(delta.denominator) > frame.layout.viewportHeight.rawValue.magnitude * UInt64(delta.numerator)
    else { return }
    let next = rectangle(frame)
    move(from: preheated, to: next, in: frame.layout, plan: &plan)
    preheated = next
    actedAt = frame.offset
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    actedAt = nil
  }

  /// A range of y whose edges are exact: in units of 1 / (2 x denominator of `height`) thousandths of a point.
  private struct Strip {
    var lower: Int64
    var upper: Int64
  }

  private var unitsPerMilliPoint: Int64 { 2 * height.denominator }

  /// Returns the viewport grown about its middle: offset + H/2 -+ height x H/2.
  private func rectangle(_ frame: FrameContext) -> Strip {
    let viewportHeight = frame.layout.viewportHeight.rawValue
    let middle = (2 * frame.offset.rawValue + viewportHeight) * height.denominator
    let half = height.numerator * viewportHeight
    return Strip(lower: middle - half, upper: middle + half)
  }

  private func move(from old: Strip, to new: Strip, in layout: GridLayout, plan: inout Plan) {
    guard old.lower < new.upper && new.lower < old.upper else {
      plan.start(items(in: new, of: layout))
      plan.stop(items(in: old, of: layout))
      return
    }
    plan.start(items(in: Strip(lower: old.upper, upper: new.upper), of: layout))
    plan.start(items(in: Strip(lower: new.lower, upper: old.lower), of: layout))
    plan.stop(items(in: Strip(lower: new.upper, upper: old.upper), of: layout))
    plan.stop(items(in: Strip(lower: old.lower, upper: new.lower), of: layout))
  }

  /// Returns the items that overlap the strip. Cells have edges in whole thousandths, so rounding outwards adds none.
  private func items(in strip: Strip, of layout: GridLayout) -> ItemRange {
    if strip.upper <= strip.lower { return .empty }
    return layout.items(
      overlapping: VerticalRange(
        minY: MilliPoints(rawValue: strip.lower.flooringDivide(unitsPerMilliPoint)),
        maxY: MilliPoints(rawValue: strip.upper.ceilingDivide(unitsPerMilliPoint))))
  }
}
