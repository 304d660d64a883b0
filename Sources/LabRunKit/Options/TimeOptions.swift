public import ArgumentParser
import CacheLab
import StrategyKit

/// Which clock a replay keeps.
struct TimeOptions: ParsableArguments {
  enum Clock: String, ExpressibleByArgument, CaseIterable, Sendable {
    case virtual, real
  }

  @Option(
    help: "The clock: virtual repeats bit for bit; real replays on the wall clock with threads, at the trace's pace.")
  var time = Clock.virtual

  @Option(help: ArgumentHelp("With --time real: seconds of the trace a second (default: 1).", valueName: "x"))
  var speed: SpeedArgument?

  @Option(
    help: ArgumentHelp(
      "With --time real: hold each decode to the device's declared cost, or end when this host is done (default: hold).",
      valueName: "hold|host"))
  var decodesEnd: RealTimePace.DecodeEnd?

  /// How the wall clock goes, where it is asked for.
  var pace: RealTimePace { RealTimePace(speed: speed?.value ?? Rational(1), decodeEnd: decodesEnd ?? .hold) }

  var mode: TimeMode { time == .virtual ? .virtual : .real(pace) }

  /// - Throws: `UsageError` when there is a pace and no wall clock.
  func check() throws {
    if time == .virtual && (speed != nil || decodesEnd != nil) {
      throw UsageError("--\(speed != nil ? "speed" : "decodes-end") is for the wall clock: add --time real")
    }
  }
}

/// A positive factor such as 4, 0.5 or 1/3, from 1/100 to 100.
struct SpeedArgument: ExpressibleByArgument {
  let value: Rational

  init?(argument: String) {
    guard let value = Rational(argument, digitsMax: 4), Rational(1, 100) <= value, value <= Rational(100) else {
      return nil
    }
    self.value = value
  }
}

extension RealTimePace.DecodeEnd: ExpressibleByArgument {}
