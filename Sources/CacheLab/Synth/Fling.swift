/// How a scroll runs out after the finger has lifted: the way over time, from 0, in the direction of the fling.
protocol Fling: Sendable {
  /// Until it stops, in seconds.
  var duration: Double { get }
  /// The way that the model tends to, in points; some stop a last half point before it.
  var distance: Double { get }
  /// The way after a time in `0...duration`, in points.
  func position(at seconds: Double) -> Double
  /// Points a second after a time in `0...duration`.
  func speed(at seconds: Double) -> Double
  /// Both at one time.
  func motion(at seconds: Double) -> (position: Double, speed: Double)
}

extension Fling {
  func motion(at seconds: Double) -> (position: Double, speed: Double) { (position(at: seconds), speed(at: seconds)) }

  /// When the way reaches `distance`; nil if it never does.
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
