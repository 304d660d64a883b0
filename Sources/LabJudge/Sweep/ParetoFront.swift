/// Which of several points no other beats on every side.
public enum ParetoFront {
  /// For each point, whether it is on the front: no other point is at most as large on all sides and smaller on one.
  ///
  /// Points that are equal are on the front together. A side that is better when larger is given negated.
  ///
  /// - Precondition: all points have the same number of sides.
  /// - Complexity: O(points squared).
  public static func members(of points: [[Double]]) -> [Bool] {
    points.map { point in !points.contains { beats($0, point) } }
  }

  private static func beats(_ other: [Double], _ point: [Double]) -> Bool {
    precondition(other.count == point.count, "points have the same sides")
    var isSmaller = false
    for (left, right) in zip(other, point) {
      if left > right { return false }
      if left < right { isSmaller = true }
    }
    return isSmaller
  }
}
