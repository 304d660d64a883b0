/// Tells a driver how a scroll view moves: offsets, phases, the end of a fling, layouts, changes of content.
///
/// Offsets are those of UIKit and SwiftUI, points of the content; with a bar over its top a scroll view rests at a negative
/// one. The grid's own offset is 0 there, and negative while the grid is pulled beyond its edge.
public final class ScrollFeed {
  public let driver: any GridDriving
  public private(set) var layout: GridLayout
  public private(set) var phase = ScrollPhase.still
  /// The offset at which the scroll will stop by itself, or nil if it is not known.
  public private(set) var target: MilliPoints?
  /// True if the driver has had a frame of the layout in force.
  public private(set) var hasFrame = false
  /// The height of the bar that belongs to `layout`; with it a content offset is the grid's own offset.
  private var insetTop: Double
  private var contentOffset: Double
  /// The layout with the present insets, and the present bar.
  private var latest: (layout: GridLayout, insetTop: Double)

  /// - Parameters:
  ///   - driver: The driver.
  ///   - layout: The layout that the driver was created with.
  ///   - insetTop: The height in points that bars cover at the window's top.
  public init(_ driver: any GridDriving, layout: GridLayout, insetTop: Double = 0) {
    self.driver = driver
    self.layout = layout
    self.insetTop = insetTop
    contentOffset = -insetTop
    latest = (layout, insetTop)
  }

  /// Tells that the content moved, or a frame passed.
  ///
  /// - Parameter contentOffset: The content offset of the scroll view.
  public func scrolled(to contentOffset: Double) {
    self.contentOffset = contentOffset
    frame()
  }

  /// Tells the same, with the motion as a scroll view of UIKit has it.
  public func scrolled(to contentOffset: Double, isTracking: Bool, isDragging: Bool, isDecelerating: Bool) {
    // A call before may have been left out, as when a finger stops a fling.
    if isDragging {
      if isTracking && phase != .dragging { enter(.dragging) }
    } else if isTracking {
      if phase != .tracking { enter(.tracking) }
    } else if isDecelerating {
      if phase != .decelerating { enter(.decelerating) }
    } else if phase == .tracking || phase == .dragging {
      enter(.still)
    }
    scrolled(to: contentOffset)
  }

  /// Tells that a finger begins to move the content.
  public func willBeginDragging() { enter(.dragging) }

  /// Tells that the finger lifts.
  ///
  /// - Parameter target: The content offset at which the scroll will stop.
  public func willEndDragging(target: Double) { enter(.decelerating, target: target) }

  /// Tells that the scroll came to rest: the finger lifted without a fling, or a fling or an animation ended. Tells the
  /// driver a frame, for no other follows.
  public func didStop() {
    enter(.still)
    if hasFrame { frame() }
  }

  /// Tells that a tap asks for the top. No other call follows if the content is there already.
  public func willScrollToTop() {
    if contentOffset + latest.insetTop > 0 { enter(.animated, target: -latest.insetTop) }
  }

  /// Tells that the app scrolls to a content offset with an animation.
  public func willScroll(to target: Double) { enter(.animated, target: target) }

  /// Tells a phase of SwiftUI.
  public func phaseChanged(to phase: ScrollPhase) { phase == .still ? didStop() : enter(phase) }

  /// Tells that the grid is laid out, for the first time or anew, as after a rotation. The driver is not told again of a
  /// layout that is in force already, nor of other insets alone once there was a frame: a bar that shrinks moves no cell,
  /// so the layout and the bar that the driver knows still say what is in view. Only a scroll stops elsewhere.
  ///
  /// - Parameters:
  ///   - layout: The layout, turned by a quarter if the grid scrolls sideways.
  ///   - isTurned: True if the grid scrolls sideways; nil if that is as before.
  ///   - insetTop: The height in points that a bar hides at the top.
  ///   - contentOffset: The content offset in points.
  /// - Precondition: There are as many cells as before.
  public func layoutChanged(
    to layout: GridLayout, isTurned: Bool? = nil, insetTop: Double, contentOffset: Double
  ) {
    self.contentOffset = contentOffset
    latest = (layout, insetTop)
    let isTurned = isTurned ?? driver.isTurned
    let movesNoCell = layout.hasOnlyOtherInsets(than: self.layout, by: insetTop - self.insetTop)
    if isTurned == driver.isTurned && (layout == self.layout || hasFrame && movesNoCell) {
      if !hasFrame { frame() }
      return
    }
    (self.layout, self.insetTop) = latest
    // A target belongs to the layout before.
    target = nil
    hasFrame = false
    driver.perform {
      driver.isTurned = isTurned
      driver.layoutChanged(to: layout)
      frame()
    }
  }

  /// Tells that photos came, went, moved or were edited. The next frame follows by `scrolled` when the view shows them.
  ///
  /// - Parameters:
  ///   - changes: The changes of the photos that the grid shows. If they begin with another number, all photos count as
  ///     others.
  ///   - after: The layout afterwards, with the present bars, or nil if it is not known yet: then the driver is told one
  ///     that follows from the changes, and `layoutChanged` may correct it.
  public func contentChanged(_ changes: GridChanges, layout after: GridLayout? = nil) {
    let changes = changes.beginning(with: Int(layout.count))
    latest.layout = after ?? latest.layout.showing(changes)
    if after == nil {
      layout = layout.showing(changes)
    } else {
      (layout, insetTop) = latest
    }
    target = nil
    hasFrame = false
    driver.contentChanged(changes, photos: nil, layout: layout)
  }

  /// Tells that the app is back from the background.
  public func enteredForeground() {
    driver.perform {
      driver.enteredForeground()
      frame()
    }
  }

  /// Tells the driver a frame at the present offset.
  public func frame() {
    hasFrame = true
    driver.scrolled(to: .points(contentOffset + insetTop), phase: phase, target: target)
  }

  private func enter(_ phase: ScrollPhase, target: Double? = nil) {
    self.phase = phase
    // An overscroll springs back: a scroll stops within the content, between the present bars.
    let bar = MilliPoints.points(insetTop - latest.insetTop)
    self.target = target.map { min(max(bar, .points($0 + insetTop)), latest.layout.lastOffset + bar) }
  }
}

extension GridLayout {
  /// Returns true if the cells lie as in a layout before, but for a bar over the top that has grown by `points`.
  fileprivate func hasOnlyOtherInsets(than before: GridLayout, by points: Double) -> Bool {
    var same = self
    (same.insetTop, same.insetBottom) = (before.insetTop, before.insetBottom)
    // Each of the three is rounded.
    return same == before && abs((insetTop - before.insetTop - .points(points)).rawValue) <= 1
  }
}
