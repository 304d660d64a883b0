import StrategyKit

/// Tells plausible movement from gaps and leaps: what a trace is warned about.
struct TraceMotion: Sendable {
  /// Samples farther apart than this while the offset changes were probably lost.
  static let gapMax: Int64 = 100_000_000
  /// Points a second.
  static let speedMax: UInt64 = 200_000

  /// An `idle` line, or two samples alike: rest is derived where no line says so.
  private var isIdle = true
  /// A line has told of the finger: offsets alone do not tell a rest from a hole, as most apps log nothing while the
  /// content rests.
  private var isTold = false
  /// When the last `idle` line was; a sample of the same time does not end the rest.
  private var idleAt: Int64 = -1
  private var isScrubbing = false
  private var isGoingToTop = false
  /// The offset may leap to the next sample.
  private var leaps = false
  /// Whether samples are all frames that an app showed: then none was lost, and what leaps did leap.
  var hasEveryFrame = false
  /// When a line of any kind last told of the scroll: until then nothing can have been lost.
  private var heardAt: Int64 = 0

  /// Takes note of an event.
  mutating func note(_ code: TraceCode, _ details: TraceValue, time: Int64) {
    heardAt = time
    switch code {
    case .idle, .down, .drag, .up, .decel, .bounce: isTold = true
    default: break
    }
    switch code {
    case .idle:
      isIdle = true
      idleAt = time
      isGoingToTop = false
    case .down, .drag, .up, .decel, .bounce:
      isIdle = false
      isGoingToTop = false
    case .jump, .layout, .insert, .remove, .access: leaps = true
    case .top: isGoingToTop = true
    case .scrub:
      isScrubbing = !details.isFalse("on")
      leaps = true
    default: break
    }
  }

  /// Takes note of what strategies were told.
  mutating func note(_ phase: ScrollPhase, time: Int64) {
    isTold = true
    heardAt = time
    isIdle = phase == .still
    if isIdle { idleAt = time }
    if phase == .scrubbing || isScrubbing { leaps = true }
    isScrubbing = phase == .scrubbing
    isGoingToTop = phase == .animated
  }

  /// What is odd about the movement between two samples; nil when nothing is.
  @inline(__always)
  func complaint(from: (time: Int64, offset: Int64), to: (time: Int64, offset: Int64)) -> String? {
    let elapsed = to.time - from.time
    let moved = (to.offset - from.offset).magnitude
    if moved == 0 || leaps || hasEveryFrame { return nil }
    // Thousandths of a point a nanosecond against points a second: moved / 1000 / (elapsed / 1e9). No two offsets of a
    // trace are so far apart that this overflows.
    if !isScrubbing && !isGoingToTop && moved &* (1_000_000 / TraceMotion.speedMax) > elapsed.magnitude {
      return "faster than 200,000 pt/s without a jump, top or scrub"
    }
    guard isTold, !isIdle, to.time - max(from.time, heardAt) > TraceMotion.gapMax else { return nil }
    return "over 100 ms since the last sample while moving"
  }

  /// A sample was taken: a leap is over, and two samples alike are rest.
  @inline(__always)
  mutating func sampled(at time: Int64, moved: Bool) {
    leaps = false
    isIdle = !moved || idleAt == time
  }
}
