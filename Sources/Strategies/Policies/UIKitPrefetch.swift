/// Asks for three quarters of a screen of items ahead of the visible ones, on the side that the scroll goes to, and
/// cancels what lies on the other side.
///
/// Rule: it acts when the visible items or the direction of the scroll changed. With n visible items the window moves
/// to these and the next floor(n x `screens`) items, which lie after them when the scroll goes down and before them
/// when it goes up. Before the first move the direction is down.
///
/// Source: what collection views were observed to ask their prefetching data source for: with 32 items visible, the
/// next 24. UIKit documents neither the window nor what triggers it, so this is an observation, not a specification.
/// Collection views are reported to ask twice and to cancel late; neither is modelled.
///
/// Cost a frame: two integer divisions; on a change of rows a plan of a few steps. Loses on a scroll that turns back:
/// nothing is kept behind, and after the turn the first row is asked for when it is due.
public struct UIKitPrefetch: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "uikit-prefetch",
    summary: "`screens` of items ahead of the visible ones, as collection views were observed to prefetch",
    parameters: [
      .number(
        "screens", in: 0...100, default: Rational(3, 4),
        "items ahead, as a share of the visible ones; observed, not documented")
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private let screens: Rational
  private var window = PreheatWindow()
  private var seen: ItemRange?
  private var wentUp = false

  public init(_ parameters: ParameterValues) { screens = parameters.rational("screens") }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    window.see(frame)
    let visible = frame.layout.items(overlapping: frame.viewport)
    if visible == seen && wentUp == window.motion.isGoingUp { return }
    (seen, wentUp) = (visible, window.motion.isGoingUp)
    window.move(to: frame.items(visible, ahead: screens, isGoingUp: window.motion.isGoingUp), frame, plan: &plan)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    window.forget()
    seen = nil
    wentUp = false
  }
}
