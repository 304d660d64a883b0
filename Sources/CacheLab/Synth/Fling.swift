/// The way of a scroll over time after the finger has lifted, from 0 in the direction of the fling.
struct Fling: Sendable {
  /// The seconds until it stops.
  let duration: Double
  /// The way that the model approaches, in points; some stop half a point before it.
  let distance: Double
  /// Returns the way after a time in `0...duration`, in points, and the speed, in points a second.
  let motion: @Sendable (_ seconds: Double) -> (way: Double, speed: Double)

  func time(toReach distance: Double) -> Double? {
    guard motion(duration).way > distance else { return nil }
    var (low, high) = (0.0, duration)
    // Far below a microsecond after fifty halvings.
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if motion(middle).way < distance { low = middle } else { high = middle }
    }
    return high
  }
}

/// Published flings; speeds are positive.
extension Fling {
  /// ln 0.78 / ln 0.9.
  static let decelerationRate = ExactMath.log(0.78) / ExactMath.log(0.9)
  private static let inflexion = 0.35
  static let drag = 0.015 * 9.80665 * 39.37 * 160 * 0.84
  private static let samples = 100

  /// The share of the way after each hundredth of the time, on Android.
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

  /// Creates Android's fling: `OverScroller.SplineOverScroller`, in density-independent pixels, which are points here.
  ///
  /// Source: platform_frameworks_base, core/java/android/widget/OverScroller.java (Apache-2.0), numbers and formulas.
  static func android(speed: Double) -> Fling {
    let l = ExactMath.log(inflexion * speed / drag)
    let duration = ExactMath.exp(l / (decelerationRate - 1))
    let distance = drag * ExactMath.exp(decelerationRate / (decelerationRate - 1) * l)
    return Fling(duration: duration, distance: distance) { seconds in
      let share = min(max(seconds / duration, 0), 1) * Double(samples)
      let index = min(Int(share), samples - 1)
      let slope = spline[index + 1] - spline[index]
      return (
        (spline[index] + (share - Double(index)) * slope) * distance, slope * Double(samples) * distance / duration
      )
    }
  }

  /// Creates Flutter's `ClampingScrollSimulation`: Android's distance, reached on a ballistic curve.
  ///
  /// Source: flutter, packages/flutter/lib/src/widgets/scroll_simulation.dart (BSD-3-Clause), formulas.
  static func clamping(speed: Double) -> Fling {
    let rate = decelerationRate
    let duration = rate * inflexion * android(speed: speed).duration
    let distance = speed * duration / rate
    return Fling(duration: duration, distance: distance) { seconds in
      let share = 1 - min(max(seconds / duration, 0), 1)
      func left(_ power: Double) -> Double { share > 1e-12 ? ExactMath.pow(share, power) : 0 }
      return (distance * (1 - left(rate)), distance * rate / duration * left(rate - 1))
    }
  }

  /// Creates Chromium's `PhysicsBasedFlingCurve`, the fling on Windows and Linux.
  ///
  /// Source: chromium, ui/events/gestures/physics_based_fling_curve.cc (BSD-3-Clause), numbers and formulas.
  static func bezier(speed: Double, viewportHeight: Double) -> Fling {
    // 2.7559e-5 inches a ms^2 at 96 px an inch, in px/s^2.
    let deceleration = 2.7559e-5 * 96 * 1e6
    let distance = min(speed * speed / (2 * deceleration), 3 * viewportHeight)
    let duration = min(2, speed / 2300)
    let slope = speed * duration / distance
    // The first control point lies on the tangent that continues the finger's speed.
    let isFlat = 0.2 * slope < 1
    let curve = CubicBezier(x1: isFlat ? 0.2 : 1 / slope, y1: isFlat ? 0.2 * slope : 1, x2: 0.55, y2: 1)
    return Fling(duration: duration, distance: distance) { seconds in
      (distance * curve.value(at: seconds / duration), distance / duration * curve.slope(at: seconds / duration))
    }
  }

  /// Creates UIScrollView's deceleration: speed decays by a constant factor each millisecond, 0.998 (`normal`) or 0.99
  /// (`fast`).
  ///
  /// x(t) = v (d^(1000 t) - 1)/k with k = 1000 ln d. It stops when half a point is left; Apple does not publish its
  /// threshold, half a point is Lobanov's ("Scrolling mechanics of UIScrollView").
  static func exponential(speed: Double, rate: Double) -> Fling {
    let k = 1000 * ExactMath.log(rate)
    let left = -k * 0.5
    let duration = speed > left ? ExactMath.log(left / speed) / k : 0
    return Fling(duration: duration, distance: -speed / k) { seconds in
      let decay = ExactMath.exp(k * seconds)
      return (speed * (decay - 1) / k, speed * decay)
    }
  }

  static let springRate = 10.0
  /// Flutter's limit of the speed that a fling hands to the spring, in points a second.
  static let springSpeedMax = 5000.0

  /// Creates a critically damped spring that pulls content back to its end, from `start` points beyond it and at a speed
  /// away from it: x(t) = e^(-10 t) (x0 + (v0 + 10 x0) t). It lasts until less than the threshold is left for good.
  ///
  /// Apple publishes no constants of the bounce: these are Lobanov's, mass 1 and stiffness 100.
  static func spring(start: Double, velocity: Double, threshold: Double) -> Fling {
    let pull = velocity + springRate * start
    @Sendable func motion(_ seconds: Double) -> (way: Double, speed: Double) {
      let decay = ExactMath.exp(-springRate * seconds)
      return (decay * (start + pull * seconds), decay * (pull - springRate * (start + pull * seconds)))
    }
    // Thousandths of a second from the last second backwards: after three seconds e^-30 is left.
    var last = 3000
    while last > 0 && motion(Double(last - 1) / 1000).way.magnitude < threshold { last -= 1 }
    return Fling(duration: Double(last) / 1000, distance: 0, motion: motion)
  }
}
