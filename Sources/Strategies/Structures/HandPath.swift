/// The path of a hand that drags through the whole content: from frame to frame, and to the end of its way.
///
/// A hand that reaches for a place moves with minimum jerk: after the share s of its time it has done s^3 (10 - 15 s +
/// 6 s^2) of its way. Speed, way and time so far give s, and with it the place and time of the end. Before half of the
/// time is over this says little. Other hands move otherwise, so there are three forecasts: the caller's plain one, one
/// that follows the speed and its recent change, and that of a reach. The one that was nearest lately counts.
///
/// Source: Flash and Hogan, The coordination of arm movements, 1985; following the best expert. Differences: none. Lengths
/// are thousandths of a point, times seconds. Memory: 24 steps, 8 guesses. Cost: O(1) a frame.
struct HandPath: Sendable {
  struct Step: Sendable {
    /// The seconds after the last frame.
    var after: Double
    var offset: Int64
  }

  struct Frame: Sendable {
    /// Nanoseconds.
    var time: Int64
    var offset: Int64
  }

  private static let stepsMax = 24
  /// The number of first steps that are frames; those to the end of a reach then take equal times.
  private static let framesMax = 8
  /// The share of the latest frame in the mean change of the speed.
  private static let pushShare = 0.5
  /// The share of a reach's time from which on its end is believed.
  private static let believedAfter = 0.5
  /// The number of frames ahead at which the content is expected if no end is believed.
  private static let framesAhead = 4
  /// The number of frames after which forecasts are compared with the offset shown, and the largest error that counts.
  static let guessesMax = 8
  private static let errorMax = 4_000_000.0
  /// The share of the latest error in the mean.
  private static let errorShare = 0.125

  /// The offset that each forecast expects some frames later.
  private struct Guess: Sendable {
    var plain: Double
    var speed: Double
    var reach: Double
  }

  /// The steps in order of time; empty unless a hand drags fast.
  private(set) var steps: ContiguousArray<Step> = []
  /// True if the hand reaches for a place, and the speed fits a reach.
  var isReaching: Bool { share > 0 }
  private var isStopping = false
  /// The speed from frame to frame, and its change a second.
  private var speed = 0.0
  private var push = 0.0
  /// True if the hand has been fast since it last stood.
  private(set) var hasBeenFast = false
  private var start = Frame(time: 0, offset: 0)
  /// The share of a reach's time that is over at the last frame, its duration and its length; 0 without a reach.
  private var share = 0.0
  private var lasts = 0.0
  private var way = 0.0

  /// The latest guesses in a ring, and their number since the way began.
  private var guesses: ContiguousArray<Guess>
  private var guessCount = 0
  /// The mean errors lately, of this and earlier ways.
  private var errors = Guess(plain: 0, speed: 0, reach: 0)

  init() {
    steps.reserveCapacity(HandPath.stepsMax)
    guesses = ContiguousArray(repeating: Guess(plain: 0, speed: 0, reach: 0), count: HandPath.guessesMax)
  }

  mutating func forget() {
    steps.removeAll(keepingCapacity: true)
    (speed, push, share, hasBeenFast, guessCount) = (0, 0, 0, false, 0)
  }

  private mutating func judge(_ guess: Guess, by offset: Int64) {
    func near(_ mean: inout Double, _ guess: Double) {
      mean += (min(HandPath.errorMax, (guess - Double(offset)).magnitude) - mean) * HandPath.errorShare
    }
    near(&errors.plain, guess.plain)
    near(&errors.speed, guess.speed)
    near(&errors.reach, guess.reach)
  }

  /// Ends a way where the content stands: later guesses are judged by that.
  private mutating func endGuesses(at offset: Int64) {
    for number in max(0, guessCount - HandPath.guessesMax)..<guessCount {
      judge(guesses[number % HandPath.guessesMax], by: offset)
    }
    guessCount = 0
  }

  /// Takes a frame in.
  ///
  /// - Parameters:
  ///   - interval: The seconds from frame to frame.
  ///   - isNext: Whether the frame before it was the latest possible one: nothing rested between them.
  mutating func see(_ frame: Frame, after last: Frame, interval: Double, isNext: Bool) {
    let moved = Double(frame.offset - last.offset)
    let latest = moved * 1_000_000_000 / Double(frame.time - last.time)
    if guessCount > 0 && (moved == 0 || !isNext) { endGuesses(at: last.offset) }
    if moved == 0 {
      start = frame
    } else if !isNext {
      start = Frame(time: frame.time - Int64(interval * 1_000_000_000), offset: last.offset)
    } else if latest * speed <= 0 {
      start = last
    }
    if isNext {
      push += ((latest - speed) * 1_000_000_000 / Double(frame.time - last.time) - push) * HandPath.pushShare
    } else {
      push = 0
    }
    speed = latest
  }

  /// Computes the steps.
  ///
  /// - Parameters:
  ///   - isHand: Whether a finger drags or scrubs, as far as is known; if not, there is no reach.
  ///   - isFast: Whether it is faster than most fingers fling.
  ///   - plain: The offset that is otherwise expected `guessesMax` frames later; read if it is or was fast.
  ///   - lastOffset: The last offset of the content.
  mutating func follow(
    _ frame: Frame, interval: Double, isHand: Bool, isFast: Bool, lastOffset: Int64, plain: Double
  ) {
    if !steps.isEmpty { steps.removeAll(keepingCapacity: true) }
    share = 0
    if !isFast && !hasBeenFast {
      if guessCount > 0 { endGuesses(at: frame.offset) }
      return
    }
    hasBeenFast = isHand && frame.time > start.time && (hasBeenFast || isFast)
    if hasBeenFast { fitReach(frame, interval) }
    guard isFast || isReaching else { return endGuesses(at: frame.offset) }
    guess(frame, interval, lastOffset, plain: plain)
    let isReachBest = errors.reach < min(errors.plain, errors.speed)
    if isReachBest && share >= HandPath.believedAfter {
      followReach(from: frame.offset, interval, lastOffset)
    } else if isReachBest || errors.speed < errors.plain {
      followSpeed(from: frame.offset, interval, lastOffset)
    }
  }

