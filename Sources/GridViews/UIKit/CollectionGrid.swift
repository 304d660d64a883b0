#if canImport(UIKit)
  import Foundation
  public import UIKit

  /// A collection view of photos whose images a strategy decides: a `GridDriver`, a `CollectionFeed` that tells it how the
  /// grid scrolls, and the cells that show its images.
  ///
  ///     grid = try CollectionGrid(collectionView, try StrategySpec("budget-priority:budget=35MB"), source: source) {
  ///       cell, image in (cell as? PhotoCell)?.imageView.image = image
  ///     }
  ///
  /// Keep it as long as the collection view. Your data source configures cells as before, but for their images.
  ///
  /// The grid has all sections, of equal cells each, in any layout that lays rows of them below each other, or columns side
  /// by side: a flow layout or a compositional one, with headers, footers and insets, or pages of a full-screen viewer. A
  /// photo's place counts the cells of all sections: in a diffable data source's snapshot it is the index in
  /// `itemIdentifiers`. If the cells lie otherwise, `driver.onProblem` says how, and no images come.
  @MainActor
  public final class CollectionGrid<Source: ImageSource> {
    public let driver: GridDriver<Source>
    private let collectionFeed: CollectionFeed
    private weak var collectionView: UICollectionView?
    private let show: (UICollectionViewCell, Source.Image?) -> Void
    /// The cells that show an image: that of an edited photo stays until the new one is there, whatever thumbnail comes.
    private var sharp: Set<ObjectIdentifier> = []

    /// - Parameters:
    ///   - collectionView: The collection view, with its data source, and with its delegate if it has one.
    ///   - strategy: A strategy that does not know the scroll beforehand.
    ///   - source: The maker of images.
    ///   - options: The numbers of open requests, and the form of images.
    ///   - clock: A time that never goes back, by default the system's.
    ///   - section: The only section whose cells are the grid, or nil for all sections.
    ///   - prepare: Called with the driver before its first frame, for example to record a session.
    ///   - show: Shows an image in a cell, or none until there is one.
    /// - Throws: `GridDriverError`.
    public init(
      _ collectionView: UICollectionView, _ strategy: StrategySpec, source: Source,
      options: GridDriverOptions = GridDriverOptions(), clock: (() -> Nanoseconds)? = nil, section: Int? = nil,
      prepare: (GridDriver<Source>) -> Void = { _ in },
      show: @escaping (_ cell: UICollectionViewCell, _ image: Source.Image?) -> Void
    ) throws(GridDriverError) {
      let layout =
        GridLayout(of: collectionView, section: section) ?? GridLayout(before: collectionView, section: section)
      driver = try GridDriver(
        strategy, source: source, layout: layout, options: options,
        isTurned: collectionView.scrollAxis == .horizontal, clock: clock ?? systemClock)
      self.collectionView = collectionView
      self.show = show
      collectionFeed = CollectionFeed(collectionView, driver: driver, layout: layout, section: section)
      driver.onImage = { [weak self] place, image, tier in self?.bring(image, tier, to: place) }
      collectionFeed.willShow = { [weak self] cell, place in
        guard let self else { return }
        if !collectionFeed.isUpdating && driver.isOther(at: place) { takeCount() }
        let held = driver.held(at: Int32(clamping: place))
        fill(cell, held?.image, held?.tier)
      }
      collectionFeed.didHide = { [weak self] cell in self?.fill(cell, nil, nil) }
      collectionFeed.didMissChange = { [weak self] in self?.takeCount() }
      collectionFeed.onProblem = { [weak self] problem in self?.driver.onProblem(problem) }
      prepare(driver)
      collectionFeed.layoutChanged()
    }

    /// Tells the grid that it was laid out. Call it from `viewDidLayoutSubviews`, so that a rotation is known at once and
    /// not with the next scroll.
    public func layoutChanged() { collectionFeed.layoutChanged() }

    /// Tells the grid that photos came, went, moved or were edited. Give the source the new photos before or in `apply`.
    ///
    /// - Parameters:
    ///   - changes: The changes of the photos that the grid shows. If they begin with another number, all photos count as
    ///     others.
    ///   - apply: Shows the changes: `performBatchUpdates`, `apply` of a diffable data source.
    public func update(_ changes: GridChanges, _ apply: () -> Void) {
      collectionFeed.update(changes, apply)
    }

    /// Replaces all photos, and calls `reloadData`. Give the source the new photos before.
    ///
    /// - Parameter count: The number of photos afterwards, in all sections.
    public func reloadData(count: Int) {
      update(.reload(from: Int(collectionFeed.feed.layout.count), to: count)) {
        collectionView?.reloadData()
        // The size of the content is the old one until then.
        collectionView?.layoutIfNeeded()
      }
    }

    /// Returns a photo's place, counted through all sections, or nil if the grid has no such cell.
    public func place(at path: IndexPath) -> Int? { collectionFeed.place(at: path) }

    /// Returns the index path of a place in the collection view.
    ///
    /// - Precondition: The place is in the grid.
    public func indexPath(at place: Int) -> IndexPath { collectionFeed.indexPath(at: place) }

    /// Tells the strategy where the grid goes. Call it before the app scrolls the grid with an animation.
    public func willScroll(to contentOffset: CGPoint) {
      collectionFeed.feed.willScroll(to: collectionFeed.offset(contentOffset))
    }

    /// Stops the grid: gives the delegate back, cancels open requests and releases all images.
    public func stop() {
      collectionFeed.stop()
      driver.stop()
    }

    private func bring(_ image: Source.Image, _ tier: Tier, to place: Int) {
      collectionFeed.takeDelegate()
      guard let cell = collectionView?.cellForItem(at: collectionFeed.indexPath(at: place)) else { return }
      if tier == .full || !sharp.contains(ObjectIdentifier(cell)) { fill(cell, image, tier) }
    }

    private func fill(_ cell: UICollectionViewCell, _ image: Source.Image?, _ tier: Tier?) {
      if tier == .full { sharp.insert(ObjectIdentifier(cell)) } else { sharp.remove(ObjectIdentifier(cell)) }
      show(cell, image)
    }

    /// Reloads a grid whose photos have changed without notice.
    private func takeCount() {
      guard let count = collectionFeed.count else { return }
      collectionFeed.update(.reload(from: Int(collectionFeed.feed.layout.count), to: count)) {}
    }
  }

  extension GridChanges {
    /// Creates the changes from one snapshot of a diffable data source to another.
    ///
    ///     let changes = GridChanges(from: dataSource.snapshot(), to: snapshot)
    ///     grid.update(changes) { dataSource.apply(snapshot) }
    ///
    /// Items that `after` reloads or reconfigures are edited photos.
    ///
    /// - Parameters:
    ///   - before: The snapshot that the grid shows.
    ///   - after: The snapshot that it will show.
    public init<SectionID: Hashable & Sendable, ID: Hashable & Sendable>(
      from before: NSDiffableDataSourceSnapshot<SectionID, ID>, to after: NSDiffableDataSourceSnapshot<SectionID, ID>
    ) {
      func sections(_ snapshot: NSDiffableDataSourceSnapshot<SectionID, ID>) -> [(section: SectionID, items: [ID])] {
        snapshot.sectionIdentifiers.map { ($0, snapshot.itemIdentifiers(inSection: $0)) }
      }
      self.init(
        from: sections(before), to: sections(after),
        edited: Set(after.reloadedItemIdentifiers + after.reconfiguredItemIdentifiers))
    }
  }
#endif
