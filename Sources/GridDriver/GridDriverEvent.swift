public import StrategyKit

/// A call to a driver or an answer of its source, as recorded before the driver acts on it.
public enum GridDriverEvent {
  case scrolled(to: MilliPoints, phase: ScrollPhase?, target: MilliPoints?)
  /// Another layout; `scrolled` follows.
  case layout(GridLayout)
  /// Changed content, with the arguments of `GridDriver.contentChanged`; `scrolled` follows.
  case content(GridChanges, photos: [PhotoSize]?, GridLayout)
  case memoryWarning
  /// The app is back from the background; `scrolled` follows.
  case foreground
  case answered(GridDriverAnswer)
  /// The end; the driver's counters are final.
  case stopped
}

/// An answer of a driver's source to an open request.
public struct GridDriverAnswer: Hashable, Sendable {
  public enum Result: Hashable, Sendable {
    /// - Parameter bytes: The bytes of the image in memory.
    case image(bytes: Int64)
    case thumbnail, failure
  }

  /// The place of the photo when the request began.
  public let place: Int
  /// The size of the whole photo, or nil if it is not known.
  public let photo: PixelSize?
  public let targetSize: PixelSize
  public let tier: Tier
  /// True if a cell waited when the request began.
  public let isUrgent: Bool
  /// The time from the beginning of the request to the answer.
  public let took: Nanoseconds
  /// The number of open requests of its tier when it began, including itself.
  public let open: Int
  public let result: Result
}
