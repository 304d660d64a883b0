import StrategyKit

/// Where the viewport will be: the last offset, a smoothed velocity, and a fling that dies away,
/// y + v x tau x (1 - e^(-t/tau)), with a tau that follows how the speed lately fell. Lengths are thousandths of a point,
/// times seconds.
struct ScrollForecast: Sendable {
  /// How long a fling takes to lose most of its speed, seconds, as long as it has not shown it.
  private let usualTau: Double
  /// The share of its speed that it lately lost, a second: 1 / tau. A finger that slows down stops sooner than a fling.
  private var decay: Double
  /// A fling is never taken to lose its speed faster or more slowly than in so many seconds.
  private static let tauMin = 0.2
  private static let tauMax = 0.5
  /// How much the latest frame changes `decay`.
  private static let decayShare = 0.2
  /// Below this speed, thousandths of a point a second, frames tell nothing of the decay.
  private static let decayAbove = 8000.0
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
  init(tau: Double) {
    usualTau = tau
    decay = 1 / tau
  }

  /// A frame shows another offset.
  mutating func observe(_ frame: FrameContext) {
    let (now, y) = (frame.time.rawValue, frame.offset.rawValue)
    viewportHeight = frame.layout.viewportHeight.rawValue
    lastOffset = frame.layout.lastOffset.rawValue
    if !isFirst && now > time {
      let latest = Double(y - offset) * 1_000_000_000 / Double(now - time)
      let before = velocity
      velocity = now - time > ScrollForecast.restAfter ? latest / 2 : (latest + velocity) / 2
      measureDecay(from: before, over: now - time)
      if y != offset { lastWasDown = y > offset }
    }
    isFirst = false
    (time, offset) = (now, y)
  }

  /// The velocity was another so many nanoseconds ago.
  private mutating func measureDecay(from before: Double, over elapsed: Int64) {
    let (old, new) = (before < 0 ? -before : before, velocity < 0 ? -velocity : velocity)
    guard elapsed <= ScrollForecast.restAfter && before * velocity > 0 && new >= ScrollForecast.decayAbove else {
      decay = 1 / usualTau
      return
    }
    let measured = (old - new) * 1_000_000_000 / Double(elapsed) / new
    let bounded = max(1 / ScrollForecast.tauMax, min(1 / ScrollForecast.tauMin, measured))
    decay += (bounded - decay) * ScrollForecast.decayShare
  }

  /// Forgets the movement: the content is another.
  mutating func forget() {
    isFirst = true
    velocity = 0
    decay = 1 / usualTau
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
    let left = 1 - Double(distance) * decay / (velocity < 0 ? -velocity : velocity)
    return left < 0.0001 ? .infinity : -Exponential.logarithm(left) / decay
  }
}
