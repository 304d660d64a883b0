/// The way of a scroll over time after the finger has lifted, from 0 in the direction of the fling.
protocol Fling: Sendable {
  /// The seconds until it stops.
  var duration: Double { get }
  /// The way that the model approaches, in points; some stop half a point before it.
  var distance: Double { get }
  /// Returns the way after a time in `0...duration`, in points.
  func position(at seconds: Double) -> Double
  /// Returns the speed after a time in `0...duration`, in points a second.
  func speed(at seconds: Double) -> Double
}

extension Fling {
  func time(toReach distance: Double) -> Double? {
    guard position(at: duration) > distance else { return nil }
    var (low, high) = (0.0, duration)
    // Far below a microsecond after fifty halvings.
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if position(at: middle) < distance { low = middle } else { high = middle }
    }
    return high
  }
}

/// Android's fling: `OverScroller.SplineOverScroller`, in density-independent pixels, which are points here.
///
/// Source: platform_frameworks_base, core/java/android/widget/OverScroller.java (Apache-2.0), numbers and formulas.
struct SplineFling: Fling {
  /// ln 0.78 / ln 0.9.
  static let decelerationRate = ExactMath.log(0.78) / ExactMath.log(0.9)
  static let inflexion = 0.35
  static let drag = 0.015 * 9.80665 * 39.37 * 160 * 0.84
  private static let samples = 100

  /// The share of the way after each hundredth of the time.
  static let spline: [Double] = (0...samples).map { index in
    guard index < samples else { return 1 }
    let alpha = Double(index) / Double(samples)
    var (low, high, x) = (0.0, 1.0, 0.0)
    for _ in 0..<60 {
      x = (low + high) / 2
      let time = 3 * x * (1 - x) * ((1 - x) * 0.175 + x * 0.35) + x * x * x
      if (time - alpha).magnitude < 1e-5 { break }
      if time > alpha { high = x } else { low = x }
    }
    return 3 * x * (1 - x) * ((1 - x) * 0.5 + x) + x * x * x
  }

  let duration: Double
  let distance: Double

  /// - Precondition: a positive speed.
  init(speed: Double) {
    let l = ExactMath.log(SplineFling.inflexion * speed / SplineFling.drag)
    let rate = SplineFling.decelerationRate
    duration = ExactMath.exp(l / (rate - 1))
    distance = SplineFling.drag * ExactMath.exp(rate / (rate - 1) * l)
  }

  func position(at seconds: Double) -> Double {
    let (index, part, slope) = segment(seconds)
    return (SplineFling.spline[index] + part * slope) * distance
  }

  func speed(at seconds: Double) -> Double {
    segment(seconds).slope * Double(SplineFling.samples) * distance / duration
  }

  private func segment(_ seconds: Double) -> (index: Int, part: Double, slope: Double) {
    let share = min(max(seconds / duration, 0), 1) * Double(SplineFling.samples)
    let index = min(Int(share), SplineFling.samples - 1)
    return (index, share - Double(index), SplineFling.spline[index + 1] - SplineFling.spline[index])
  }
}

/// Flutter's `ClampingScrollSimulation`: Android's distance, reached on a ballistic curve.
///
/// Source: flutter, packages/flutter/lib/src/widgets/scroll_simulation.dart (BSD-3-Clause), formulas.
struct ClampingFling: Fling {
  let duration: Double
  let distance: Double

  /// - Precondition: a positive speed.
  init(speed: Double) {
    let rate = SplineFling.decelerationRate
    duration = rate * SplineFling.inflexion * SplineFling(speed: speed).duration
    distance = speed * duration / rate
  }

  func position(at seconds: Double) -> Double { distance * (1 - left(seconds, SplineFling.decelerationRate)) }

  func speed(at seconds: Double) -> Double {
    let rate = SplineFling.decelerationRate
    return distance * rate / duration * left(seconds, rate - 1)
  }

  /// (1 - t/T)^`power`.
  private func left(_ seconds: Double, _ power: Double) -> Double {
    let share = 1 - min(max(seconds / duration, 0), 1)
    return share > 1e-12 ? ExactMath.pow(share, power) : 0
  }
}

/// Chromium's `PhysicsBasedFlingCurve`, the fling on Windows and Linux.
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

/// UIScrollView's deceleration: speed decays by a constant factor each millisecond, 0.998 (`normal`) or 0.99 (`fast`).
///
/// x(t) = v (d^(1000 t) - 1)/k with k = 1000 ln d. It stops when half a point is left; Apple does not publish its
/// threshold, half a point is Lobanov's ("Scrolling mechanics of UIScrollView").
struct ExponentialFling: Fling {
  static let threshold = 0.5

  let velocity: Double
  let duration: Double
  private let k: Double

  /// - Precondition: a rate between 0 and 1.
  init(speed: Double, rate: Double) {
    velocity = speed
    k = 1000 * ExactMath.log(rate)
    let left = -k * ExponentialFling.threshold
    duration = speed > left ? ExactMath.log(left / speed) / k : 0
  }

  var distance: Double { -velocity / k }

  func position(at seconds: Double) -> Double { velocity * (ExactMath.exp(k * seconds) - 1) / k }

  func speed(at seconds: Double) -> Double { velocity * ExactMath.exp(k * seconds) }
}
