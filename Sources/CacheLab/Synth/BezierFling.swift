/// Chromium's `PhysicsBasedFlingCurve`, what a fling on Windows and Linux follows.
///
/// Source: chromium, ui/events/gestures/physics_based_fling_curve.cc (BSD-3-Clause), numbers and formulas.
struct BezierFling: Fling {
  /// 2.7559e-5 inches a ms^2 at 96 px an inch, in px/s^2.
  static let deceleration = 2.7559e-5 * 96 * 1e6

  let duration: Double
  let distance: Double
  private let curve: CubicBezier

  /// - Precondition: a positive speed; a viewport's height.
  init(speed: Double, viewportHeight: Double) {
    distance = min(speed * speed / (2 * BezierFling.deceleration), 3 * viewportHeight)
    duration = min(2, speed / 2300)
    let slope = speed * duration / distance
    // The first control point lies on the tangent that continues the finger's speed.
    let isFlat = 0.2 * slope < 1
    curve = CubicBezier(x1: isFlat ? 0.2 : 1 / slope, y1: isFlat ? 0.2 * slope : 1, x2: 0.55, y2: 1)
  }

  func position(at seconds: Double) -> Double { distance * curve.value(at: seconds / duration) }

  func speed(at seconds: Double) -> Double { distance / duration * curve.slope(at: seconds / duration) }
}
