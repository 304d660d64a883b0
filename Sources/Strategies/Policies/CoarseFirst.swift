public import StrategyKit

/// Lets the embedded thumbnail stand in where the full image cannot be in time, and only while decoding cannot keep up.
///
/// Rule: at each frame, once its cells have asked, it counts missing full images in the order in which they are taken
/// to be decoded. First come the visible cells that wait, in item order. While the policy is alert and the scroll
/// moves, rows follow that the forecast shows within `lead` seconds, nearest first, until the thumbnails wanted ahead
/// would take all workers for `lead`. The n-th of them that does not run yet is taken to end after ceil(n / workers)
/// mean decodes, one that runs after half a mean decode. Where that is more than `patience` after its cell is seen, and
/// longer than a thumbnail takes, the thumbnail is started, and the image is overdue. An overdue visible cell makes the
/// policy alert until `calm` seconds have passed without one. Where it was alert before a frame, its patience at that
/// frame is a quarter. While it is alert thumbnails within `keep` x H of the viewport, and those of the rows that it
/// looked at, stay started; all others are stopped. When it is not alert all are stopped. Before the first decode has
/// ended a full image is taken to cost `CoarseFirst.firstCost` 0.012 s, and a thumbnail a tenth of a full image. The
/// forecast is that of `budget-priority`, with a tau of `CoarseFirst.tau` 0.3 s.
///
/// Source: progressive delivery as Photos and Texture document it, by their behaviour. Differences: it knows the queue,
/// and asks for nothing where that is short. So it does not flap between sharp and soft rows. Full decodes go on in the
/// time that is left, which sharpens what rests.
///
/// Cost a frame: a look at each visible cell that waits, and when alert a logarithm a row ahead. Loses where files have
/// no thumbnail. Delays full images by the thumbnails' cost, first of all those of the first viewport.
public struct CoarseFirst: CoarsePolicy {
  public static let descriptor = PolicyDescriptor(
    id: "coarse",
    summary: "embedded thumbnails first where full images would be late; joined to another strategy by +",
    parameters: [
      .number("lead", in: 0...10, default: Rational(1, 10), "seconds that the forecast looks ahead"),
      .number("patience", in: 0...10, default: Rational(1, 120), "seconds that a full image may come after its cell"),
      .number("calm", in: 0...100, default: Rational(1, 4), "seconds without a late image until it is no longer alert"),
      .number(
        "keep", in: 0...100, default: Rational(1, 4),
        "viewport heights around the viewport in which coarse bitmaps stay while it is alert"),
    ])

  /// What a decode is taken to cost before the first one ended, seconds.
  private static let firstCost = 0.012
  /// Seconds in which a fling loses most of its speed.
  private static let tau = 0.3

  private let lead: Double
  private let patience: Double
  private let calm: Int64
  private let keep: Rational
  private var forecast = ScrollForecast(tau: CoarseFirst.tau, readsFinger: false)
  /// Started items lie in it.
  private var window = ItemRange.empty
  /// Until when it is alert, nanoseconds.
  private var alertUntil = Int64.min

  public init(_ parameters: ParameterValues) {
    lead = parameters.double("lead")
    patience = parameters.double("patience")
    calm = Int64(parameters.double("calm") * 1_000_000_000)
    keep = parameters.rational("keep")
  }

  public mutating func viewportChanged(_ frame: FrameContext, _ jobs: JobView, plan: inout Plan) {
    forecast.observe(frame)
    let (layout, now) = (frame.layout, frame.time.rawValue)
    var look = Look(jobs, patience: now < alertUntil ? patience / 4 : patience)
    let rows = layout.rows(overlapping: frame.viewport)
    let visible = layout.items(inRows: rows)
    for id in visible.lower..<visible.upper {
      let state = jobs.state(of: ItemID(rawValue: id))
      if state.contains(.awaited) { look.add(id, state, in: 0, plan: &plan) }
    }
    if look.isOverdue { alertUntil = now + calm }
    guard now < alertUntil else {
      plan.stop(window)
      window = .empty
      return
    }
    let ahead = forecast.velocity == 0 ? rows : lookAhead(of: rows, layout, jobs, &look, &plan)
    let margin = frame.screens(keep)
    let kept = frame.items(above: margin, below: margin).hull(with: layout.items(inRows: ahead))
    plan.stop(window.before(kept))
    plan.stop(window.after(kept))
    window = kept
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    forecast.forget()
    window = .empty
  }

  /// Goes through the rows that the forecast shows within `lead`, as far as thumbnails can be decoded until then; the rows
  /// it came to, the visible ones among them.
  private func lookAhead(
    of visible: Range<Int64>, _ layout: GridLayout, _ jobs: JobView, _ look: inout Look, _ plan: inout Plan
  ) -> Range<Int64> {
    var rows = visible
    let limit = look.count + Int(lead / look.coarseCost * Double(jobs.workers))
    while look.count < limit {
      let row = forecast.movesDown ? rows.upperBound : rows.lowerBound - 1
      guard row >= 0 && row < layout.rowCount else { break }
      let begin = forecast.visit(layout.extent(ofRow: row)).begin
      if begin > lead { break }
      let items = layout.items(inRows: row..<row + 1)
      for id in items.lower..<items.upper {
        let state = jobs.state(of: ItemID(rawValue: id))
        if !state.contains(.resident) { look.add(id, state, in: begin, plan: &plan) }
      }
      rows = forecast.movesDown ? rows.lowerBound..<row + 1 : row..<rows.upperBound
    }
    return rows
  }

  /// A walk over missing images in the order in which they are taken to be decoded.
  private struct Look {
    let cost: Double
    let coarseCost: Double
    private let workers: Int
    private let patience: Double
    /// Full decodes before the next item's.
    private var queued = 0
    /// Thumbnails that are wanted.
    private(set) var count = 0
    private(set) var isOverdue = false

    init(_ jobs: JobView, patience: Double) {
      let mean = Double(jobs.meanDecodeTime.rawValue) / 1_000_000_000
      let coarseMean = Double(jobs.meanCoarseTime.rawValue) / 1_000_000_000
      cost = mean > 0 ? mean : CoarseFirst.firstCost
      coarseCost = coarseMean > 0 ? coarseMean : cost / 10
      workers = jobs.workers
      self.patience = patience
    }

    /// The next missing item, to be seen in so many seconds: its thumbnail is started when its full image will be late.
    mutating func add(_ id: Int32, _ state: ItemState, in seconds: Double, plan: inout Plan) {
      var end = cost / 2
      if !state.contains(.running) {
        queued += 1
        end = Double((queued + workers - 1) / workers) * cost
      }
      guard end > seconds + patience && end > coarseCost else { return }
      isOverdue = true
      count += 1
      if !state.contains(.coarse) { plan.start(next: id, tier: .coarse) }
    }
  }
}
