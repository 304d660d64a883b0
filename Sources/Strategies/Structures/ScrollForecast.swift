import StrategyKit

/// Forecasts the viewport: the last offset, a smoothed velocity, and a fling that dies away, y + v x tau x (1 -
/// e^(-t/tau)), with a tau that follows the recent decay of the speed. Lengths are thousandths of a point, times
/// seconds.
///
/// A scroll faster than most fingers fling is a hand that drags through the whole content: velocity and tau follow it
/// sooner, and frames are so far apart that rows between them are never seen (`HandPath` forecasts them). Signals of
/// the phone are believed: a scroll that is still does not move, and a fling is no hand and dies away towards its
/// target.
struct ScrollForecast: Sendable {
  /// The time in which a fling loses most of its speed until it has shown it, in seconds.
  private let usualTau: Double
  private let isHearingFinger: Bool
  /// The share of its speed that it lost lately, a second: 1 / tau. A finger that slows down stops sooner than a fling.
  private var decay: Double
  /// The shortest and longest tau of a fling, in seconds; a hand may stop sooner.
  private static let tauMin = 0.2
  private static let tauMax = 0.5
  private static let handTauMin = 0.05
  /// The share of the latest frame in `decay`, and in velocity and `decay` of a fast scroll.
  private static let decayShare = 0.2
  private static let fastShare = (velocity: 0.75, decay: 0.5)
  /// The speed above which few fingers fling, in viewports a second.
  private static let fastAbove = 7.0
  /// The speed below which frames tell nothing of the decay, in thousandths of a point a second.
  private static let decayAbove = 8000.0
  /// The time after which a finger that has not moved the content holds it; for a fast one, the number of frames.
  private static let restAfter: Int64 = 50_000_000
  private static let fastRestAfter = 1.1
  /// The speed below which the scroll rests, as a share of a viewport a second.
  private static let restBelow = 0.01
  /// The speed, in viewports a second, above which content of which no finger is known leaps: a click into the scroll
  /// bar. It does not go on.
  private static let leapAbove = 20.0

  private(set) var offset: Int64 = 0
  private(set) var time: Int64 = 0
  private(set) var velocity = 0.0
  /// True if the content last moved to show what is below.
  private(set) var hasMovedDown = true
  /// The offset at which the scroll will stop, as the phone says.
  private(set) var target: Int64?
  /// True if the system scrolls it to the target.
  private(set) var isAnimated = false
  /// True if the phone says that it coasts.
  private var isFling = false
  /// The recent time from frame to frame, in seconds.
  private(set) var interval = 1 / 60.0
  private var viewportHeight: Int64 = 1
  private var lastOffset: Int64 = 0
  private var isFirst = true
  private var hand = HandPath()

  /// - Parameters:
  ///   - tau: In seconds.
  ///   - isHearingFinger: Whether signals are believed; if not, every movement is a fling.
  init(tau: Double, isHearingFinger: Bool = true) {
    usualTau = tau
    self.isHearingFinger = isHearingFinger
    decay = 1 / tau
  }

  mutating func observe(_ frame: FrameContext) {
    let (now, y) = (frame.time.rawValue, frame.offset.rawValue)
    viewportHeight = frame.layout.viewportHeight.rawValue
    lastOffset = frame.layout.lastOffset.rawValue
    if !isFirst && now > time {
      let latest = Double(y - offset) * 1_000_000_000 / Double(now - time)
      let before = velocity
      if now - time > ScrollForecast.restAfter {
        velocity = latest / 2
      } else {
        velocity = isFast ? velocity + (latest - velocity) * ScrollForecast.fastShare.velocity : (latest + velocity) / 2
      }
      measureDecay(from: before, over: now - time)
      if now - time <= ScrollForecast.restAfter {
        interval += (max(0.004, Double(now - time) / 1_000_000_000) - interval) / 8
      }
      if y != offset { hasMovedDown = y > offset }
    }
    let (last, wasFirst) = (HandPath.Frame(time: time, offset: offset), isFirst)
    isFirst = false
    (time, offset) = (now, y)
    if !isHearingFinger { return }
    hear(frame)
    if wasFirst || now == last.time { return hand.forget() }
    let comesFromRest = now - last.time > ScrollForecast.restAfter
    let leavesAll = (y - last.offset).magnitude > UInt64(viewportHeight)
    if frame.phase == nil && (speed > ScrollForecast.leapAbove || (comesFromRest && leavesAll)) { velocity = 0 }
    let this = HandPath.Frame(time: now, offset: y)
    hand.see(this, after: last, interval: interval, isNext: now - last.time <= ScrollForecast.restAfter)
    // No closure: one that reads what is forecast would hold, and so copy, the memory of what is written.
    let isHeeded = isFasterThanFlings || hand.hasBeenFast
    let plain = isHeeded ? way(after: Double(HandPath.guessesMax) * interval) : 0
    hand.follow(
      this, interval: interval, isHand: frame.phase == .dragging || frame.phase == .scrubbing,
      isFast: isFasterThanFlings && target == nil, lastOffset: lastOffset, plain: plain)
  }

  /// Returns the way of a hand or of a fling that dies away after some seconds.
  private func way(after seconds: Double) -> Double {
    if decay > 1 / ScrollForecast.tauMin {
      let time = min(seconds, 1 / decay)
      return Double(offset) + velocity * time * (1 - time * decay / 2)
    }
    return Double(offset) + velocity / decay * (1 - Exponential.decay(seconds * decay))
  }

