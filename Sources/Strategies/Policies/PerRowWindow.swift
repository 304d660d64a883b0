/// Keeps the items `screens` viewports around the visible ones, and looks again whenever a row enters or leaves the
/// screen. What is nearest is decoded first.
///
/// Rule: where the visible items are those of the frame before, nothing happens. Else the window moves to the items
/// that overlap [y - m, y + H + m), where m is `screens` x H, rounded up.
///
/// Source: `preheat2x` without the third of a screen for which it stands still, which costs more than any prediction
/// gains. Differences from `fixed-window`: a smaller window, the nearest rows first and those in the direction of the
/// scroll before the others, and no work on frames that change no row.
///
/// Cost a frame: four integer divisions; on a change of rows a plan of a few steps. Loses where the scroll is so fast
/// that nothing ahead is ready in time: decodes then go to what lies behind.
public struct PerRowWindow: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "per-row-window",
    summary: "keeps `screens` viewports on either side, updated when the visible rows change, nearest first",
    parameters: [
      .number("screens", in: 0...100, default: Rational(2, 5), "viewport heights kept above and below")
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private let screens: Rational
  private var window = PreheatWindow()
  private var seen: ItemRange?

  public init(_ parameters: ParameterValues) { screens = parameters.rational("screens") }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    window.see(frame)
    let visible = frame.layout.items(overlapping: frame.viewport)
    if visible == seen { return }
    seen = visible
    let margin = frame.screens(screens)
    window.move(to: frame.items(above: margin, below: margin), frame, plan: &plan)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    window.forget()
    seen = nil
  }
}
