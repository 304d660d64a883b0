/// Tells plausible movement from gaps and leaps, which cause warnings.
struct TraceMotion: Sendable {
  /// The nanoseconds between samples of a movement beyond which others were probably lost.
  static let gapMax: Int64 = 100_000_000
  /// The most points a second without a leap.
  static let speedMax: UInt64 = 200_000

  /// True after an `idle` line or two equal samples, from which rest is derived.
  private var isIdle = true
  /// True if a line has told of the finger: offsets alone do not tell a rest from a hole, since most apps log nothing while
  /// the content rests.
  private var hasPhases = false
  /// The time of the last `idle` line; a sample of the same time does not end the rest.
  private var idleAt: Int64 = -1
  private var isScrubbing = false
  private var isGoingToTop = false
  private var isLeaping = false
  /// True if a driver wrote the trace: no sample was lost, and each leap is real.
  var hasEveryFrame = false
  /// The time of the last line about the scroll, until which nothing can have been lost.
  private var heardAt: Int64 = 0

  mutating func note(_ code: TraceCode, _ details: TraceValue, time: Int64) {
    heardAt = time
    switch code {
    case .idle, .down, .drag, .up, .decel, .bounce:
      (hasPhases, isIdle, isGoingToTop) = (true, code == .idle, false)
      if isIdle { idleAt = time }
    case .jump, .layout, .insert, .remove, .access: isLeaping = true
    case .top: isGoingToTop = true
    case .scrub:
      isScrubbing = !details.isFalse("on")
      isLeaping = true
    default: break
    }
  }

  @inline(__always)
  func complaint(from: (time: Int64, offset: Int64), to: (time: Int64, offset: Int64)) -> String? {
    let elapsed = to.time - from.time
    let moved = (to.offset - from.offset).magnitude
    if moved == 0 || isLeaping || hasEveryFrame { return nil }
    // Thousandths of a point a nanosecond against points a second: moved / 1000 / (elapsed / 1e9). No two offsets of a
    // trace are so far apart that this overflows.
    if !isScrubbing && !isGoingToTop && moved &* (1_000_000 / TraceMotion.speedMax) > elapsed.magnitude {
      return "faster than 200,000 pt/s without a jump, top or scrub"
    }
    guard hasPhases, !isIdle, to.time - max(from.time, heardAt) > TraceMotion.gapMax else { return nil }
    return "over 100 ms since the last sample while moving"
  }

  /// Takes note of a sample: a leap is over, and two equal samples are rest.
  @inline(__always)
  mutating func sampled(at time: Int64, moved: Bool) {
    isLeaping = false
    isIdle = !moved || idleAt == time
  }
}
