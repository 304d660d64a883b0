/// A time in which the offset follows one formula.
struct Stretch: Sendable {
  enum Curve: Sendable {
    case still(Double)
    /// The raw way of a finger from `raw` on, evenly accelerated to the speed of its lift.
    case finger(raw: Double, way: Double, bend: Double)
    case fling(Fling, from: Double, sign: Double)
    /// Past an end, which is at `edge`; `sign` is 1 at the last row.
    case spring(Fling, edge: Double, sign: Double)
    /// From one offset to another along a curve.
    case ease(from: Double, to: Double, CubicBezier)
    /// From one offset to another with minimum jerk, as an arm moves.
    case arm(from: Double, to: Double)
  }

  /// Microseconds since the start of the trace; `end` is excluded.
  var start: Int64
  var end: Int64
  var curve: Curve

  /// Returns offset and speed in points, before a rubber band bends them.
  func motion(at time: Int64) -> (offset: Double, speed: Double) {
    let seconds = Double(time - start) / 1e6
    let length = Double(end - start) / 1e6
    switch curve {
    case .still(let offset): return (offset, 0)
    case .finger(let raw, let way, let bend):
      let share = seconds / length
      return (raw + way * (bend * share * share + (1 - bend) * share), way * (1 + (2 * share - 1) * bend) / length)
    case .fling(let fling, let from, let sign), .spring(let fling, let from, let sign):
      let motion = fling.motion(min(seconds, fling.duration))
      return (from + sign * motion.way, sign * motion.speed)
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

/// The way of content that a finger pulls past its end: b = (1 - 1/(x c/d + 1)) d, c = 0.55, always below d.
struct RubberBand: Sendable {
  static let coefficient = 0.55
  var dimension: Double

  /// Returns the visible part of a pull, which is not negative.
  func stretch(_ pull: Double) -> Double {
    (1 - 1 / (pull * RubberBand.coefficient / dimension + 1)) * dimension
  }

  /// Returns the pull whose visible part is `stretch`, in `0..<dimension`.
  func pull(_ stretch: Double) -> Double {
    let share = min(stretch / dimension, 0.999_999)
    return (1 / (1 - share) - 1) * dimension / RubberBand.coefficient
  }

  /// Returns the content's share of the finger's speed.
  func gain(_ pull: Double) -> Double {
    let side = pull * RubberBand.coefficient / dimension + 1
    return RubberBand.coefficient / (side * side)
  }
}

/// A curve from (0, 0) to (1, 1) as CSS writes it: `cubic-bezier(x1, y1, x2, y2)`.
struct CubicBezier: Sendable {
  var x1, y1, x2, y2: Double

  /// Returns the curve's y at `x`, both in 0...1.
  func value(at x: Double) -> Double {
    x > 0 && x < 1 ? CubicBezier.coordinate(parameter(at: x), y1, y2) : x > 0 ? 1 : 0
  }

  func slope(at x: Double) -> Double {
    let t = parameter(at: min(max(x, 0), 1))
    let across = CubicBezier.derivative(t, x1, x2)
    return across > 0 ? CubicBezier.derivative(t, y1, y2) / across : 0
  }

  private func parameter(at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if CubicBezier.coordinate(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  private static func coordinate(_ t: Double, _ a: Double, _ b: Double) -> Double {
    3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t
  }

  private static func derivative(_ t: Double, _ a: Double, _ b: Double) -> Double {
    3 * (1 - t) * (1 - t) * a + 6 * (1 - t) * t * (b - a) + 3 * t * t * (1 - b)
  }
}
