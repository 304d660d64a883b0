public import CacheLab
import LabRecords
public import StrategyKit

/// One visit of an item's cell to the screen: what it asked for, what stood before it, and when its image came.
/// Times are nanoseconds since the start of the trace.
public struct Visit: Sendable {
  public let item: Int32
  /// Which visit of the item it is, from 1.
  public let number: Int
  public let size: PixelSize
  /// The frame of the request, from 0.
  public let frame: Int
  public let requested: Int64
  public let outcome: RequestOutcome
  /// Since when the strategy wanted it, if it still did at the request.
  public let started: Int64?
  /// When the strategy last gave it up, if it did and had not started it again.
  public let stopped: Int64?
  /// Decodes that ran at the request, its own left out.
  public let runningBefore: Int
  /// Requests that were queued before it.
  public let demandsBefore: Int
  /// The bitmap that it had before, and lost.
  public let lost: LostBitmap?
  /// The last preheat that found no room.
  public let refused: Int64?

  /// The decode that brought its image, or would have.
  public internal(set) var decode: FollowedDecode?
  /// Decodes that began between its request and its own beginning.
  public internal(set) var passedByCount = 0
  /// The download that it waited for, once that began.
  public internal(set) var download: FollowedDownload?
  /// When its image was there; the time of the request for a hit, nil when it never was.
  public internal(set) var shown: Int64?
  /// When its cell left; nil when the trace ended before.
  public internal(set) var left: Int64?
  /// When its wait was over, whether its image had come or not.
  public internal(set) var waitEnd: Int64

  /// The time for which its cell lacked the final image.
  public var wait: Int64 { waitEnd - requested }

  /// The one thing that would have saved it, as far as its own events tell; nil for a hit, and where nothing would have.
  public var rescue: Rescue? {
    if outcome == .hit || frame == 0 || decode?.kept == false { return nil }
    if let lost, lost.why != .removed { return .keeping(until: lost.until, lost.why) }
    guard let started else {
      if let stopped { return .holding(until: stopped) }
      if let refused { return .room(at: refused) }
      return .earlierStart(by: shown.map { $0 - requested })
    }
    if let decode, download == nil, requested - started >= decode.cost { return .freeWorker }
    return .earlierStart(by: shown.map { $0 - requested })
  }
}

/// A bitmap that was held and let go.
public struct LostBitmap: Hashable, Sendable {
  public var since: Int64
  public var until: Int64
  public var why: DropReason
}

/// The download of a photo from the cloud. Times are nanoseconds since the start of the trace.
public struct FollowedDownload: Hashable, Sendable {
  public var begun: Int64
  /// The time of its end; nil while it runs.
  public var ended: Int64?
}

/// The one change that would have saved a visit's image from being late.
public enum Rescue: Hashable, Sendable {
  /// Its bitmap was held before, and let go at this time.
  case keeping(until: Int64, DropReason)
  /// The strategy had started it, and gave it up at this time.
  case holding(until: Int64)
  /// A preheat of it found no room at this time.
  case room(at: Int64)
  /// It was started early enough for its decode, which had to wait.
  case freeWorker
  /// Its start, or else its request, comes so much earlier; nil where its image never came.
  case earlierStart(by: Int64?)
}
