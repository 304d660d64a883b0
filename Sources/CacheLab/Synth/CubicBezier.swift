/// A curve from (0, 0) to (1, 1) as CSS writes it: `cubic-bezier(x1, y1, x2, y2)`.
struct CubicBezier: Sendable {
  var x1: Double
  var y1: Double
  var x2: Double
  var y2: Double

  /// The curve's y where its x is `x`, both in 0...1.
  func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    let t = parameter(at: x)
    return CubicBezier.coordinate(t, y1, y2)
  }

  /// dy/dx there.
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