  private mutating func measureDecay(from before: Double, over elapsed: Int64) {
    let (old, new) = (before.magnitude, velocity.magnitude)
    guard elapsed <= ScrollForecast.restAfter && before * velocity > 0 && new >= ScrollForecast.decayAbove else {
      decay = 1 / usualTau
      return
    }
    let measured = (old - new) * 1_000_000_000 / Double(elapsed) / new
    let most = isFast ? 1 / ScrollForecast.handTauMin : 1 / ScrollForecast.tauMin
    let bounded = max(1 / ScrollForecast.tauMax, min(most, measured))
    decay += (bounded - decay) * (isFast ? ScrollForecast.fastShare.decay : ScrollForecast.decayShare)
  }

  private mutating func hear(_ frame: FrameContext) {
    isAnimated = frame.phase == .animated && frame.target != nil
    isFling = frame.phase == .decelerating
    target = frame.target?.rawValue
    if frame.phase == .still { velocity = 0 }
    guard let target else { return }
    let room = Double(target - offset)
    if room == 0 {
      velocity = 0
    } else if isAnimated {
      // The duration of its way is not told: a second at most from anywhere.
      if room * velocity <= 0 || velocity.magnitude < room.magnitude { velocity = room }
      decay = velocity / room
    } else if room * velocity > 0 {
      decay = max(1 / ScrollForecast.tauMax, min(1 / ScrollForecast.handTauMin, velocity / room))
    }
  }

  mutating func forget() {
    isFirst = true
    isAnimated = false
    isFling = false
    target = nil
    velocity = 0
    decay = 1 / usualTau
    hand.forget()
  }

  /// Lets time pass without a frame.
  mutating func wait(until now: Int64) {
    if isAnimated { return }
    let frames = Int64(interval * ScrollForecast.fastRestAfter * 1_000_000_000)
    let patience = isFast ? min(frames, ScrollForecast.restAfter) : ScrollForecast.restAfter
    if now - time > patience || isResting { velocity = 0 }
  }

  /// The speed in viewports a second.
  var speed: Double { velocity.magnitude / Double(viewportHeight) }

  /// True if a hand drags through the content: faster than most fingers fling and no fling as far as the phone says, or
  /// at the end of such a way.
  var isFast: Bool { isFasterThanFlings || (hand.isReaching && velocity != 0) }

  private var isFasterThanFlings: Bool { isHearingFinger && !isFling && speed > ScrollForecast.fastAbove }

  /// The offset at which the content is expected beside what is near: the phone's target, or that of a hand.
  var aim: Int64? { target ?? (velocity == 0 ? nil : hand.aim) }

  var isResting: Bool { speed < ScrollForecast.restBelow }

  var isMovingDown: Bool { velocity == 0 ? hasMovedDown : velocity > 0 }

  func visit(_ row: VerticalRange) -> (begin: Double, end: Double) {
    visit(minY: row.minY.rawValue, maxY: row.maxY.rawValue)
  }

  /// Returns the times at which the row's cells come into view and have left it, in seconds after the last frame;
  /// infinite if the forecast never gets there.
  func visit(minY: Int64, maxY: Int64) -> (begin: Double, end: Double) {
    if velocity != 0 && !hand.steps.isEmpty {
      return hand.visit(minY: minY, maxY: maxY, viewportHeight: viewportHeight, from: offset)
    }
    let bottom = offset + viewportHeight
    if minY < bottom && maxY > offset {
      return (0, velocity == 0 ? .infinity : seconds(over: isMovingDown ? maxY - offset : bottom - minY))
    }
    if velocity == 0 || isMovingDown == (maxY <= offset) { return (.infinity, .infinity) }
    if isMovingDown { return inFrames(seconds(over: minY - bottom), seconds(over: maxY - offset)) }
    return inFrames(seconds(over: offset - maxY), seconds(over: bottom - minY))
  }

  /// Returns a visit as frames of a fast scroll show it, from the first frame that sees the row; none if no frame does.
  private func inFrames(_ begin: Double, _ end: Double) -> (begin: Double, end: Double) {
    if !isFast || begin == .infinity { return (begin, end) }
    let (first, last) = (frame(notBefore: begin), end == .infinity ? end : frame(notBefore: end))
    return first < last ? (first, last) : (begin, 0)
  }

  /// Returns the first frame that is not before so many seconds after the last one, or a tenth of an interval before.
  private func frame(notBefore seconds: Double) -> Double {
    let frames = seconds / interval - 0.1
    if frames > 1_000_000 { return seconds }
    let whole = Double(Int64(frames))
    return max(1, whole < frames ? whole + 1 : whole) * interval
  }

  /// Returns the time until the content has moved by `distance`, which is not negative.
  private func seconds(over distance: Int64) -> Double {
    // The content ends somewhere, and so may the scroll.
    var room = isMovingDown ? lastOffset - offset : offset
    if let target { room = min(room, isMovingDown ? target - offset : offset - target) }
    if distance > room { return .infinity }
    if decay > 1 / ScrollForecast.tauMin && target == nil {
      // A hand that brakes evenly stands after 1 / decay.
      let left = 1 - Double(distance) * 2 * decay / velocity.magnitude
      return left < 0.0001 ? .infinity : (1 - left.squareRoot()) / decay
    }
    let left = 1 - Double(distance) * decay / velocity.magnitude
    return left < 0.0001 ? .infinity : -Exponential.logarithm(left) / decay
  }
}
