public import StrategyKit

/// A type that decides the images of a grid and is told how the grid scrolls: a `GridDriver`, or the `Preheater` of the
/// module `GridPhotos`. `GridViews` tells it from a collection view or from a scroll view of SwiftUI.
public protocol GridDriving: AnyObject {
  /// True if the grid scrolls sideways. Its layouts are turned by a quarter then: widths are heights on the screen.
  var isTurned: Bool { get set }

  /// The grid shows another part of its content.
  func scrolled(to offset: MilliPoints, phase: ScrollPhase?, target: MilliPoints?)

  /// Another layout of the same photos is in force; `scrolled` follows.
  func layoutChanged(to layout: GridLayout)

  /// Photos came, went, moved or were edited; `scrolled` follows.
  ///
  /// - Parameters:
  ///   - changes: What came, went, moved or was edited.
  ///   - photos: The sizes of those at `changes.renewed`; nil where they are not known.
  ///   - layout: The layout afterwards, with `changes.count` cells.
  func contentChanged(_ changes: GridChanges, photos: [PhotoSize]?, layout: GridLayout)

  /// The system asks for memory, or the app goes to the background.
  func memoryWarning()

  /// The app is back from the background; `scrolled` follows.
  func enteredForeground()

  /// Time passes while nothing scrolls.
  func tick()

  /// Counts all that `body` tells as one moment.
  func perform(_ body: () -> Void)
}

extension GridDriver: GridDriving {}
