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
  private(set) var isAnimated = false
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

  mutating func wait(until now: Int64) {
    if isAnimated { return }
    let frames = Int64(interval * ScrollForecast.fastRestAfter * 1_000_000_000)
    let patience = isFast ? min(frames, ScrollForecast.restAfter) : ScrollForecast.restAfter
    if now - time > patience || isResting { velocity = 0 }
  }

  var speed: Double { velocity.magnitude / Double(viewportHeight) }

  /// True if a hand drags through the content: faster than most fingers fling and no fling as far as the phone says, or
  /// at the end of such a way.
  var isFast: Bool { isFasterThanFlings || (hand.isReaching && velocity != 0) }

  private var isFasterThanFlings: Bool { isHearingFinger && !isFling && speed > ScrollForecast.fastAbove }

  /// The offset at which the content is expected beside what is near: the phone's target, or that of a hand.
  var aim: Int64? { target ?? (velocity == 0 ? nil : hand.aim) }

  var isResting: Bool { speed < ScrollForecast.restBelow }

  var isMovingDown: Bool { velocity == 0 ? hasMovedDown : velocity > 0 }

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

/// Estimates how far a scroll may come before decodes that begin now are done, so how far ahead they are worth their
/// price: rows that lie farther are seen too seldom before the finger turns. A finger that reads needs a row or two;
/// one that flings, the way of the fling.
///
/// Two memories tell them apart: the latest speed, and an earlier one while it fades, for a finger that flung a moment
/// ago will fling again; and the recent way, for people who read or look move the content by a screen in some seconds,
/// hunters by one or two each second. Until a scroll has shown either, it may be any.
struct ScrollPace: Sendable {
  /// The reach in viewport heights at rest, and the seconds of scroll by which it grows.
  struct Reach: Sendable {
    var rest: Double
    var lead: Double
  }

  private var speed = ScrollPace.unknown
  private var travel = ScrollPace.unknown
  private var time: Int64 = 0
  private var offset: MilliPoints?

  private static let unknown = 100.0
  /// The number of viewports above which a reach counts as unlimited.
  private static let reachMax = 1000.0
  /// The nanoseconds in which an earlier speed, and the way of an earlier movement, have faded.
  private static let speedFades = 1_000_000_000.0
  private static let travelFades = 5_000_000_000.0
  /// The recent way in viewports from which on a scroll is no reader's.
  private static let lively = 8.0

  /// Takes a frame in at this speed, in viewports a second. One with the same offset changes nothing.
  mutating func see(_ latest: Double, _ frame: FrameContext) {
    if offset == frame.offset { return }
    let now = frame.time.rawValue
    if let offset {
      let elapsed = Double(now - time)
      speed = min(ScrollPace.unknown, max(latest, speed * max(0, 1 - elapsed / ScrollPace.speedFades)))
      let way = Double((frame.offset - offset).rawValue.magnitude) / Double(frame.layout.viewportHeight.rawValue)
      travel = min(ScrollPace.unknown, travel * max(0, 1 - elapsed / ScrollPace.travelFades) + way)
    }
    (offset, time) = (frame.offset, now)
  }

  mutating func forget() { self = ScrollPace() }

  /// Returns the farthest that the near edge of a row may be from the viewport for the whole row to be within reach, in
  /// thousandths of a point. The next row always is, if `most` allows.
  ///
  /// - Parameters:
  ///   - calm: The reach of a scroll that hardly moved lately.
  ///   - lively: The reach of one that moved much; in between, the reach is between them.
  ///   - most: The margin at any speed.
  func margin(calm: Reach, lively: Reach, most: Int64, _ layout: GridLayout) -> Int64 {
    let share = min(1, travel / ScrollPace.lively)
    let (rest, lead) = (
      calm.rest + (lively.rest - calm.rest) * share, calm.lead + (lively.lead - calm.lead) * share
    )
    let reach = min(ScrollPace.reachMax, rest + lead * speed)
    let margin = Int64(Double(layout.viewportHeight.rawValue) * reach) - layout.tallestCell.rawValue
    return min(most, max(layout.widestGap.rawValue + 1, margin))
  }
}
