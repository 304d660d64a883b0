import LabSystem
public import StrategyKit

/// Trace time on the wall clock: `speed` nanoseconds of a trace pass in one of the wall.
public struct ReplayClock: Sendable {
  private let start: Int64
  private let speed: Rational

  /// The wall clock's reading at which trace time is 0 is `start`.
  ///
  /// - Precondition: `speed` is positive.
  public init(start: Int64, speed: Rational) {
    precondition(speed.numerator > 0, "a replay's speed is positive")
    self.start = start
    self.speed = speed
  }

  /// Trace time now, nanoseconds.
  public func now() -> Int64 { traceDuration(Clocks.monotonic() - start) }

  /// Waits until trace time is `time`; returns at once when it has passed.
  public func wait(until time: Int64) { Clocks.wait(until: wallTime(of: time)) }

  /// What the wall clock reads when trace time is `time`.
  func wallTime(of time: Int64) -> Int64 {
    // Rounded up: whoever waited finds the time reached.
    let (whole, rest) = (Int128(time) * Int128(speed.denominator)).quotientAndRemainder(
      dividingBy: Int128(speed.numerator))
    let wall = rest > 0 ? whole + 1 : whole
    return Int64(clamping: Int128(start) + wall)
  }

  /// Nanoseconds of the trace that pass in `wall` nanoseconds.
  public func traceDuration(_ wall: Int64) -> Int64 {
    // A month at a speed of six digits passes 64 bits.
    let (whole, rest) = (Int128(wall) * Int128(speed.numerator)).quotientAndRemainder(
      dividingBy: Int128(speed.denominator))
    return Int64(clamping: rest < 0 ? whole - 1 : whole)
  }
}
