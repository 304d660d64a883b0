import ArgumentParser
import Strategies

/// `slow=5%`: a fault for self-tests of a gate. Each decode takes that much more CPU time than it needs.
struct PlantedSlowdown: ExpressibleByArgument {
  /// 1/20 for 5 %.
  let share: Rational

  init?(argument: String) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "slow", parts[1].hasSuffix("%"),
      let percent = Rational(parts[1].dropLast(), digitsMax: 4), percent <= Rational(1000)
    else { return nil }
    share = Rational(percent.numerator, percent.denominator * 100)
  }
}
