import LabBase
public import StrategyKit

/// How a run is measured, beside what it counts.
public struct Measuring: Hashable, Sendable {
  /// False where nothing is decoded, only counted.
  public var decodes = true
  /// How the wall clock goes; nil in virtual time, which gives the same numbers on every machine.
  public var pace: RealTimePace?

  public init(decodes: Bool = true, pace: RealTimePace? = nil) {
    self.decodes = decodes
    self.pace = pace
  }

  /// What is not as it is by default, as words of a command line.
  public var words: [String] {
    var words: [String] = []
    if let pace {
      words += ["--time", "real"]
      if pace.speed != Rational(1) { words += ["--speed", "\(pace.speed)"] }
      if pace.decodeEnd != .hold { words += ["--decodes-end", pace.decodeEnd.rawValue] }
    }
    if !decodes { words += ["--decode", "none"] }
    return words
  }

  /// Members of a configuration.
  var members: [String: JSON] {
    var time = JSON.string("virtual")
    if let pace {
      time = .object([
        "mode": .string("real"), "speed": .string("\(pace.speed)"), "decodes-end": .string(pace.decodeEnd.rawValue),
      ])
    }
    return ["decode": .string(decodes ? "real" : "none"), "time": time]
  }

  /// Reads back what `members` wrote; what is missing, or none, is as it is by default.
  init(_ configuration: JSON) {
    decodes = configuration["decode"]?.string != "none"
    guard let time = configuration["time"], time["mode"]?.string == "real" else { return }
    let speed = time["speed"]?.string.flatMap { Rational($0) } ?? Rational(1)
    pace = RealTimePace(
      speed: speed > Rational(0) ? speed : Rational(1),
      decodeEnd: time["decodes-end"]?.string.flatMap { RealTimePace.DecodeEnd(rawValue: $0) } ?? .hold)
  }
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
