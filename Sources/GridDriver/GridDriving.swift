/// A type that decides the images of a grid and follows its scroll: a `GridDriver`, or the `Preheater` of the module
/// `GridPhotos`. `GridViews` connects it to a collection view or a scroll view of SwiftUI.
public protocol GridDriving: AnyObject {
  /// True if the grid scrolls sideways. Its layouts are then turned by a quarter: widths are heights on the screen.
  var isTurned: Bool { get set }

  /// Reports that the grid shows another part of its content. Call it for every frame of a scroll, and once at the start.
  ///
  /// - Parameters:
  ///   - offset: The content offset: 0 at the top, negative while the grid is pulled beyond it.
  ///   - phase: The cause of the scroll, or nil if you do not know it.
  ///   - target: The offset at which the scroll will stop by itself, from the frame after the lift on, or nil if you do
  ///     not know it.
  func scrolled(to offset: MilliPoints, phase: ScrollPhase?, target: MilliPoints?)

  /// Reports that another layout of the same photos is in force. Call `scrolled` next.
  ///
  /// - Precondition: The layout has as many cells as the one before.
  func layoutChanged(to layout: GridLayout)

  /// Reports that photos came, went, moved or were edited. Call `scrolled` next.
  ///
  /// The image of a moved or edited photo is requested again. Its cell shows the old image until the new one arrives.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - photos: The sizes of the photos at `changes.renewed`, in the order of places, or nil if they are not known.
  ///   - layout: The layout after the changes.
  /// - Precondition: The layout has a cell for each photo after the changes.
  func contentChanged(_ changes: GridChanges, photos: [PhotoSize]?, layout: GridLayout)

  /// Reports that the system asks for memory, or that the app goes to the background. All images and thumbnails go that no
  /// cell shows, and none is prepared until the grid moves or the app is back.
  func memoryWarning()

  /// Reports that the app is back from the background: images are prepared again. Call `scrolled` next.
  func enteredForeground()

  /// Gives up requests that were not answered in time, and repeats failed ones. Call it about once a second while
  /// nothing scrolls.
  func tick()

  /// Treats all calls in `body` as one moment: workers take jobs at its end.
  func perform(_ body: () -> Void)
}

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
