/// A critically damped spring that pulls content back to its end: x(t) = e^(-10 t) (x0 + (v0 + 10 x0) t).
///
/// Apple publishes no constants of the bounce: these are Lobanov's, mass 1 and stiffness 100.
struct Spring: Sendable {
  static let beta = 10.0
  /// Flutter's limit of the speed that a fling hands to the spring, in points a second.
  static let speedMax = 5000.0

  /// Way past the end at its start, in points, and the speed away from it.
  let start: Double
  let velocity: Double
  /// Until less than `threshold` is left for good, in seconds.
  let duration: Double

  init(start: Double, velocity: Double, threshold: Double) {
    self.start = start
    self.velocity = velocity
    func position(_ t: Double) -> Double {
      ExactMath.exp(-Spring.beta * t) * (start + (velocity + Spring.beta * start) * t)
    }
    // Thousandths of a second from the last second backwards: after three seconds e^-30 is left.
    var last = 3000
    while last > 0 && position(Double(last - 1) / 1000).magnitude < threshold { last -= 1 }
    duration = Double(last) / 1000
  }

  func position(at seconds: Double) -> Double {
    ExactMath.exp(-Spring.beta * seconds) * (start + (velocity + Spring.beta * start) * seconds)
  }

  func speed(at seconds: Double) -> Double {
    let pull = velocity + Spring.beta * start
    return ExactMath.exp(-Spring.beta * seconds) * (pull - Spring.beta * (start + pull * seconds))
  }
}
