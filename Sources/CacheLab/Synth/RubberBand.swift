/// How far content follows a finger that pulls it past its end: b = (1 - 1/(x c/d + 1)) d, c = 0.55, always below d.
struct RubberBand: Sendable {
  static let coefficient = 0.55
  /// The viewport's side, in points.
  var dimension: Double

  /// What is seen of a pull of `pull` points, not negative.
  func stretch(_ pull: Double) -> Double {
    (1 - 1 / (pull * RubberBand.coefficient / dimension + 1)) * dimension
  }

  /// The pull that shows as `stretch`, in `0..<dimension`.
  func pull(_ stretch: Double) -> Double {
    let share = min(stretch / dimension, 0.999_999)
    return (1 / (1 - share) - 1) * dimension / RubberBand.coefficient
  }

  /// Of the finger's speed, the share that the content has.
  func gain(_ pull: Double) -> Double {
    let side = pull * RubberBand.coefficient / dimension + 1
    return RubberBand.coefficient / (side * side)
  }
}
