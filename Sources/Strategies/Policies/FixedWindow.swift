/// Keeps the items of the viewport and of `screens` viewports on either side, updated each frame.
///
/// Rule: at each frame the window is the items that overlap [y - m, y + H + m), where y is the offset, H the viewport's
/// height and m is `screens` x H, rounded up. The items that left the window are stopped, in item order. Then the items
/// that are new in the window are started, in item order.
///
/// Source: most grids begin with this rule. Windows of one viewport on either side are the default of several list
/// libraries.
///
/// Cost a frame: four integer divisions and usually two steps of a plan. Loses memory to any window that looks ahead
/// only, and to `preheat2x` where the scroll is slow.
public struct FixedWindow: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "fixed-window",
    summary: "keeps the viewport and `screens` viewports on either side, updated each frame",
    parameters: [
      .number("screens", in: 0...100, default: Rational(1), "viewport heights kept above and below")
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private let screens: Rational
  private var window = ItemRange.empty

  public init(_ parameters: ParameterValues) {
    screens = parameters.rational("screens")
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    // The margin may be a fraction of a thousandth of a point; rounding it up moves no border past an integer edge,
    // so items overlap the rounded rectangle exactly when they overlap the true one.
    let margin = frame.screens(screens)
    let wanted = frame.items(above: margin, below: margin)
    if wanted == window { return }
    plan.stop(window, except: wanted)
    plan.start(wanted, except: window)
    window = wanted
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    window = .empty
  }
}
