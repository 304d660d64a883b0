/// Where the viewport will be: the last offset, a smoothed velocity, and a fling that dies away,
/// y + v x tau x (1 - e^(-t/tau)). Lengths are thousandths of a point, times seconds.
struct ScrollForecast: Sendable {
  /// How long a fling takes to lose most of its speed.
  private let tau: Double
  /// A finger that has not moved the content for so long holds it.
  private static let restAfter: Int64 = 50_000_000
  /// Slower than this share of a viewport a second is rest.
  private static let restBelow = 0.01

  private(set) var offset: Int64 = 0
  private(set) var time: Int64 = 0
  private(set) var velocity = 0.0
  /// The side the content last moved to show: below when true.
  private(set) var lastWasDown = true
  private var viewportHeight: Int64 = 1
  private var lastOffset: Int64 = 0
  private var isFirst = true

  /// - Parameter tau: seconds.
  init(tau: Double) { self.tau = tau }

  /// A frame shows another offset.
  mutating func observe(_ frame: FrameContext) {
    let (now, y) = (frame.time.rawValue, frame.offset.rawValue)
    viewportHeight = frame.layout.viewportHeight.rawValue
    lastOffset = frame.layout.lastOffset.rawValue
    if !isFirst && now > time {
      let latest = Double(y - offset) * 1_000_000_000 / Double(now - time)
      velocity = now - time > ScrollForecast.restAfter ? latest / 2 : (latest + velocity) / 2
      if y != offset { lastWasDown = y > offset }
    }
    isFirst = false
    (time, offset) = (now, y)
  }

  /// Forgets the movement: the content is another.
  mutating func forget() {
    isFirst = true
    velocity = 0
  }

  /// Time has passed without a frame.
  mutating func wait(until now: Int64) {
    if now - time > ScrollForecast.restAfter || isResting { velocity = 0 }
  }

  /// The speed in viewports a second.
  var speed: Double { (velocity < 0 ? -velocity : velocity) / Double(viewportHeight) }

  var isResting: Bool { speed < ScrollForecast.restBelow }

  var movesDown: Bool { velocity == 0 ? lastWasDown : velocity > 0 }

  /// When the row's cells come into view and when they have left it, in seconds after the last frame; infinite when the
  /// forecast never gets there.
  func visit(minY: Int64, maxY: Int64) -> (begin: Double, end: Double) {
    let bottom = offset + viewportHeight
    if minY < bottom && maxY > offset {
      return (0, velocity == 0 ? .infinity : seconds(over: movesDown ? maxY - offset : bottom - minY))
    }
    if velocity == 0 || movesDown == (maxY <= offset) { return (.infinity, .infinity) }
    if movesDown { return (seconds(over: minY - bottom), seconds(over: maxY - offset)) }
    return (seconds(over: offset - maxY), seconds(over: bottom - minY))
  }

  /// The time until the content has moved by `distance`, which is not negative.
  private func seconds(over distance: Int64) -> Double {
    // The content ends somewhere.
    let room = movesDown ? lastOffset - offset : offset
    if distance > room { return .infinity }
    let left = 1 - Double(distance) / ((velocity < 0 ? -velocity : velocity) * tau)
    return left < 0.0001 ? .infinity : -tau * Exponential.logarithm(left)
  }
}
