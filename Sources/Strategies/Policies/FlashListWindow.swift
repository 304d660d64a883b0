/// Divides a buffer of fixed length by the direction of the scroll, seven tenths ahead, around the place where the list
/// will be when what is asked for now is drawn.
///
/// Rule: the speeds of the last `FlashListWindow.speedsMax` 5 frames are remembered. The scroll goes up when more of
/// them are upwards than downwards. The place is the offset plus the median of these speeds x the mean decode time so
/// far, which is taken as 16 ms at least and as 32 ms at most. At each frame the window moves to the items that overlap
/// the viewport at that place, with `buffer` points around it: `ahead` x `buffer` in the direction of the scroll, the
/// rest behind. Where this passes an end of the content it is moved back, so that the other side gets what this side
/// cannot use. Of an even number of speeds the median is the lower of the two in the middle.
///
/// Source: FlashList 2: 500 points of buffer, the direction by majority of the last five speeds, the place projected by
/// their median times the mean drawing time, 16 to 32 ms. Differences: the mean decode time stands for the drawing
/// time.
///
/// Cost a frame: a sort of five numbers and six integer divisions. Loses where decodes take longer than a frame: half a
/// screen ahead is then too little.
public struct FlashListWindow: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "flashlist",
    summary: "a buffer of `buffer` points, 7/10 of it ahead, around the place projected by speed x decode time",
    parameters: [
      .number("buffer", in: 0...100_000, default: Rational(500), "points kept above and below together"),
      .number("ahead", in: 0...1, default: Rational(7, 10), "share of the buffer in the direction of the scroll"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private static let speedsMax = 5
  private static let drawingTimes: ClosedRange<Int64> = 16_000_000...32_000_000

  private let buffer: Rational
  private let ahead: Rational
  private var window = PreheatWindow()
  /// The last speeds, oldest overwritten first; thousandths of a point a second.
  private var speeds: ContiguousArray<Int64> = []
  private var place = 0

  public init(_ parameters: ParameterValues) {
    buffer = parameters.rational("buffer")
    ahead = parameters.rational("ahead")
    speeds.reserveCapacity(FlashListWindow.speedsMax)
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    window.see(frame)
    remember(window.motion.speed)
    let downs = speeds.count { $0 > 0 }
    let ups = speeds.count { $0 < 0 }
    let isGoingUp = ups > downs
    let whole = (1000 * buffer.numerator).ceilingDivide(buffer.denominator)
    let front = whole * ahead.numerator / ahead.denominator
    let time = min(
      max(frame.meanDecodeTime.rawValue, FlashListWindow.drawingTimes.lowerBound),
      FlashListWindow.drawingTimes.upperBound)
    let middle = frame.offset.rawValue + median.scaled(by: time, over: 1_000_000_000)
    var low = middle - (isGoingUp ? front : whole - front)
    let length = frame.layout.viewportHeight.rawValue + whole
    low = max(0, min(low, frame.layout.contentHeight.rawValue - length))
    let wanted = frame.layout.items(
      overlapping: VerticalRange(minY: MilliPoints(rawValue: low), maxY: MilliPoints(rawValue: low + length)))
    window.move(to: wanted, frame, isGoingUp: isGoingUp, plan: &plan)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    window.forget()
    speeds.removeAll(keepingCapacity: true)
    place = 0
  }

  private mutating func remember(_ speed: Int64) {
    if speeds.count < FlashListWindow.speedsMax {
      speeds.append(speed)
    } else {
      speeds[place] = speed
      place = (place + 1) % FlashListWindow.speedsMax
    }
  }

  /// The median speed; of an even number of speeds the lower one. No copy is made, for a frame allocates nothing.
  private var median: Int64 {
    for candidate in speeds {
      let below = speeds.count { $0 < candidate }
      let equal = speeds.count { $0 == candidate }
      let rank = (speeds.count - 1) / 2
      if below <= rank && rank < below + equal { return candidate }
    }
    return 0
  }
}
