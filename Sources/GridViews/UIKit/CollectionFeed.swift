#if canImport(UIKit)
  import Foundation
  public import GridDriver
  public import UIKit

  /// Feeds a driver with what a collection view tells: takes its delegate's place, and passes every call on.
  ///
  /// For a driver of your own or a `Preheater`; `CollectionGrid` makes one with cells and images. What is told and when is
  /// decided by `ScrollFeed`, which has no type of UIKit. The prefetching data source is left as it is: a driver has no
  /// use for it, and your app may.
  ///
  /// The grid is one section of cells of one size that scrolls vertically.
  @MainActor
  public final class CollectionFeed: NSObject, UICollectionViewDelegate {
    public let feed: ScrollFeed
    /// A cell comes on screen; one that shows another photo than before, too.
    public var willShow: ((_ cell: UICollectionViewCell, _ place: Int) -> Void)?
    /// A cell has left the screen.
    public var didHide: ((_ cell: UICollectionViewCell) -> Void)?
    /// The collection view has another number of photos than the driver: a change was not told.
    public var didMissChange: (() -> Void)?
    private let section: Int
    private weak var collectionView: UICollectionView?
    private weak var next: (any UICollectionViewDelegate)?
    #if canImport(ObjectiveC)
      /// The same, for what UIKit asks on the main thread through methods that are on no actor.
      private nonisolated(unsafe) weak var delegateBefore: (any NSObjectProtocol)?
    #endif
    private var observers: SystemObservers?
    /// What the layout was read off.
    private var read: Reading?

    private struct Reading: Equatable {
      var size: CGSize
      var insets: UIEdgeInsets
      var content: CGSize
    }

    /// Takes the delegate's place until `stop`. Keep it: the collection view does not.
    ///
    /// - Parameters:
    ///   - collectionView: With its delegate, if it has one, which must live as long as the feed: UIKit remembers what a
    ///     delegate responds to.
    ///   - driver: Made with `GridLayout(of:section:)`.
    ///   - layout: What the driver was made with.
    ///   - section: Whose cells are the grid.
    public init(_ collectionView: UICollectionView, driver: any GridDriving, layout: GridLayout, section: Int = 0) {
      feed = ScrollFeed(driver, layout: layout, insetTop: collectionView.adjustedContentInset.top)
      self.section = section
      self.collectionView = collectionView
      next = collectionView.delegate
      super.init()
      #if canImport(ObjectiveC)
        unsafe delegateBefore = next
      #endif
      collectionView.delegate = self
      observers = SystemObservers(
        memory: { [weak self] in self?.feed.memoryWarning() }, second: { [weak self] in self?.feed.tick() })
    }

    /// Gives the delegate back and hears nothing any more. Stop the driver yourself.
    public func stop() {
      observers = nil
      if collectionView?.delegate === self { collectionView?.delegate = next }
      collectionView = nil
    }

    /// Call it from `viewDidLayoutSubviews`, so that a rotation is told at once. Without it, the next scroll tells it.
    public func layoutChanged() {
      guard let collectionView, isLaidOut() else { return }
      if !feed.hasFrame { feed.scrolled(to: collectionView.contentOffset.y) }
    }

    /// Photos came, went, moved or were edited.
    ///
    /// - Parameters:
    ///   - changes: From the photos that the grid shows.
    ///   - photos: The sizes of those at `changes.inserted`; nil where they are not known.
    ///   - apply: Shows the changes: `performBatchUpdates`, `apply` of a diffable data source, `reloadData`. The driver is
    ///     told before, and hears the next frame afterwards.
    public func update(_ changes: GridChanges, photos: [PhotoSize]? = nil, _ apply: () -> Void) {
      isUpdating = true
      feed.contentChanged(changes, photos: photos)
      apply()
      isUpdating = false
      layoutChanged()
    }

    /// The collection view is between two states.
    private var isUpdating = false

    /// Reads the layout where something has changed, and tells it. False while there is none.
    private func isLaidOut() -> Bool {
      guard let collectionView, !isUpdating, collectionView.bounds.height > 0 else { return false }
      if collectionView.count(inSection: section) != Int(feed.layout.count) { didMissChange?() }
      let reading = Reading(
        size: collectionView.bounds.size, insets: collectionView.adjustedContentInset,
        content: collectionView.contentSize)
      if reading == read && feed.hasFrame { return true }
      var layout = GridLayout(of: collectionView, section: section)
      guard feed.layout.count == 0 || layout != nil else { return false }
      layout?.resize(to: feed.layout.count)
      if let layout {
        feed.layoutChanged(
          to: layout, insetTop: reading.insets.top, contentOffset: collectionView.contentOffset.y)
      }
      read = reading
      return true
    }

    // MARK: - What the collection view tells

    public func scrollViewDidScroll(_ scrollView: UIScrollView) {
      if isLaidOut() {
        var motion: ScrollFeed.Motion = []
        if scrollView.isTracking { motion.insert(.tracking) }
        if scrollView.isDragging { motion.insert(.dragging) }
        if scrollView.isDecelerating { motion.insert(.decelerating) }
        feed.scrolled(to: scrollView.contentOffset.y, motion)
      }
      next?.scrollViewDidScroll?(scrollView)
    }

    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
      feed.willBeginDragging()
      next?.scrollViewWillBeginDragging?(scrollView)
    }

    public func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      // The delegate before may choose another target.
      unsafe next?.scrollViewWillEndDragging?(
        scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
      feed.willEndDragging(target: unsafe targetContentOffset.pointee.y)
    }

    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      feed.didEndDragging(willDecelerate: decelerate)
      next?.scrollViewDidEndDragging?(scrollView, willDecelerate: decelerate)
    }

    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
      feed.didEndDecelerating()
      next?.scrollViewDidEndDecelerating?(scrollView)
    }

    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
      let allowed = next?.scrollViewShouldScrollToTop?(scrollView) ?? true
      if allowed { feed.willScrollToTop() }
      return allowed
    }

    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
      feed.didScrollToTop()
      next?.scrollViewDidScrollToTop?(scrollView)
    }

    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
      feed.didEndScrollingAnimation()
      next?.scrollViewDidEndScrollingAnimation?(scrollView)
    }

    public func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      if indexPath.section == section {
        layoutChanged()
        willShow?(cell, indexPath.item)
      }
      next?.collectionView?(collectionView, willDisplay: cell, forItemAt: indexPath)
    }

    public func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      if indexPath.section == section { didHide?(cell) }
      next?.collectionView?(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
    }

    #if canImport(ObjectiveC)
      // All other calls go to the delegate that was there before. Nothing on Linux compiles these two.
      public nonisolated override func responds(to selector: Selector!) -> Bool {
        super.responds(to: selector) || (unsafe delegateBefore?.responds(to: selector) ?? false)
      }

      public nonisolated override func forwardingTarget(for selector: Selector!) -> Any? {
        unsafe delegateBefore?.responds(to: selector) == true
          ? unsafe delegateBefore : super.forwardingTarget(for: selector)
      }
    #endif
  }
#endif
