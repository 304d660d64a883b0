/// Where the gestures of a synthetic trace come from.
protocol Fingers {
  /// What comes next; nil when all is done.
  ///
  /// - Parameters:
  ///   - offset: where the scroll is, in points.
  ///   - last: the last offset that is no overscroll.
  mutating func next(at offset: Double, of last: Double) -> Gesture?
}
