public import StrategyKit

/// Which clock a replay keeps.
public enum TimeMode: Hashable, Sendable {
  /// Virtual time: the same numbers on every machine.
  case virtual
  /// The wall clock.
  case real(RealTimePace)
}

/// How a replay on the wall clock goes.
public struct RealTimePace: Hashable, Sendable {
  /// When a decode is over.
  public enum DecodeEnd: String, CaseIterable, Sendable {
    /// Once the cost that the device declares has passed, however much sooner the decoder is done.
    case hold
    /// As soon as this machine is done.
    case host
  }

  /// Seconds of the trace that pass in one second.
  public var speed: Rational
  public var decodeEnd: DecodeEnd

  /// - Precondition: `speed` is positive.
  public init(speed: Rational = Rational(1), decodeEnd: DecodeEnd = .hold) {
    precondition(speed.numerator > 0, "a replay's speed is positive")
    self.speed = speed
    self.decodeEnd = decodeEnd
  }
}
