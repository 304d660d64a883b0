/// Keeps 250 points on either side, but begins nothing new while the scroll is faster than a limit. What was begun
/// stays until it leaves the window.
///
/// Rule: at each frame the window moves to the items that overlap the viewport grown by `extent` points above and
/// below. While the speed, in points a second, is above `limit` x the viewport's longer side in pixels, it moves only
/// to those of them that are started already.
///
/// Source: Flutter: a cache extent of 250 logical pixels, and the image provider that defers loading while the speed in
/// logical pixels a second is above the longest side of the view in physical ones, asked anew each frame. Differences:
/// only what is ahead is deferred, since cells ask on their own here; the longest side is the viewport's longer one.
///
/// Cost a frame: four integer divisions. Loses hits in every fast scroll, which is its intent: cells that only fly by
/// cost nothing.
public struct ScrollAware: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "scroll-aware",
    summary: "`extent` points on either side, nothing new while the scroll is faster than `limit`",
    parameters: [
      .number("extent", in: 0...100_000, default: Rational(250), "points kept above and below"),
      .number(
        "limit", in: 0...1000, default: Rational(1),
        "speed limit a second, in longest sides of the screen in pixels taken as points"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private let extent: Rational
  private let limit: Rational
  private var window = PreheatWindow()

  public init(_ parameters: ParameterValues) {
    extent = parameters.rational("extent")
    limit = parameters.rational("limit")
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    window.see(frame)
    let margin = (1000 * extent.numerator).ceilingDivide(extent.denominator)
    var wanted = frame.items(above: margin, below: margin)
    if isTooFast(frame.layout) { wanted = wanted.common(with: window.items) }
    window.move(to: wanted, frame, plan: &plan)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window.forget() }

  /// Returns whether speed / 1000 > limit x longest side x scale, in whole numbers.
  private func isTooFast(_ layout: GridLayout) -> Bool {
    let side = max(layout.viewportWidth, layout.viewportHeight).rawValue
    let speed = window.motion.speed.magnitude.multipliedFullWidth(by: UInt64(1000 * limit.denominator))
    let most = UInt64(side).multipliedFullWidth(by: UInt64(limit.numerator * Int64(layout.scaleThousandths)))
    return (speed.high, speed.low) > (most.high, most.low)
  }
}
