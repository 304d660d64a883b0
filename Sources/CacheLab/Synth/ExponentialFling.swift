/// UIScrollView's deceleration: speed decays by a constant factor each millisecond, 0.998 (`normal`) or 0.99 (`fast`).
///
/// x(t) = v (d^(1000 t) - 1)/k with k = 1000 ln d. It stops when half a point is left; Apple does not publish its
/// threshold, half a point is Lobanov's ("Scrolling mechanics of UIScrollView").
struct ExponentialFling: Fling {
  /// Points that are left where it stops.
  static let threshold = 0.5

  let velocity: Double
  let duration: Double
  private let k: Double

  /// - Precondition: a rate between 0 and 1, a speed that is not negative.
  init(speed: Double, rate: Double) {
    precondition(rate > 0 && rate < 1 && speed >= 0, "a rate between 0 and 1, and a speed")
    velocity = speed
    k = 1000 * ExactMath.log(rate)
    let left = -k * ExponentialFling.threshold
    duration = speed > left ? ExactMath.log(left / speed) / k : 0
  }

  var distance: Double { -velocity / k }

  func position(at seconds: Double) -> Double { velocity * (ExactMath.exp(k * seconds) - 1) / k }

  func speed(at seconds: Double) -> Double { velocity * ExactMath.exp(k * seconds) }

  func motion(at seconds: Double) -> (position: Double, speed: Double) {
    let left = ExactMath.exp(k * seconds)
    return (velocity * (left - 1) / k, velocity * left)
  }
}
