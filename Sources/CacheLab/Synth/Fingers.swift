/// Where the gestures of a synthetic trace come from.
protocol Fingers {
  /// What comes next; nil when all is done.
  ///
  /// - Parameter place: where the scroll is, 0 at the first row and 1 at the last.
  mutating func next(at place: Double) -> Gesture?
}
