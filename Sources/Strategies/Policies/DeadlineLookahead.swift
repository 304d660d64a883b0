/// Looks as far ahead as the scroll goes while a row is decoded twice over, between a quarter and three quarters of a
/// screen, and keeps an eighth behind. What will be visible first is decoded first.
///
/// Rule: at each frame the window moves to the items that overlap the viewport grown by the lead in the direction of
/// the scroll and by `trail` x H behind. The lead is the speed x `factor` x (d + d x columns / 2), where columns are
/// those of the widest row and d is the mean decode time so far: one decode, and the wait behind half a row of them. It
/// is at least `least` x H and at most `most` x H. Before the first decode has ended the time is
/// `DeadlineLookahead.timeBeforeFirstDecode` 150,000,000 ns, whatever `factor` is.
///
/// Source: the rule that a lead of speed x (queue wait + decode time) hits below saturation, and that more is memory
/// for nothing. Rows in order of distance are rows in order of deadline, as all of them move together. Differences:
/// strategies are not told the queue wait, so the wait of half a row on two workers stands for it.
///
/// Cost a frame: eight integer divisions. Loses on turns, where nearly nothing is behind. Loses when decodes cannot
/// keep up: a longer lead then only makes the queue longer.
public struct DeadlineLookahead: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "deadline-lookahead",
    summary: "a lead of speed x `factor` x what a row's decodes take, earliest deadline first",
    parameters: [
      .number("factor", in: 0...100, default: Rational(2), "times the decode time of a row"),
      .number("least", in: 0...100, default: Rational(1, 4), "viewport heights ahead at least"),
      .number("most", in: 0...100, default: Rational(3, 4), "viewport heights ahead at most"),
      .number("trail", in: 0...100, default: Rational(3, 25), "viewport heights kept behind"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private static let timeBeforeFirstDecode: Int64 = 150_000_000
  /// The longest lead, 30 days, in nanoseconds.
  private static let timeMax: Int64 = 2_592_000_000_000_000

  private let factor: Rational
  private let least: Rational
  private let most: Rational
  private let trail: Rational
  private var window = PreheatWindow()

  public init(_ parameters: ParameterValues) {
    factor = parameters.rational("factor")
    least = parameters.rational("least")
    most = parameters.rational("most")
    trail = parameters.rational("trail")
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    window.see(frame)
    let (lead, behind) = (lead(frame), frame.screens(trail))
    let (above, below) = window.motion.isGoingUp ? (lead, behind) : (behind, lead)
    window.move(to: frame.items(above: above, below: below), frame, plan: &plan)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window.forget() }

  private func lead(_ frame: FrameContext) -> Int64 {
    let decode = min(frame.meanDecodeTime.rawValue, DeadlineLookahead.timeMax)
    let wait = min(decode.scaled(by: Int64(frame.layout.widestRow), over: 2), .max / 2)
    let time =
      decode == 0
      ? DeadlineLookahead.timeBeforeFirstDecode
      : min((wait + decode).scaled(by: factor.numerator, over: factor.denominator), DeadlineLookahead.timeMax)
    let distance = abs(window.motion.speed).scaled(by: time, over: 1_000_000_000)
    return min(max(distance, frame.screens(least)), max(frame.screens(least), frame.screens(most)))
  }
}
