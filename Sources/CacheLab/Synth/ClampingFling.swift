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

  func position(at seconds: Double) -> Double {
    distance * (1 - left(seconds, SplineFling.decelerationRate))
  }

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
