/// Keeps as many rows around the viewport as bytes allow, leaning towards where the scroll goes, and starts the nearest
/// rows first.
///
/// The idea: a fling that dies away from velocity v goes on for v x tau, so bytes behind are worth less than those
/// ahead. Of the bytes that the visible rows leave, half go to either side, and the side towards which the scroll moves
/// gets v x tau over 0.35 viewports, at most `lean`, of the other half too. Whole rows from the viewport outwards are taken
/// in as far as they fit, ahead first, for a reader a quarter of a viewport far, and farther the faster and the more the
/// content lately moved; then rows started before stay as long as they fit, and at the content's end the rest goes to the other side. Source: the lean of list libraries that project the
/// velocity, and the exponential decay of a scroll view's fling as published for UIScrollView. Differences: the window
/// is counted in bytes, so where pictures are small it reaches farther, and memory stays the same at any speed. Uses
/// starts and stops only, so it drives Photos. Cost a frame: one smoothed velocity, the bytes of each item in the window.
/// Loses to a strategy that ranks in overload, where the manager decodes first what asked first.
public struct WindowedLead: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "windowed-lead",
    summary: "a window of so many bytes around the viewport that leans towards where the scroll will stop",
    parameters: [
      .budget("bytes of what is started, what is visible included", key: "window", screens: Rational(7, 4)),
      .number("lean", in: 0...1, default: Rational(1, 4), "share of the bytes behind that may move ahead"),
      .number("tau", in: Rational(1, 100)...Rational(10), default: Rational(1, 10), "seconds of movement to lean by"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  /// The share of a viewport that a scroll must still go to lean fully.
  private static let fullLean = 0.35

  private var limit: BudgetInForce
  private let lean: Double
  private let tau: Double
  private var forecast = ScrollForecast(tau: 1, isHearingFinger: false)
  private var pace = ScrollPace()
  private var rows: Range<Int64> = 0..<0

  private static let calm = ScrollPace.Reach(rest: 0.1875, lead: 0.125)
  private static let lively = ScrollPace.Reach(rest: 1, lead: 1)

  public init(_ parameters: ParameterValues) {
    limit = BudgetInForce(parameters.budget("window"))
    (lean, tau) = (parameters.double("lean"), parameters.double("tau"))
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    forecast.observe(frame)
    pace.see(forecast.speed, frame)
    limit.see(frame)
    let wanted = window(frame)
    if wanted == rows { return }
    let layout = frame.layout
    let kept = wanted.clamped(to: rows)
    if kept.isEmpty {
      plan.stop(layout.items(inRows: rows))
      start(wanted, layout, &plan)
    } else {
      plan.stop(layout.items(inRows: rows.lowerBound..<kept.lowerBound))
      plan.stop(layout.items(inRows: kept.upperBound..<rows.upperBound))
      let (above, below) = (wanted.lowerBound..<kept.lowerBound, kept.upperBound..<wanted.upperBound)
      start(forecast.isMovingDown ? below : above, layout, &plan, isGoingDown: forecast.isMovingDown)
      start(forecast.isMovingDown ? above : below, layout, &plan, isGoingDown: !forecast.isMovingDown)
    }
    rows = wanted
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    rows = 0..<0
    limit.forget()
    forecast.forget()
    pace.forget()
  }

  private func window(_ frame: FrameContext) -> Range<Int64> {
    let layout = frame.layout
    var window = layout.rows(overlapping: frame.viewport)
    if window.isEmpty { return rows }
    func bytes(_ row: Int64) -> Int64 { frame.bytes(of: layout.items(inRows: row..<row + 1)).rawValue }
    let spare = limit.bytes.rawValue - frame.bytes(of: layout.items(inRows: window)).rawValue
    if spare <= 0 { return window }
    let travel = forecast.velocity * tau / Double(layout.viewportHeight.rawValue)
    let share = 0.5 + 0.5 * min(lean, travel.magnitude / WindowedLead.fullLean)
    let ahead = Int64(Double(spare) * share)
    let isGoingDown = forecast.isMovingDown
    var left = spare
    func extend(down: Bool, most: Int64, to end: Int64) {
      var room = min(most, left)
      while down ? window.upperBound < end : window.lowerBound > end {
        let next = bytes(down ? window.upperBound : window.lowerBound - 1)
        if next > room { return }
        room -= next
        left -= next
        window = down ? window.lowerBound..<window.upperBound + 1 : window.lowerBound - 1..<window.upperBound
      }
    }
    let margin = pace.margin(calm: WindowedLead.calm, lively: WindowedLead.lively, most: .max, layout)
    let near = frame.rows(above: margin, below: margin)
    extend(down: isGoingDown, most: ahead, to: isGoingDown ? near.upperBound : near.lowerBound)
    extend(down: !isGoingDown, most: spare - ahead, to: isGoingDown ? near.lowerBound : near.upperBound)
    // What is held already stays while there is room for it, and what the content's end leaves over goes elsewhere.
    extend(down: !isGoingDown, most: left, to: isGoingDown ? rows.lowerBound : rows.upperBound)
    extend(down: isGoingDown, most: left, to: isGoingDown ? rows.upperBound : rows.lowerBound)
    if window.upperBound == layout.rowCount { extend(down: false, most: left, to: near.lowerBound) }
    if window.lowerBound == 0 { extend(down: true, most: left, to: near.upperBound) }
    return window
  }

  /// Starts rows in the order in which they will be seen: downwards as one range, upwards one by one.
  private func start(_ rows: Range<Int64>, _ layout: GridLayout, _ plan: inout Plan, isGoingDown: Bool? = nil) {
    if isGoingDown ?? forecast.isMovingDown { return plan.start(layout.items(inRows: rows)) }
    for row in rows.reversed() { plan.start(layout.items(inRows: row..<row + 1)) }
  }
}
