// https://developer.apple.com/documentation/uikit/uicollectionreusableview
@MainActor
open class UICollectionReusableView: UIView {
  open func prepareForReuse() {}
}

// https://developer.apple.com/documentation/uikit/uicollectionviewcell
@MainActor
open class UICollectionViewCell: UICollectionReusableView {
  public required override init(frame: CGRect) { super.init(frame: frame) }
  open var backgroundView: UIView?
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdatasource
@MainActor
public protocol UICollectionViewDataSource: NSObjectProtocol {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
  func numberOfSections(in collectionView: UICollectionView) -> Int
}

extension UICollectionViewDataSource {
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdelegate
@MainActor
public protocol UICollectionViewDelegate: UIScrollViewDelegate {
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
  func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath)
}

extension UICollectionViewDelegate {
  public func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) {}
}

// https://developer.apple.com/documentation/uikit/uicollectionview
@MainActor
open class UICollectionView: UIScrollView {
  open weak var delegate: (any UICollectionViewDelegate)?
  open weak var dataSource: (any UICollectionViewDataSource)? { didSet { isCountKnown = false } }
  open var collectionViewLayout: UICollectionViewLayout

  /// The data source's last answers, by section.
  private var counts: [Int] = []
  private(set) var cells: [IndexPath: UICollectionViewCell] = [:]
  private var reusable: [UICollectionViewCell] = []
  private var types: [String: UICollectionViewCell.Type] = [:]

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    layout.collectionView = self
  }

  override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

  public enum ScrollDirection: Int, Sendable { case vertical, horizontal }

  open var numberOfSections: Int {
    askDataSource()
    return counts.count
  }
  open func numberOfItems(inSection section: Int) -> Int {
    askDataSource()
    return counts[section]
  }
  open var indexPathsForVisibleItems: [IndexPath] { cells.keys.sorted() }
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { cells[indexPath] }

  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    isLaidOut ? collectionViewLayout.layoutAttributesForItem(at: indexPath) : nil
  }

  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    types[identifier] = cellClass as? UICollectionViewCell.Type
  }

  open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  {
    if let cell = reusable.popLast() {
      cell.prepareForReuse()
      return cell
    }
    return (types[identifier] ?? UICollectionViewCell.self).init(frame: .zero)
  }

  open func reloadData() {
    // The next layout adds cells and corrects the size of the content.
    isCountKnown = false
    for path in indexPathsForVisibleItems { end(path) }
  }

  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    change {
      updates?()
    } place: { [unowned self] in
      defer { changes = BatchChanges() }
      return changes.places(from: $0, to: $1)
    }
    completion?(true)
  }

  open func insertItems(at indexPaths: [IndexPath]) { changes.inserted += indexPaths }
  open func deleteItems(at indexPaths: [IndexPath]) { changes.deleted += indexPaths }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    changes.moved[indexPath] = newIndexPath
  }

  // MARK: - What stands behind it here

  private var changes = BatchChanges()
  private var isCountKnown = false
  private var isLaidOut = false

  /// Asks the data source, once until its data is reloaded or changes in a batch.
  private func askDataSource() {
    guard !isCountKnown, let dataSource else { return }
    isCountKnown = true
    counts = (0..<dataSource.numberOfSections(in: self)).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
  }

  open func layoutIfNeeded() {
    isLaidOut = bounds.width > 0
    askDataSource()
    collectionViewLayout.prepare()
    contentSize = collectionViewLayout.collectionViewContentSize
    let all = counts.enumerated().flatMap { section, count in (0..<count).map { IndexPath(item: $0, section: section) }
    }
    let visible = all.filter {
      // On Linux, rectangles that only touch intersect.
      guard let frame = layoutAttributesForItem(at: $0)?.frame else { return false }
      return frame.maxY > bounds.minY && frame.minY < bounds.maxY && frame.maxX > bounds.minX
        && frame.minX < bounds.maxX
    }
    let shown = Set(visible)
    for path in indexPathsForVisibleItems where !shown.contains(path) { end(path) }
    for path in visible where cells[path] == nil {
      guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { continue }
      cells[path] = cell
      delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
    }
  }

  /// Lets the data source change. Cells of kept items move to their new places.
  ///
  /// - Parameter place: Returns an item's new place, given the counts by section before and afterwards.
  func change(_ updates: () -> Void, place: (_ before: [Int], _ after: [Int]) -> (IndexPath) -> IndexPath?) {
    // An update before the first layout begins with the current data.
    askDataSource()
    let before = counts
    updates()
    isCountKnown = false
    askDataSource()
    let place = place(before, counts)
    let shown = cells
    cells = [:]
    for (path, cell) in shown {
      if let after = place(path) {
        cells[after] = cell
      } else {
        delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
        reusable.append(cell)
      }
    }
    layoutIfNeeded()
  }

  private func end(_ path: IndexPath) {
    guard let cell = cells.removeValue(forKey: path) else { return }
    delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    reusable.append(cell)
  }
}

/// The changes of a batch of updates, with removals at old places and insertions at new ones: no part of the SDK.
private struct BatchChanges {
  var inserted: [IndexPath] = []
  var deleted: [IndexPath] = []
  var moved: [IndexPath: IndexPath] = [:]

  /// Returns the new place of each item; the others keep their order.
  func places(from before: [Int], to after: [Int]) -> (IndexPath) -> IndexPath? {
    var places = moved
    let (gone, new) = (Set(deleted + moved.keys), Set(inserted + moved.values))
    for section in before.indices {
      let left = (0..<before[section]).map { IndexPath(item: $0, section: section) }.filter { !gone.contains($0) }
      let right = (0..<after[section]).map { IndexPath(item: $0, section: section) }.filter { !new.contains($0) }
      precondition(left.count == right.count, "invalid number of items in section \(section)")
      places.merge(zip(left, right)) { moved, _ in moved }
    }
    return { places[$0] }
  }
}
