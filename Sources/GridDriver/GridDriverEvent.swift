public import StrategyKit

/// A call to a driver or an answer of its source, as a recorder sees it: before the driver acts on it.
public enum GridDriverEvent {
  case scrolled(to: MilliPoints, phase: ScrollPhase?, target: MilliPoints?)
  /// `scrolled` follows, as behind the next.
  case layout(GridLayout)
  /// As `GridDriver.contentChanged` is told it.
  case content(GridChanges, photos: [PhotoSize]?, GridLayout)
  case memoryWarning
  /// The app is back from the background. `scrolled` follows.
  case foreground
  case answered(GridDriverAnswer)
  /// The driver's counters hold all until now.
  case stopped
}

/// An answer of a driver's source to an open request.
public struct GridDriverAnswer: Hashable, Sendable {
  public enum Result: Hashable, Sendable {
    /// - Parameter bytes: What it takes in memory.
    case image(bytes: Int64)
    case thumbnail, failure
  }

  /// The place of the photo when the request began.
  public let place: Int
  /// The whole photo; nil where its size is not known.
  public let photo: PixelSize?
  public let targetSize: PixelSize
  public let tier: Tier
  /// True if a cell waited when it began.
  public let isUrgent: Bool
  /// From the begin to the answer.
  public let took: Nanoseconds
  /// Requests of its tier that were open when it began, itself included.
  public let open: Int
  public let result: Result
}