  private mutating func guess(_ frame: Frame, _ interval: Double, _ lastOffset: Int64, plain: Double) {
    if guessCount >= HandPath.guessesMax { judge(guesses[guessCount % HandPath.guessesMax], by: frame.offset) }
    var (y, v) = (Double(frame.offset), speed)
    for _ in 0..<HandPath.guessesMax {
      let next = v + push * interval
      if next * v <= 0 { break }
      v = next
      y += v * interval
    }
    let later = min(1, share + Double(HandPath.guessesMax) * interval / max(lasts, interval))
    let reached = share >= HandPath.believedAfter ? Double(start.offset) + way * HandPath.done(later) : y
    func inside(_ y: Double) -> Double { max(0, min(Double(lastOffset), y)) }
    guesses[guessCount % HandPath.guessesMax] = Guess(plain: inside(plain), speed: inside(y), reach: inside(reached))
    guessCount += 1
  }

  /// Returns the share of a reach's way that is done after a share of its time.
  private static func done(_ share: Double) -> Double { share * share * share * (10 + share * (6 * share - 15)) }

  private mutating func fitReach(_ frame: Frame, _ interval: Double) {
    let time = Double(frame.time - start.time) / 1_000_000_000 - interval / 2
    let so = Double(frame.offset - start.offset) - speed * interval / 2
    guard time > 0, so * speed > 0 else { return }
    // Speed x time / way is 30 (1 - s)^2 / (10 - 15 s + 6 s^2): 3 at first, 0 at the end.
    let ratio = speed * time / so
    let (a, b, c) = (30 - 6 * ratio, 60 - 15 * ratio, 30 - 10 * ratio)
    guard ratio < 2.9 else { return }
    let over = min(0.999, (b - max(0, b * b - 4 * a * c).squareRoot()) / (2 * a))
    guard over >= 0.05 else { return }
    lasts = time / over
    way = so / HandPath.done(over)
    share = min(0.999, (time + interval / 2) / lasts)
  }

  private mutating func followReach(from offset: Int64, _ interval: Double, _ lastOffset: Int64) {
    let rest = Double(start.offset) + way - Double(offset)
    // Already beyond: no reach that is known.
    if rest * way <= 0 { return share = 0 }
    isStopping = true
    let (left, here) = (lasts * (1 - share), HandPath.done(share))
    for number in 1...HandPath.stepsMax {
      let frames = HandPath.framesMax
      let even = left * Double(number - frames) / Double(HandPath.stepsMax - frames)
      let after = min(left, number <= frames ? Double(number) * interval : max(Double(frames) * interval, even))
      let part = (HandPath.done(min(1, share + after / lasts)) - here) / (1 - here)
      append(after, Double(offset) + rest * part, lastOffset)
    }
  }

  private mutating func followSpeed(from offset: Int64, _ interval: Double, _ lastOffset: Int64) {
    isStopping = false
    var (y, v) = (Double(offset), speed)
    for number in 1...HandPath.stepsMax {
      let next = v + push * interval
      if next * v <= 0 { isStopping = true }
      v = isStopping ? 0 : next
      y += v * interval
      append(Double(number) * interval, y, lastOffset)
    }
  }

  private mutating func append(_ after: Double, _ y: Double, _ lastOffset: Int64) {
    steps.append(Step(after: after, offset: Int64(max(0, min(Double(lastOffset), y)))))
  }

  /// The offset at which the content is expected next: where the hand stops, or some frames ahead. Nil without steps.
  var aim: Int64? {
    if steps.isEmpty { return nil }
    return steps[isStopping ? steps.count - 1 : HandPath.framesAhead - 1].offset
  }

  /// Returns the first step at which a row is in view, 0 if it is now, and the one at which it no longer is, infinite
  /// if it stays. Both are infinite for a row that the path does not reach; a row that it leaps over ends at 0.
  func visit(minY: Int64, maxY: Int64, viewportHeight: Int64, from offset: Int64) -> (begin: Double, end: Double) {
    let isGoingDown = speed > 0
    let (comes, goes) = isGoingDown ? (minY - viewportHeight + 1, maxY) : (maxY - 1, minY - viewportHeight)
    let end = firstStep(beyond: goes, isGoingDown)
    if minY < offset + viewportHeight && maxY > offset { return (0, after(end)) }
    let begin = firstStep(beyond: comes, isGoingDown)
    if begin < end { return (steps[begin].after, after(end)) }
    let isBehind = isGoingDown == (maxY <= offset)
    return (.infinity, isBehind || end == steps.count ? .infinity : 0)
  }

  private func after(_ step: Int) -> Double { step < steps.count ? steps[step].after : .infinity }

  /// Returns the first step at or beyond an offset, in the direction of the way; it never turns.
  private func firstStep(beyond limit: Int64, _ isGoingDown: Bool) -> Int {
    steps.indices.partitioningIndex { isGoingDown ? steps[$0].offset >= limit : steps[$0].offset <= limit }
  }
}
