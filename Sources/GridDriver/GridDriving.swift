public import StrategyKit

/// A type that decides the images of a grid and follows its scroll: a `GridDriver`, or the `Preheater` of the module
/// `GridPhotos`. `GridViews` connects it to a collection view or a scroll view of SwiftUI.
public protocol GridDriving: AnyObject {
  /// True if the grid scrolls sideways. Its layouts are then turned by a quarter: widths are heights on the screen.
  var isTurned: Bool { get set }

  /// Reports that the grid shows another part of its content.
  func scrolled(to offset: MilliPoints, phase: ScrollPhase?, target: MilliPoints?)

  /// Reports that another layout of the same photos is in force; `scrolled` follows.
  func layoutChanged(to layout: GridLayout)

  /// Reports that photos came, went, moved or were edited; `scrolled` follows.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - photos: The sizes of the photos at `changes.renewed`, or nil if they are not known.
  ///   - layout: The layout after the changes, with `changes.count` cells.
  func contentChanged(_ changes: GridChanges, photos: [PhotoSize]?, layout: GridLayout)

  /// Reports that the system asks for memory, or that the app goes to the background.
  func memoryWarning()

  /// Reports that the app is back from the background; `scrolled` follows.
  func enteredForeground()

  /// Reports that time passes while nothing scrolls.
  func tick()

  /// Treats all calls in `body` as one moment.
  func perform(_ body: () -> Void)
}

extension GridDriver: GridDriving {}

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
