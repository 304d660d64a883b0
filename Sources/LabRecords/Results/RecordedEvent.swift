public import CacheLab
public import StrategyKit

/// An event of a replay, as a line of its event file tells it. Times are nanoseconds since the start of the trace.
public struct RecordedEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The grid shows `offset`, in thousandths of a point.
    case frame(offset: Int64, visible: ItemRange)
    case start([ItemRange], Tier)
    case stop([ItemRange], Tier)
    /// The item's cell left the screen.
    case release(Int32)
    /// The item's cell entered the screen and asked for its image.
    case request(Int32, PixelSize, RequestOutcome)
    case cancel(Int32, Tier)
    case refuse(Int32, Tier)
    case begin(BitmapKey, cause: JobCause, cost: Int64, bytes: Int64)
    case end(BitmapKey, kept: Bool)
    case drop(BitmapKey, bytes: Int64, why: DropReason)
    /// A photo's file is on its way from the cloud: bytes and nanoseconds.
    case download(Int32, bytes: Int64, cost: Int64)
    /// It is here, and stays.
    case downloaded(Int32)
    /// Cells ask for another target size from the next frame on.
    case layout(PixelSize)
    /// The grid shows these photos from now on, place by place.
    case content([ItemRange])
    /// The ledger's bytes after a change.
    case live(Int64)
    /// Of a kind that a later version writes and this one does not know.
    case unknown(String)
  }

  public var time: Int64
  public var kind: Kind

  public init(time: Int64, kind: Kind) {
    self.time = time
    self.kind = kind
  }
}
