public import StrategyKit

/// What happens in a replay, as an event file tells it; whoever follows a replay handles every case.
///
/// Items are the numbers of photos; bytes, thousandths of a point and nanoseconds are whole numbers. A new case is a
/// compiler's error at every place that it concerns: `EventTap`, `EventName` with the text, the follower, the gate's trail.
public enum ReplayEvent: Hashable, Sendable {
  /// The grid shows `offset`, in thousandths of a point, and the cells of these places.
  case frame(offset: Int64, visible: ItemRange)
  case start(ItemRanges, Tier)
  case stop(ItemRanges, Tier)
  /// The item's cell left the screen.
  case release(Int32)
  /// The item's cell entered the screen and asked for its image.
  case request(Int32, PixelSize, RequestOutcome)
  case cancel(Int32, Tier)
  case refuse(Int32, Tier)
  /// The cost is what the device declares, nanoseconds.
  case begin(BitmapKey, cause: JobCause, cost: Int64, bytes: Int64)
  case end(BitmapKey, kept: Bool)
  case drop(BitmapKey, bytes: Int64, why: DropReason)
  /// A photo's file is on its way from the cloud: bytes and nanoseconds.
  case download(Int32, bytes: Int64, cost: Int64)
  /// It is here, and stays.
  case downloaded(Int32)
  /// Cells ask for another target size from the next frame on.
  case layout(PixelSize)
  /// The grid shows these photos from now on, place by place; none says that they are the library's first ones.
  case content(ItemRanges)
  /// The ledger's bytes after a change.
  case live(Int64)
}

/// An event and its time, nanoseconds since the start of the trace.
public struct TimedEvent: Hashable, Sendable {
  public var time: Int64
  public var event: ReplayEvent

  public init(time: Int64, event: ReplayEvent) {
    self.time = time
    self.event = event
  }
}

/// Whoever follows a replay by its events: of one that runs through `EventTap`, of a file through `EventReader`.
public protocol EventTaker {
  /// Takes the next event.
  ///
  /// - Parameter time: Nanoseconds since the start of the trace; never less than before.
  mutating func take(_ event: ReplayEvent, at time: Int64)
}
