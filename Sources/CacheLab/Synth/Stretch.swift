/// A time in which the offset follows one formula.
struct Stretch: Sendable {
  enum Curve: Sendable {
    /// It stays.
    case still(Double)
    /// A finger pulls: the raw way it has gone, from `raw`, evenly accelerated to the speed of its lift.
    case finger(raw: Double, way: Double, bend: Double)
    case fling(any Fling, from: Double, sign: Double)
    /// Past an end, which lies at `edge`; `sign` says on which side.
    case spring(Spring, edge: Double, sign: Double)
    /// From one offset to another along a curve.
    case ease(from: Double, to: Double, CubicBezier)
    /// From one offset to another as an arm moves: minimum jerk.
    case arm(from: Double, to: Double)
  }

  /// Microseconds since the start of the trace; `end` is excluded.
  var start: Int64
  var end: Int64
  var curve: Curve

  /// Offset and speed, not yet bent by a rubber band, in points and points a second.
  func motion(at time: Int64) -> (offset: Double, speed: Double) {
    let seconds = Double(time - start) / 1e6
    let length = Double(end - start) / 1e6
    switch curve {
    case .still(let offset): return (offset, 0)
    case .finger(let raw, let way, let bend):
      let share = seconds / length
      return (raw + way * (bend * share * share + (1 - bend) * share), way * (1 + (2 * share - 1) * bend) / length)
    case .fling(let fling, let from, let sign):
      let (position, speed) = fling.motion(at: min(seconds, fling.duration))
      return (from + sign * position, sign * speed)
    case .spring(let spring, let edge, let sign):
      return (edge + sign * spring.position(at: seconds), sign * spring.speed(at: seconds))
    case .ease(let from, let to, let bezier):
      let share = seconds / length
      return (from + (to - from) * bezier.value(at: share), (to - from) * bezier.slope(at: share) / length)
    case .arm(let from, let to):
      let s = seconds / length
      return (
        from + (to - from) * s * s * s * (10 + s * (6 * s - 15)), (to - from) * 30 * s * s * (1 - s) * (1 - s) / length
      )
    }
  }
}
