/// An action of a finger or of the app; lengths in points, times in milliseconds.
enum Gesture: Hashable, Sendable {
  case wait(Double)
  /// Waits until the scroll rests, and then for a time.
  case rest(Double)
  /// A finger that lifts at `speed` points a second, positive towards the end of the library, after `contact` ms.
  case flick(speed: Double, contact: Double)
  /// A finger that moves by parts and lifts at `speed`, which is 0 if it stopped before.
  case pull([FingerWay], speed: Double)
  /// A finger that pulls the content by `way`, rests, and lifts without a fling.
  case drag(way: Double, duration: Double)
  case jump(offset: Double)
  case top
  /// The scroll bar is dragged to a share of the content, 0 to 1.
  case scrub(share: Double, duration: Double)
  /// A wheel or a scroll bar moves the content by `way` points.
  case wheel(way: Double, duration: Double)
  case columns(Int)
  case rotate
  /// New photos, the first of them at `place`.
  case insert(place: Int, count: Int)
  /// Photos that go, from `place` on.
  case remove(place: Int, count: Int)
  /// The number of photos that the app may see from now on.
  case access(Int)
  /// A message of the system to the app.
  case tell(TraceCode)
  case mark(String)
}

/// A part of a finger's way, evenly accelerated.
struct FingerWay: Hashable, Sendable {
  /// In points, positive towards the end of the library; 0 while the finger holds still.
  var way: Double
  /// In milliseconds.
  var duration: Double
  /// The change of speed: -1 ends at rest, 0 keeps its speed, 1 begins at rest.
  var bend = 0.0
}

/// A source of the gestures of a synthetic trace.
protocol Fingers {
  /// Returns the next gesture, or nil at the end.
  ///
  /// - Parameters:
  ///   - offset: The offset of the scroll, in points.
  ///   - last: The last offset that is not overscroll.
  mutating func next(at offset: Double, of last: Double) -> Gesture?
}
