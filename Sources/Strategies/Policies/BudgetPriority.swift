/// Decodes what can still be in time and matters most, within a byte budget, and gives up what cannot arrive.
///
/// The idea: whenever a worker is idle, each missing cell near the viewport has a deadline, when a fling that dies away
/// will show it, and a weight, how long it will then be seen; the lightest ones are shed until the rest can be in time.
/// A decode reserves its bytes first, and makes room by letting go of what lies strictly farther away. Where the phone
/// says at which offset the scroll will stop, the rows there are decoded too, as late as they can be in time. How far
/// ahead a decode is worth its price depends on the scroll: a row or two where a person reads, who may turn, and farther
/// the more the content lately moved and the slower decodes are.
///
/// Source: Moore and Hodgson's rule for the fewest late jobs on one machine, with weights; lead from velocity and
/// measured decode time as in Chromium's and Firefox's prefetching by their published behaviour. Differences: unit
/// jobs on several workers, weights by greedy choice (no optimum is claimed), plans made anew at each idle worker; at
/// rest, what is on screen goes by Smith's rule, visible area over bytes; how fast a fling dies away is measured. It hears
/// the finger (`phase`, `target`) and does without.
/// Cost a frame: two integer divisions; a rank costs some microseconds, as two logarithms a row and the square of the
/// rows within reach. Loses to a plain window where the hand turns often within a screen (its forecast is wrong), holds
/// more bytes on average than any window, since nothing goes before its room is needed.
public struct BudgetPriority: RankingStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "budget-priority",
    summary: "decodes what can be in time by predicted deadline, evicts the farthest when the budget needs room",
    parameters: [
      .budget("bytes of all bitmaps together", screens: BudgetPriority.screens),
      .number(
        "reach", in: 0...100, default: Rational(3, 5),
        "viewport heights above and below from which rows are decoded ahead, at most"),
      .number("rest", in: 0...100, default: Rational(3, 16), "the same while a scroll rests that hardly moved lately"),
      .number(
        "tau", in: Rational(1, 100)...Rational(10), default: Rational(3, 10),
        "seconds in which a fling loses most of its speed, before it has shown it"),
      .number(
        "behind", in: 0...100, default: Rational(8),
        "at a viewport a second, rows behind count as farther by so many times their distance"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = .residency

  /// The default budget: the most of those tried with which it peaks below `preheat2x` (docs/results.md, *The default budget*).
  private static let screens = Rational(15, 8)

  public var budget: ByteCount { limit.bytes }
  private var limit: BudgetInForce
  let reach: Rational
  private let rest: Double
  private var pace = ScrollPace()
  /// The seconds in which the workers decode a viewport; 0 before the first decode.
  private var decodesViewport = 0.0
  /// The reach at rest of a scroll that lately moved much, in viewport heights.
  private static let livelyRest = 5 / 16.0
  /// The least seconds of scroll by which the reach grows.
  private static let leadMin = (calm: 1 / 12.0, lively: 1 / 6.0)
  /// The seconds for a viewport below which a calm scroll needs less than that time ahead.
  private static let slowDecodes = 0.5
  let behind: Double
  var forecast: ScrollForecast
  var layout: GridLayout?
  private var window = ItemRange.empty
  /// The started items beyond it that will be on screen where the scroll stops.
  private(set) var far = ItemRange.empty
  /// The items of `far` that are decoded before the way there.
  var aim = ItemRange.empty
  var aimedRows: Range<Int64> = 0..<0
  /// True if a bitmap of the window was dropped, which is to be started again.
  private var hasHoles = false
  var held = ItemRange.empty
  /// The decodes that this strategy named; more than workers ever run at once are forgotten.
  var begun: ContiguousArray<(item: ItemID, at: Int64)> = []
  var plan = DecodePlan()
  var queuedRows: ContiguousArray<QueuedRow> = []
  /// True if `queuedRows` are those of the last frame.
  var hasKnownRows = false

  public init(_ parameters: ParameterValues) {
    limit = BudgetInForce(parameters.budget("budget"))
    reach = parameters.rational("reach")
    (rest, behind) = (parameters.double("rest"), parameters.double("behind"))
    forecast = ScrollForecast(tau: parameters.double("tau"))
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    layout = frame.layout
    limit.see(frame)
    forecast.observe(frame)
    pace.see(forecast.speed, frame)
    hasKnownRows = false
    let margin = margin(frame.layout)
    let ahead = max(margin, nextFrames(frame.layout))
    let isGoingDown = forecast.isMovingDown
    let wanted = frame.items(above: isGoingDown ? margin : ahead, below: isGoingDown ? ahead : margin)
    let next = items(atTargetBeside: wanted, frame.layout)
    if wanted == window && next == far && !hasHoles { return }
    stop(window, but: wanted, next, &plan)
    stop(far, but: wanted, next, &plan)
    plan.start(wanted, except: hasHoles ? .empty : window)
    if hasHoles || next != far { plan.start(next) }
    (window, far, hasHoles) = (wanted, next, false)
  }

  /// Returns the distance of a row's near edge from the viewport up to which the row is decoded ahead: at rest a little, and
  /// the faster the scroll and the slower the decodes, the more. The height of rows does not count towards `reach`, or a
  /// grid of tall cells would decode hardly a row ahead. A page as large as the viewport, of which few fit the budget, is
  /// decoded two ahead only by a reach above 1.
  func margin(_ layout: GridLayout) -> Int64 {
    let reach = (layout.viewportHeight.rawValue * reach.numerator).ceilingDivide(reach.denominator)
    let slow = min(1, decodesViewport / BudgetPriority.slowDecodes)
    return pace.margin(
      calm: .init(rest: rest, lead: max(BudgetPriority.leadMin.calm, decodesViewport * slow)),
      lively: .init(
        rest: max(rest, BudgetPriority.livelyRest), lead: max(BudgetPriority.leadMin.lively, decodesViewport)),
      most: reach, layout)
  }

  mutating func see(decodeCost: Double, workers: Int, _ layout: GridLayout) {
    let (cells, height) = layout.density
    let rows = Double(layout.viewportHeight.rawValue) / Double(height.rawValue)
    decodesViewport = rows * Double(cells) * decodeCost / Double(workers)
  }

  private func stop(_ old: ItemRange, but first: ItemRange, _ second: ItemRange, _ plan: inout Plan) {
    plan.stop(old.before(first), except: second)
    plan.stop(old.after(first), except: second)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    self.layout = layout
    limit.forget()
    forecast.forget()
    pace.forget()
    hasKnownRows = false
    (window, far, aim) = (.empty, .empty, .empty)
    aimedRows = 0..<0
    // Bitmaps of an earlier visit to this target size may still be held.
    held = ItemRange(lower: 0, upper: layout.count)
    begun.removeAll(keepingCapacity: true)
  }

  public mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
    if aim.contains(item) { return }
    held = held.hull(with: ItemRange(lower: item.rawValue, upper: item.rawValue + 1))
  }

  public mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
    if window.contains(item) || far.contains(item) { hasHoles = true }
  }

  // Rows where the scroll will stop, if the phone tells: they lie beyond the window, so they are started beside it, and
  // decoded in time before the rows on the way there.

  /// The factor by which the way is taken to be shorter than the work: it is better to be early.
  private static let early = 2.0
  /// The number of frames ahead that are looked at in a fast scroll, and the most viewports that they may be away.
  private static let framesAhead = 3.0
  private static let viewportsAhead = 6.0

  /// Returns how far beyond the reach rows are started and decoded: as far as the next frames may come.
  func nextFrames(_ layout: GridLayout) -> Int64 {
    guard forecast.isFast else { return 0 }
    let way = forecast.speed * forecast.interval * BudgetPriority.framesAhead
    return Int64(min(way, BudgetPriority.viewportsAhead) * Double(layout.viewportHeight.rawValue))
  }

  /// Returns the items that will be on screen where the scroll stops and are not in `window`.
  func items(atTargetBeside window: ItemRange, _ layout: GridLayout) -> ItemRange {
    guard let target = forecast.aim else { return .empty }
    let items = layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: target)))
    return items.lower >= window.lower ? items.after(window) : items.before(window)
  }

  mutating func chooseAim(_ layout: GridLayout, _ jobs: JobView, cost: Double, since: Double) {
    guard !far.isEmpty else { return aim(at: .empty, layout) }
    let row = layout.row(of: forecast.isMovingDown ? far.lower : far.upper - 1)
    let extent = layout.extent(ofRow: row)
    let visit = forecast.visit(minY: extent.minY.rawValue, maxY: extent.maxY.rawValue)
    let work = Double(far.count) * cost / Double(jobs.workers)
    aim(at: visit.begin - since < work * BudgetPriority.early ? far : .empty, layout)
  }

  /// Excludes the bitmaps of the aim from those that may be dropped, and includes those of an earlier aim again.
  private mutating func aim(at items: ItemRange, _ layout: GridLayout) {
    if items == aim { return }
    held = held.hull(with: aim)
    aim = items
    hasKnownRows = false
    aimedRows = items.isEmpty ? 0..<0 : layout.row(of: items.lower)..<layout.row(of: items.upper - 1) + 1
  }

  /// Returns the bitmap that a cell on screen replaces when nothing else may be dropped: the one of the aim that is
  /// seen last.
  func lastOfAim(_ jobs: JobView) -> ItemID? {
    for step in 0..<Int32(aim.count) {
      let item = ItemID(rawValue: forecast.isMovingDown ? aim.upper - 1 - step : aim.lower + step)
      if jobs.state(of: item) == .kept { return item }
    }
    return nil
  }
}
