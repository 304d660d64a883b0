public import CacheLab
import LabRecords

/// A visit of an item's cell to the screen: its request, the work queued before it, and the arrival of its image. Times
/// are nanoseconds since the start of the trace.
public struct Visit: Sendable {
  public let item: Int32
  /// The number of the visit among those of the item, from 1.
  public let number: Int
  public let size: PixelSize
  /// The frame of the request, from 0.
  public let frame: Int
  public let requested: Int64
  public let outcome: RequestOutcome
  /// The time of the strategy's start, if it was still in force at the request.
  public let started: Int64?
  /// The time of the strategy's last stop, if no start followed it.
  public let stopped: Int64?
  /// The number of other decodes that ran at the request.
  public let runningBefore: Int
  /// The number of requests queued before it.
  public let demandsBefore: Int
  /// The bitmap that was held earlier and dropped.
  public let lost: LostBitmap?
  /// The time of the last preheat that found no room.
  public let refused: Int64?

  /// The decode of its image, finished or not.
  public internal(set) var decode: FollowedDecode?
  /// The number of decodes that began between its request and its own decode.
  public internal(set) var passedByCount = 0
  /// The download that it waited for, once it has begun.
  public internal(set) var download: FollowedDownload?
  /// The time at which its image arrived, that of the request for a hit, or nil if it never did.
  public internal(set) var shown: Int64?
  /// The time at which its cell left the screen, or nil if the trace ended before.
  public internal(set) var left: Int64?
  /// The end of its wait, with an image or without one.
  public internal(set) var waitEnd: Int64

  /// The time for which its cell lacked the final image.
  public var wait: Int64 { waitEnd - requested }

  /// The one change that would have made it a hit, as far as its own events tell, or nil for a hit and if none would have.
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

/// A bitmap that was held and dropped.
public struct LostBitmap: Hashable, Sendable {
  public var since: Int64
  public var until: Int64
  public var why: DropReason
}

/// The download of a photo from the cloud. Times are nanoseconds since the start of the trace.
public struct FollowedDownload: Hashable, Sendable {
  public var begun: Int64
  /// The time of its end, or nil while it runs.
  public var ended: Int64?
}

/// The one change that would have saved a visit's image from being late.
public enum Rescue: Hashable, Sendable {
  /// Its bitmap was held before, and dropped at this time.
  case keeping(until: Int64, DropReason)
  /// The strategy had started it, and stopped it at this time.
  case holding(until: Int64)
  /// A preheat of it found no room at this time.
  case room(at: Int64)
  /// It was started early enough, but its decode had to wait.
  case freeWorker
  /// Its start, or else its request, comes too late by this time, or by nil if its image never arrived.
  case earlierStart(by: Int64?)
}
