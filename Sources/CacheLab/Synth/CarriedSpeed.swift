/// What a new fling takes over from the one that the finger stopped.
struct CarriedSpeed: Sendable {
  /// The speed of the scroll when the finger came down, and that at which its fling began; signed, points a second.
  var current = 0.0
  var initial = 0.0

  /// Flutter's fit to iOS: 0.000816 |v|^1.967, at most 40,000 points a second.
  static func momentum(_ speed: Double) -> Double {
    guard speed > 0 else { return 0 }
    return min(0.000816 * ExactMath.pow(speed, 1.967), 40_000)
  }

  /// The speed of a fling that the finger alone would start at `velocity`.
  func added(to velocity: Double, in model: ScrollModel) -> Double {
    guard current * velocity > 0 else { return velocity }
    let sign = velocity < 0 ? -1.0 : 1.0
    switch model {
    case .ios, .iosFast:
      let carried = CarriedSpeed.momentum(current.magnitude)
      return velocity.magnitude > 0.5 * carried ? velocity + sign * carried : velocity
    case .android: return velocity + current
    case .chromium:
      let boosts = current.magnitude >= 350 && velocity.magnitude >= 350
      let speed = (velocity + (boosts ? initial : 0)).magnitude
      return sign * min(speed, model.speeds.upperBound)
    case .flutter: return velocity
    }
  }
}
