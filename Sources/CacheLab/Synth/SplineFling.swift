/// Android's fling: `OverScroller.SplineOverScroller`, in density-independent pixels, which are points here.
///
/// Source: platform_frameworks_base, core/java/android/widget/OverScroller.java (Apache-2.0), numbers and formulas.
struct SplineFling: Fling {
  /// ln 0.78 / ln 0.9.
  static let decelerationRate = ExactMath.log(0.78) / ExactMath.log(0.9)
  static let inflexion = 0.35
  /// Friction times the physical coefficient: 0.015 x 9.80665 x 39.37 x 160 x 0.84.
  static let drag = 0.015 * 9.80665 * 39.37 * 160 * 0.84
  private static let samples = 100

  /// The way, as a share, after each hundredth of the time.
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
