/// Ranks rows by when they may be seen: on screen, soon, eventually. It takes them in that order, nearest first, and
/// stops at the first row that does not fit the budget, so that bytes are reserved before anything is decoded.
///
/// Rule: the rows on screen are taken whatever they cost. Soon are the rows of the viewport grown on each side by a
/// border, and on the side that the scroll goes to by its reach where that is more. The border is
/// `Skewport.borderShare` 15 hundredths of the viewport's longer side, at most `Skewport.borderMax` 312,000 thousandths
/// of a point. The reach is how far the offset goes in `time` seconds, by the change since the older of the two frames
/// before this one, at most `Skewport.reachMax` 2,000,000 thousandths of a point. Eventually are the rows of the
/// viewport grown by `eventually` points, which is also the most that soon reaches. Row by row the nearer one at the
/// two ends is added while its bitmaps fit what is left of `budget`; of two that are equally near, the one in the
/// direction of the scroll. It goes on to eventually only when all of soon fits. Then the window moves to the items of
/// these rows.
///
/// Source: the tile manager of Chromium: the skewport is the viewport extrapolated over 0.2 s, at most 2000 away; the
/// soon border is 15 % of the viewport's longer side, at most 312; eventually reaches 3000. Differences: its pixels are
/// points here, tiles are rows, one budget stands for its hard and soft limits, and bitmaps of unknown size
/// count as large as the cell.
///
/// Cost a frame: O(rows that fit), about 0.1 microseconds each. Loses where decodes cannot keep up: rows that will soon
/// be gone come first all the same.
public struct Skewport: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "skewport",
    summary: "rows on screen, soon and eventually, nearest first, as many as fit the budget",
    parameters: [
      .budget("bytes of all that is started", screens: Rational(5, 3)),
      .number("time", in: 0...10, default: Rational(1, 5), "seconds over which the viewport is extrapolated"),
      .number(
        "eventually", in: 0...100_000, default: Rational(3000), "points above and below that may be started at all"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private static let reachMax: Int64 = 2_000_000
  private static let borderMax: Int64 = 312_000
  /// The border's share of the longer side, in hundredths.
  private static let borderShare: Int64 = 15

  private var budget: BudgetInForce
  private let time: Rational
  private let eventually: Int64
  private var window = PreheatWindow()
  private var older: (offset: Int64, time: Int64)?
  private var newer: (offset: Int64, time: Int64)?

  public init(_ parameters: ParameterValues) {
    budget = BudgetInForce(parameters.budget("budget"))
    time = parameters.rational("time")
    let points = parameters.rational("eventually")
    eventually = (1000 * points.numerator).ceilingDivide(points.denominator)
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    window.see(frame)
    budget.see(frame)
    let reach = reach(frame)
    (older, newer) = (newer, (frame.offset.rawValue, frame.time.rawValue))
    let layout = frame.layout
    let longer = max(layout.viewportWidth, layout.viewportHeight).rawValue
    let border = min(longer * Skewport.borderShare / 100, Skewport.borderMax)
    let above = min(max(border, -reach), eventually)
    let below = min(max(border, reach), eventually)
    let soon = frame.rows(above: above, below: below)
    let all = frame.rows(above: eventually, below: eventually)
    var chosen = layout.rows(overlapping: frame.viewport)
    var left = budget.bytes.rawValue - bytes(ofRows: chosen, frame)
    left = grow(&chosen, within: soon, left, frame)
    if left >= 0 && chosen == soon { _ = grow(&chosen, within: all, left, frame) }
    window.move(to: layout.items(inRows: chosen), frame, plan: &plan)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    budget.forget()
    window.forget()
    older = nil
    newer = nil
  }

  /// Returns how far the viewport will have moved in thousandths of a point, measured from the older of the remembered
  /// frames.
  private func reach(_ frame: FrameContext) -> Int64 {
    guard let from = older ?? newer, frame.time.rawValue > from.time else { return 0 }
    // What does not fit 64 bits is beyond the reach, divided or not.
    let whole =
      (frame.offset.rawValue - from.offset).scaled(
        by: 1_000_000_000 * time.numerator, over: frame.time.rawValue - from.time) / time.denominator
    return min(max(whole, -Skewport.reachMax), Skewport.reachMax)
  }

  /// Adds the nearer of the two rows at its ends until one does not fit, and returns the rest of the budget, below 0 if
  /// one did not. Of rows equally near, the one in the direction of the scroll comes first.
  private func grow(
    _ chosen: inout Range<Int64>, within limit: Range<Int64>, _ budget: Int64, _ frame: FrameContext
  ) -> Int64 {
    var left = budget
    let layout = frame.layout
    while left > 0 {
      let hasAbove = chosen.lowerBound > limit.lowerBound
      let hasBelow = chosen.upperBound < limit.upperBound
      if !hasAbove && !hasBelow { return left }
      let gapAbove = frame.viewport.minY - layout.extent(ofRow: chosen.lowerBound - 1).maxY
      let gapBelow = layout.extent(ofRow: chosen.upperBound).minY - frame.viewport.maxY
      let isAbove = hasAbove && (!hasBelow || gapAbove < gapBelow || (gapAbove == gapBelow && window.motion.isGoingUp))
      let row = isAbove ? chosen.lowerBound - 1 : chosen.upperBound
      left -= bytes(ofRows: row..<(row + 1), frame)
      if left < 0 { return left }
      chosen = isAbove ? row..<chosen.upperBound : chosen.lowerBound..<(row + 1)
    }
    return left
  }

  private func bytes(ofRows rows: Range<Int64>, _ frame: FrameContext) -> Int64 {
    frame.bytes(of: frame.layout.items(inRows: rows)).rawValue
  }
}
