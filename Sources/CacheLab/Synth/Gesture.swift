/// One thing that a finger, or the app, does; lengths in points, times in milliseconds.
enum Gesture: Hashable, Sendable {
  /// Nothing, for so long.
  case wait(Double)
  /// Nothing until the scroll rests, and then for so long.
  case rest(Double)
  /// A finger that lifts at `speed` points a second, positive towards the end of the library, after `contact` ms.
  case flick(speed: Double, contact: Double)
  /// A finger that goes these ways, one after the other, and lifts at `speed`, 0 where it stopped before.
  case pull([FingerWay], speed: Double)
  /// A finger that pulls the content by `way`, rests, and lifts without a fling.
  case drag(way: Double, duration: Double)
  /// The app leaps to an offset.
  case jump(offset: Double)
  /// The app scrolls to the top.
  case top
  /// The scroll bar is dragged to a share of the content, 0 to 1.
  case scrub(share: Double, duration: Double)
  /// A wheel or a scroll bar moves the content by `way` points.
  case wheel(way: Double, duration: Double)
  /// The grid gets another number of columns.
  case columns(Int)
  /// The screen turns by 90 degrees.
  case rotate
  /// Photos come in, so that the first of them is at `place`.
  case insert(place: Int, count: Int)
  /// Photos go, from `place` on.
  case remove(place: Int, count: Int)
  /// The app may see so many photos of the library, from now on.
  case access(Int)
  /// What the system tells the app.
  case tell(TraceCode)
  /// A note.
  case mark(String)
}

/// A part of a finger's way, evenly accelerated.
struct FingerWay: Hashable, Sendable {
  /// Points, positive towards the end of the library; 0 while the finger holds still.
  var way: Double
  /// Milliseconds.
  var duration: Double
  /// From -1, which comes to rest, over 0, which keeps its speed, to 1, which begins at rest.
  var bend = 0.0
}

/// Where the gestures of a synthetic trace come from.
protocol Fingers {
  /// What comes next; nil when all is done.
  ///
  /// - Parameters:
  ///   - offset: where the scroll is, in points.
  ///   - last: the last offset that is no overscroll.
  mutating func next(at offset: Double, of last: Double) -> Gesture?
}
