/// Keeps a port of several screens centred on the viewport, smaller while the scroll is fast, and moves it only when
/// the viewport with a danger zone around it is about to leave it.
///
/// Rule: the danger zone is the viewport grown by `danger` x H on either side, cut off at both ends of the content.
/// While it lies within the port nothing happens. Else a new port is made: `rest` x H high, or `skate` x H where the
/// scroll's speed is a point a millisecond or more, but never lower than the viewport with `danger` x H on either side.
/// Its middle is the viewport's. Where it would pass an end of the content it is moved back inside; it always covers
/// the viewport. The window moves to the items that overlap it.
///
/// Source: Firefox: ports of 3.5 screens at rest and, in the older of its settings, 2.5 when skating at more than a
/// point a millisecond, with no shift ahead (bias 0); room beyond the content's end goes to the other side. The danger
/// zone, a fifth of the screen, is that of its former mobile browser. Differences: rows instead of tiles, no horizontal
/// part.
///
/// Cost a frame: four integer divisions; plans are rare. Loses memory, two and a half screens for nothing when decodes
/// are quick. Its decodes come in bursts like those of `preheat2x`.
public struct DisplayPort: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "displayport",
    summary: "a centred port of `rest` screens, `skate` when fast, moved when the danger zone leaves it",
    parameters: [
      .number("rest", in: 1...100, default: Rational(7, 2), "height of the port in viewport heights"),
      .number(
        "skate", in: 1...100, default: Rational(5, 2),
        "the same while the scroll is faster than a point a millisecond"),
      .number(
        "danger", in: 0...100, default: Rational(1, 5),
        "viewport heights around the viewport that must lie in the port"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private let rest: Rational
  private let skate: Rational
  private let danger: Rational
  private var window = PreheatWindow()
  private var port: VerticalRange?

  /// A point a millisecond, in thousandths of a point a second.
  private static let skatingSpeed: UInt64 = 1_000_000

  public init(_ parameters: ParameterValues) {
    rest = parameters.rational("rest")
    skate = parameters.rational("skate")
    danger = parameters.rational("danger")
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    window.see(frame)
    let layout = frame.layout
    let zone = frame.screens(danger)
    let low = max(frame.viewport.minY.rawValue - zone, 0)
    let high = min(frame.viewport.maxY.rawValue + zone, layout.contentHeight.rawValue)
    if let port, port.minY.rawValue <= low, high <= port.maxY.rawValue { return }
    let next = makePort(frame)
    port = next
    window.move(to: layout.items(overlapping: next), frame, plan: &plan)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    window.forget()
    port = nil
  }

  /// Returns a port that is never smaller than the viewport with its danger zone; one that is clipped at an end of the
  /// content grows at the other.
  private func makePort(_ frame: FrameContext) -> VerticalRange {
    let isSkating = window.motion.speed.magnitude >= DisplayPort.skatingSpeed
    let height = frame.layout.viewportHeight.rawValue
    let whole = max(frame.screens(isSkating ? skate : rest), height + 2 * frame.screens(danger))
    let content = max(frame.layout.contentHeight.rawValue, height)
    var low = frame.offset.rawValue - (whole - height) / 2
    low = max(0, min(low, content - whole))
    // Pulled beyond the content's end, the port still covers the viewport.
    return VerticalRange(
      minY: MilliPoints(rawValue: min(low, frame.viewport.minY.rawValue)),
      maxY: MilliPoints(rawValue: max(low + whole, frame.viewport.maxY.rawValue)))
  }
}
