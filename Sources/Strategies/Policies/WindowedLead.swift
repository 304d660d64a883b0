public import StrategyKit

/// Keeps a window of fixed height that leans towards where the scroll will stop, and starts the nearest rows first.
///
/// The idea: a fling that dies away from velocity v goes on for v x tau, so the margin behind is worth less than the one
/// ahead; the window shifts that way, by no more than a share of its margin, and follows every frame.
/// Source: the lean of list libraries that project the velocity, and the exponential decay of a scroll view's fling as
/// published for UIScrollView. Differences: height, and so memory, stays the same at any speed. Uses starts and stops
/// only, so it drives Photos. Cost a frame: one smoothed velocity, four integer divisions, a step a row that is new.
/// Loses to a strategy that ranks in overload, where the manager decodes first what asked first, and to a window that
/// does not lean where the hand turns often.
public struct WindowedLead: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "windowed-lead",
    summary: "a window of `screens` viewports on either side that leans towards where the scroll will stop",
    parameters: [
      ParameterSpec(
        key: "screens", kind: .rational(Rational(0)...Rational(100)), defaultValue: .rational(Rational(7, 20)),
        summary: "viewport heights kept above and below at rest"),
      ParameterSpec(
        key: "lean", kind: .rational(Rational(0)...Rational(1)), defaultValue: .rational(Rational(1, 2)),
        summary: "share of the margin behind that may move ahead"),
      ParameterSpec(
        key: "tau", kind: .rational(Rational(1, 100)...Rational(10)), defaultValue: .rational(Rational(1, 10)),
        summary: "seconds of movement to lean by"),
    ]
  )
  public static let hears: StrategyEvents = []

  private let screens: Rational
  private let lean: Rational
  private let tau: Rational
  private var forecast = ScrollForecast(tau: 1, hearsFinger: false)
  private var rows: Range<Int64> = 0..<0

  public init(_ parameters: ParameterValues) {
    screens = parameters.rational("screens")
    lean = parameters.rational("lean")
    tau = parameters.rational("tau")
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    forecast.observe(frame)
    let layout = frame.layout
    let margin = (layout.viewportHeight.rawValue * screens.numerator).ceilingDivide(screens.denominator)
    let most = margin * lean.numerator / lean.denominator
    // Whole thousandths of a point: clamped before it is converted, so that no velocity overflows it.
    let travel = forecast.velocity * Double(tau.numerator) / Double(tau.denominator)
    let shift = Int64(max(-Double(most), min(Double(most), travel)))
    let viewport = frame.viewport
    let range = VerticalRange(
      minY: viewport.minY + MilliPoints(rawValue: shift - margin),
      maxY: viewport.maxY + MilliPoints(rawValue: shift + margin))
    let wanted = layout.rows(overlapping: range)
    if wanted == rows { return }
    let kept = wanted.clamped(to: rows)
    if kept.isEmpty {
      plan.stop(layout.items(inRows: rows))
      start(wanted, layout, &plan)
    } else {
      plan.stop(layout.items(inRows: rows.lowerBound..<kept.lowerBound))
      plan.stop(layout.items(inRows: kept.upperBound..<rows.upperBound))
      start(kept.upperBound..<wanted.upperBound, layout, &plan)
      start(wanted.lowerBound..<kept.lowerBound, layout, &plan)
    }
    rows = wanted
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    rows = 0..<0
    forecast.forget()
  }

  /// Rows in the order in which they will be seen: downwards as one range, upwards one by one.
  private func start(_ rows: Range<Int64>, _ layout: GridLayout, _ plan: inout Plan) {
    if forecast.movesDown { return plan.start(layout.items(inRows: rows)) }
    for row in rows.reversed() { plan.start(layout.items(inRows: row..<row + 1)) }
  }
}
