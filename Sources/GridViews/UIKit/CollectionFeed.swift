#if canImport(UIKit)
  import Foundation
  public import UIKit

  /// Tells a driver how a collection view moves: takes its delegate's place, and passes every call on.
  ///
  /// For a driver of your own or a `Preheater`; `CollectionGrid` creates one with cells and images. A delegate that is set
  /// afterwards is found within a second, when the view is laid out, or when an image comes: the feed takes its place, too,
  /// unless it passes calls on. The prefetching data source is left as it is: a driver has no use for it, and your app may.
  ///
  /// The grid is all sections, or one of them, of equal cells each. Places of the driver count the cells of all sections.
  @MainActor
  public final class CollectionFeed: NSObject, UICollectionViewDelegate {
    public let feed: ScrollFeed
    /// Called for a cell that comes on screen, or shows another photo than before.
    public var willShow: ((_ cell: UICollectionViewCell, _ place: Int) -> Void)?
    /// Called for a cell that has left the screen.
    public var didHide: ((_ cell: UICollectionViewCell) -> Void)?
    /// Called if the collection view has another number of photos than the driver: a change was not told.
    public var didMissChange: (() -> Void)?
    /// Called once for each problem if the cells do not lie as in a grid. The driver is told nothing until they do.
    public var onProblem: (GridDriverProblem) -> Void = { $0.printAndStop() }
    private let section: Int?
    private weak var collectionView: UICollectionView?
    private weak var next: (any UICollectionViewDelegate)?
    /// The same delegate, for methods on no actor, which UIKit calls on the main thread.
    private nonisolated(unsafe) weak var delegateBefore: (any NSObjectProtocol)?
    /// The delegate in force when a call came last.
    private weak var heard: (any UICollectionViewDelegate)?
    private var observers: SystemObservers?
    private var isMirrored = false
    private var read: Reading?
    private var problem: GridDriverProblem?

    private struct Reading: Equatable {
      var size: CGSize
      var insets: UIEdgeInsets
      var content: CGSize
      var scale: CGFloat
      var sections: Int
    }

    /// Creates a feed that takes the delegate's place until `stop`. Keep it: the collection view does not.
    ///
    /// - Parameters:
    ///   - collectionView: The collection view. Its delegate, if it has one, must live as long as the feed: UIKit remembers
    ///     what a delegate responds to.
    ///   - driver: A driver created with `GridLayout(of:section:)`, and with `isTurned: true` if the view scrolls sideways.
    ///   - layout: The layout that the driver was created with.
    ///   - section: The only section whose cells are the grid, or nil for all sections.
    public init(_ collectionView: UICollectionView, driver: any GridDriving, layout: GridLayout, section: Int? = nil) {
      isMirrored = collectionView.isMirrored(section: section)
      driver.isTurned = collectionView.scrollAxis == .horizontal
      feed = ScrollFeed(
        driver, layout: layout, insetTop: GridWindow(collectionView, isMirrored: isMirrored).insetTop)
      self.section = section
      self.collectionView = collectionView
      super.init()
      standBefore(collectionView.delegate, of: collectionView)
      observers = SystemObservers(feed) { [weak self] in self?.tick() }
    }

    private func standBefore(_ delegate: (any UICollectionViewDelegate)?, of collectionView: UICollectionView) {
      next = delegate
      unsafe delegateBefore = delegate
      collectionView.delegate = self
    }

    func tick() {
      takeDelegate()
      feed.driver.tick()
    }

    /// Takes the place of a delegate that the app has set since, unless that one passes calls on to this one.
    func takeDelegate() {
      guard let collectionView, collectionView.delegate !== self else { return }
      if let other = collectionView.delegate {
        if other === heard { return }
        other.scrollViewDidScroll?(collectionView)
        if other === heard { return }
      }
      standBefore(collectionView.delegate, of: collectionView)
      // Cells came on screen without notice.
      read = nil
      guard isLaidOut(saying: true) else { return }
      feed.scrolled(to: offset(collectionView.contentOffset))
      showVisible(in: collectionView)
    }

    /// Gives the delegate back and ends the feed. Stop the driver yourself.
    public func stop() {
      observers = nil
      if collectionView?.delegate === self { collectionView?.delegate = next }
      collectionView = nil
    }

    /// Tells the feed that the view was laid out. Call it from `viewDidLayoutSubviews`, so that a rotation is known at once
    /// and not with the next scroll.
    public func layoutChanged() {
      takeDelegate()
      layOut()
    }

    private func layOut() {
      guard let collectionView, isLaidOut(saying: true) else { return }
      if !feed.hasFrame { feed.scrolled(to: offset(collectionView.contentOffset)) }
    }

    /// Returns an offset of the content, counted from the grid's first cells on.
    func offset(_ point: CGPoint) -> Double {
      guard isMirrored, let collectionView else { return feed.driver.isTurned ? point.x : point.y }
      return collectionView.mirrorWidth - collectionView.bounds.width - point.x
    }

    /// Tells the driver that photos came, went, moved or were edited.
    ///
    /// - Parameters:
    ///   - changes: The changes of the photos that the grid shows.
    ///   - apply: Shows the changes: `performBatchUpdates`, `apply` of a diffable data source, `reloadData`. The driver is
    ///     told before, and is told the next frame afterwards. It asks for no image in between.
    public func update(_ changes: GridChanges, _ apply: () -> Void) {
      takeDelegate()
      read = nil
      isUpdating = true
      feed.driver.perform {
        feed.contentChanged(changes)
        apply()
        isUpdating = false
        layOut()
      }
    }

    private(set) var isUpdating = false

    /// Returns the place of a cell among those of all sections, or nil outside of the grid.
    public func place(at path: IndexPath) -> Int? {
      let layout = feed.layout
      if let section { return path.section == section && path.item < layout.count ? path.item : nil }
      if path.section >= layout.sectionCount { return nil }
      let items = layout.items(ofSection: path.section)
      return path.item < items.count ? Int(items.lower) + path.item : nil
    }

    /// Returns the index path of a place in the collection view.
    ///
    /// - Precondition: The place is in the grid.
    public func indexPath(at place: Int) -> IndexPath {
      if let section { return IndexPath(item: place, section: section) }
      let layout = feed.layout
      let section = layout.section(of: Int32(place))
      return IndexPath(item: place - Int(layout.firstItem(ofSection: section)), section: section)
    }

    /// Reads the layout if something has changed, and tells the driver. Returns false while there is none.
    ///
    /// - Parameter saying: True to report a problem. In the middle of a rotation the view's size is the new one and its
    ///   cells lie as before.
    private func isLaidOut(saying: Bool) -> Bool {
      guard let collectionView, !isUpdating, collectionView.bounds.height > 0 else { return false }
      let reading = Reading(
        size: collectionView.bounds.size, insets: collectionView.adjustedContentInset,
        content: collectionView.contentSize, scale: collectionView.traitCollection.displayScale,
        sections: collectionView.numberOfSections)
      if reading == read && (didMissChange == nil || hasCountInView) {
        if problem != nil { return false }
        if feed.hasFrame { return true }
      }
      if count != Int(feed.layout.count) { didMissChange?() }
      do throws(GridDriverProblem) {
        let layout = try GridLayout.read(collectionView, section: section)
        problem = nil
        guard feed.layout.count == 0 || layout != nil else { return false }
        if let layout { tell(layout) }
      } catch {
        if !saying { return false }
        read = reading
        if error != problem {
          problem = error
          onProblem(error)
        }
        return false
      }
      read = reading
      return true
    }

    /// Tells the driver a layout, and the cells on screen that stand at other places by it.
    private func tell(_ layout: GridLayout) {
      guard let collectionView else { return }
      var layout = layout
      layout.resize(to: feed.layout.count)
      let before = feed.layout
      isMirrored = collectionView.isMirrored(section: section)
      let (axis, point) = (collectionView.scrollAxis, collectionView.contentOffset)
      feed.layoutChanged(
        to: layout, isTurned: axis == .horizontal,
        insetTop: GridWindow(collectionView, isMirrored: isMirrored).insetTop,
        contentOffset: isMirrored ? offset(point) : axis == .horizontal ? point.x : point.y)
      if before.sections.map({ $0.count }) != layout.sections.map({ $0.count }) { showVisible(in: collectionView) }
    }

    private func showVisible(in collectionView: UICollectionView) {
      for path in collectionView.indexPathsForVisibleItems {
        if let cell = collectionView.cellForItem(at: path), let place = place(at: path) { willShow?(cell, place) }
      }
    }

    var count: Int? { collectionView?.counts(ofSection: section).reduce(0, +) }

    /// True if the section at the top of the view has as many cells as the layout says. To look at each section at every
    /// frame would take long in a grid of thousands.
    private var hasCountInView: Bool {
      guard let collectionView else { return false }
      if section != nil { return count == Int(feed.layout.count) }
      let layout = feed.layout
      if layout.count == 0 { return count == 0 }
      if layout.sectionCount != collectionView.numberOfSections { return false }
      let offset = MilliPoints.points(offset(collectionView.contentOffset)) + layout.insetTop
      let first = layout.items(overlapping: layout.viewport(at: offset)).lower
      let section = layout.section(of: first)
      return collectionView.numberOfItems(inSection: section) == layout.items(ofSection: section).count
    }

    public func scrollViewDidScroll(_ scrollView: UIScrollView) {
      heard = collectionView?.delegate
      if isLaidOut(saying: false) {
        feed.scrolled(
          to: offset(scrollView.contentOffset), isTracking: scrollView.isTracking, isDragging: scrollView.isDragging,
          isDecelerating: scrollView.isDecelerating)
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
      feed.willEndDragging(target: offset(unsafe targetContentOffset.pointee))
    }

    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      if !decelerate { feed.didStop() }
      next?.scrollViewDidEndDragging?(scrollView, willDecelerate: decelerate)
    }

    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
      feed.didStop()
      next?.scrollViewDidEndDecelerating?(scrollView)
    }

    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
      let allowed = next?.scrollViewShouldScrollToTop?(scrollView) ?? true
      // UIKit scrolls upwards, whatever the axis.
      if allowed && !feed.driver.isTurned { feed.willScrollToTop() }
      return allowed
    }

    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
      feed.didStop()
      next?.scrollViewDidScrollToTop?(scrollView)
    }

    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
      feed.didStop()
      next?.scrollViewDidEndScrollingAnimation?(scrollView)
    }

    public func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      heard = collectionView.delegate
      if section == nil || indexPath.section == section {
        layOut()
        if let place = place(at: indexPath) { willShow?(cell, place) }
      }
      next?.collectionView?(collectionView, willDisplay: cell, forItemAt: indexPath)
    }

    public func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) {
      if section == nil || indexPath.section == section { didHide?(cell) }
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

  /// Tells a feed the system's memory warnings and the way to the background and back, for as long as the object lives,
  /// which may end on any thread.
  final class SystemObservers {
    private final class Sign: Sendable {}

    private let life = Sign()
    private let observers: [any NSObjectProtocol]

    @MainActor
    init(_ feed: ScrollFeed, second: @escaping @MainActor () -> Void) {
      let calls: [(NSNotification.Name, @MainActor () -> Void)] = [
        (UIApplication.didReceiveMemoryWarningNotification, { feed.driver.memoryWarning() }),
        (UIApplication.didEnterBackgroundNotification, { feed.driver.memoryWarning() }),
        (UIApplication.willEnterForegroundNotification, { feed.enteredForeground() }),
      ]
      let center = NotificationCenter.default
      observers = calls.map { name, call in
        center.addObserver(forName: name, object: nil, queue: nil) { _ in MainQueue.perform(call) }
      }
      let timer = Timer(timeInterval: 1, repeats: true) { [weak life] timer in
        // Only the thread that a timer runs on may end it.
        if life == nil { timer.invalidate() } else { MainQueue.perform(second) }
      }
      // The common modes run while a finger moves the grid, too.
      RunLoop.main.add(timer, forMode: .common)
    }

    deinit {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
  }
#endif
