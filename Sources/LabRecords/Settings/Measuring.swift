public import CacheLab
public import LabBase
import StrategyKit

/// How a run is measured, beside what it counts.
public struct Measuring: Hashable, Sendable {
  /// False where nothing is decoded, only counted.
  public var decodes = true
  public var time = TimeMode.virtual

  public init(decodes: Bool = true, time: TimeMode = .virtual) {
    self.decodes = decodes
    self.time = time
  }

  /// What is not as it is by default, as words of a command line.
  public var words: [String] {
    var words: [String] = []
    if case .real(let pace) = time {
      words += ["--time", "real"]
      if pace.speed != Rational(1) { words += ["--speed", "\(pace.speed)"] }
      if pace.decodeEnd != .hold { words += ["--decodes-end", pace.decodeEnd.rawValue] }
    }
    if !decodes { words += ["--decode", "none"] }
    return words
  }

  /// Members of a configuration.
  public var members: [String: JSON] {
    ["decode": .string(decodes ? "real" : "none"), "time": time.json]
  }

  /// Reads back what `members` wrote; what is missing, or none, is as it is by default.
  public init(_ configuration: JSON?) {
    decodes = configuration?["decode"]?.string != "none"
    if let time = configuration?["time"], time["mode"]?.string == "real" {
      let speed = time["speed"]?.string.flatMap { Rational($0) } ?? Rational(1)
      self.time = .real(
        RealTimePace(
          speed: speed > Rational(0) ? speed : Rational(1),
          decodeEnd: time["decodes-end"]?.string.flatMap { RealTimePace.DecodeEnd(rawValue: $0) } ?? .hold))
    }
  }
}

extension TimeMode {
  var json: JSON {
    switch self {
    case .virtual: .string("virtual")
    case .real(let pace):
      .object([
        "mode": .string("real"), "speed": .string("\(pace.speed)"), "decodes-end": .string(pace.decodeEnd.rawValue),
      ])
    }
  }
}

extension TimeMode {
  /// When a decode is over on the wall clock; nil in virtual time.
  package var decodeEnd: RealTimePace.DecodeEnd? { if case .real(let pace) = self { pace.decodeEnd } else { nil } }
}
