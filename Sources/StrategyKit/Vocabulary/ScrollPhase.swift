/// The cause of a scroll, as a scroll view tells it while it happens.
///
/// UIKit: `isTracking`, `isDragging`, `isDecelerating`, `scrollViewShouldScrollToTop`; SwiftUI: `onScrollPhaseChange`.
public enum ScrollPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing moves the grid.
  case still
  /// A finger touches and has not moved it yet.
  case tracking
  /// A finger moves the grid.
  case dragging
  /// It coasts after the finger has lifted.
  case decelerating
  /// The system or the app scrolls it to a place.
  case animated
  /// The scroll indicator is dragged: leaps through the whole content.
  case scrubbing
}

/// The tier of an image.
public enum Tier: UInt8, Hashable, Sendable {
  /// The image at the size that the cell asks for.
  case full
  /// A small image, made from the embedded thumbnail.
  case thumbnail
}
