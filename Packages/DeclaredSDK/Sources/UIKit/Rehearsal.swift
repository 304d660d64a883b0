extension UICollectionView {
  fileprivate var axis: WritableKeyPath<CGPoint, CGFloat> {
    let direction =
      (collectionViewLayout as? UICollectionViewFlowLayout)?.scrollDirection
      ?? (collectionViewLayout as? UICollectionViewCompositionalLayout)?.configuration.scrollDirection
    return direction == .horizontal ? \.x : \.y
  }
}

/// Moves a view for a test, as UIKit does for a finger: no part of the SDK.
@MainActor
public enum Rehearsal {
  struct Motion: OptionSet {
    let rawValue: Int
    static let tracking = Motion(rawValue: 1)
    static let dragging = Motion(rawValue: 2)
    static let decelerating = Motion(rawValue: 4)
  }

  /// The scale of the display of all views.
  public static var displayScale: CGFloat = 2

  /// Drags the content with a finger.
  public static func drag(_ view: UICollectionView, to offset: CGFloat) {
    if !view.isTracking {
      view.rehearsed = [.tracking]
      view.delegate?.scrollViewWillBeginDragging(view)
      view.rehearsed = [.tracking, .dragging]
    }
    scroll(view, to: offset)
  }

  /// Lifts the finger, lets the content coast, and returns its target, which a delegate may have changed. Meanwhile
  /// `isDragging` stays true, as on a phone.
  @discardableResult
  public static func lift(_ view: UICollectionView, target: CGFloat) -> CGFloat {
    let axis = view.axis
    var point = CGPoint.zero
    point[keyPath: axis] = target
    var velocity = CGPoint.zero
    velocity[keyPath: axis] = 1
    unsafe withUnsafeMutablePointer(to: &point) { pointer in
      unsafe view.delegate?.scrollViewWillEndDragging(view, withVelocity: velocity, targetContentOffset: pointer)
    }
    let coasts = point[keyPath: axis] != view.contentOffset[keyPath: axis]
    view.rehearsed = coasts ? [.dragging, .decelerating] : []
    view.delegate?.scrollViewDidEndDragging(view, willDecelerate: coasts)
    return point[keyPath: axis]
  }

  public static func scroll(_ view: UICollectionView, to offset: CGFloat) {
    view.contentOffset[keyPath: view.axis] = offset
    view.layoutIfNeeded()
  }

  public static func stop(_ view: UICollectionView) {
    view.rehearsed = []
    view.delegate?.scrollViewDidEndDecelerating(view)
  }

  /// Taps the status bar; the content does not move yet.
  public static func tapStatusBar(_ view: UICollectionView) -> Bool {
    view.delegate?.scrollViewShouldScrollToTop(view) ?? true
  }

  /// Turns or resizes the window.
  public static func resize(_ view: UICollectionView, to size: CGSize) {
    view.bounds.size = size
    view.layoutIfNeeded()
  }
}
