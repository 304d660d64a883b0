// https://developer.apple.com/documentation/uikit/uicollectionreusableview
@MainActor
open class UICollectionReusableView: UIView {
  // https://developer.apple.com/documentation/uikit/uicollectionreusableview/prepareforreuse()
  open func prepareForReuse() {}
}

// https://developer.apple.com/documentation/uikit/uicollectionviewcell
@MainActor
open class UICollectionViewCell: UICollectionReusableView {
  public required override init(frame: CGRect) { super.init(frame: frame) }
  open var contentView: UIView { content }
  open var backgroundView: UIView?
  private lazy var content = UIView(frame: bounds)
}

// https://developer.apple.com/documentation/uikit/uicollectionviewlayout
@MainActor
open class UICollectionViewLayout: NSObject {}

// https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout
@MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  open var itemSize = CGSize(width: 50, height: 50)
  open var minimumLineSpacing: CGFloat = 10
  open var minimumInteritemSpacing: CGFloat = 10
  open var sectionInset = UIEdgeInsets.zero
}

// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes
@MainActor
open class UICollectionViewLayoutAttributes: NSObject {
  open var frame: CGRect = .zero
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

// https://developer.apple.com/documentation/uikit/uicollectionviewdatasourceprefetching
@MainActor
public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])
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
  open weak var dataSource: (any UICollectionViewDataSource)?
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  open var collectionViewLayout: UICollectionViewLayout

  /// The data source's answer when it was asked last.
  private(set) var count = 0
  private(set) var cells: [IndexPath: UICollectionViewCell] = [:]
  private var reusable: [UICollectionViewCell] = []
  private var types: [String: UICollectionViewCell.Type] = [:]

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
  }

  override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

  // https://developer.apple.com/documentation/uikit/uicollectionview/numberofsections
  open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
  // https://developer.apple.com/documentation/uikit/uicollectionview/numberofitems(insection:)
  open func numberOfItems(inSection section: Int) -> Int {
    if !isUpdating { count = dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0 }
    return count
  }
  // https://developer.apple.com/documentation/uikit/uicollectionview/visiblecells
  open var visibleCells: [UICollectionViewCell] { indexPathsForVisibleItems.compactMap { cells[$0] } }
  // https://developer.apple.com/documentation/uikit/uicollectionview/indexpathsforvisibleitems
  open var indexPathsForVisibleItems: [IndexPath] { cells.keys.sorted() }
  // https://developer.apple.com/documentation/uikit/uicollectionview/cellforitem(at:)
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { cells[indexPath] }

  // https://developer.apple.com/documentation/uikit/uicollectionview/layoutattributesforitem(at:)
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard laidOutWidth > 0, (0..<count).contains(indexPath.item) else { return nil }
    let attributes = UICollectionViewLayoutAttributes()
    attributes.frame = frame(of: indexPath.item)
    return attributes
  }

  // https://developer.apple.com/documentation/uikit/uicollectionview/register(_:forcellwithreuseidentifier:)
  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    types[identifier] = cellClass as? UICollectionViewCell.Type
  }

  // https://developer.apple.com/documentation/uikit/uicollectionview/dequeuereusablecell(withreuseidentifier:for:)
  open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  {
    if let cell = reusable.popLast() {
      cell.prepareForReuse()
      return cell
    }
    return (types[identifier] ?? UICollectionViewCell.self).init(frame: .zero)
  }

  // https://developer.apple.com/documentation/uikit/uicollectionview/reloaddata()
  open func reloadData() {
    // Cells come, and the size of the content is right, with the next pass of layout.
    for path in indexPathsForVisibleItems { end(path) }
  }

  // https://developer.apple.com/documentation/uikit/uicollectionview/performbatchupdates(_:completion:)
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    isUpdating = true
    updates?()
    isUpdating = false
    applyChanges()
    layoutIfNeeded()
    completion?(true)
  }

  // https://developer.apple.com/documentation/uikit/uicollectionview/insertitems(at:)
  open func insertItems(at indexPaths: [IndexPath]) { inserted += indexPaths.map(\.item) }
  // https://developer.apple.com/documentation/uikit/uicollectionview/deleteitems(at:)
  open func deleteItems(at indexPaths: [IndexPath]) { deleted += indexPaths.map(\.item) }
  // https://developer.apple.com/documentation/uikit/uicollectionview/moveitem(at:to:)
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    moved.append((indexPath.item, newIndexPath.item))
  }

  // MARK: - What stands behind it here

  private var isUpdating = false
  private var inserted: [Int] = []
  private var deleted: [Int] = []
  private var moved: [(from: Int, to: Int)] = []
  private var laidOutWidth: CGFloat = 0

  private var flow: UICollectionViewFlowLayout? { collectionViewLayout as? UICollectionViewFlowLayout }

  private func frame(of item: Int) -> CGRect {
    guard let flow else { return .zero }
    let width = laidOutWidth - flow.sectionInset.left - flow.sectionInset.right
    let gapMin = flow.minimumInteritemSpacing
    let columns = max(1, Int((width + gapMin) / (flow.itemSize.width + gapMin)))
    let (row, column) = item.quotientAndRemainder(dividingBy: columns)
    let gap = columns > 1 ? (width - CGFloat(columns) * flow.itemSize.width) / CGFloat(columns - 1) : 0
    return CGRect(
      x: flow.sectionInset.left + CGFloat(column) * (flow.itemSize.width + gap),
      y: flow.sectionInset.top + CGFloat(row) * (flow.itemSize.height + flow.minimumLineSpacing),
      width: flow.itemSize.width, height: flow.itemSize.height)
  }

  // https://developer.apple.com/documentation/uikit/uiview/layoutifneeded()
  open func layoutIfNeeded() {
    laidOutWidth = bounds.width
    let count = numberOfItems(inSection: 0)
    let bottom = flow?.sectionInset.bottom ?? 0
    contentSize = CGSize(width: bounds.width, height: count == 0 ? 0 : frame(of: count - 1).maxY + bottom)
    // On Linux rectangles that only touch intersect.
    let visible = (0..<count).filter { frame(of: $0).maxY > bounds.minY && frame(of: $0).minY < bounds.maxY }
      .map { IndexPath(item: $0, section: 0) }
    for path in indexPathsForVisibleItems where !visible.contains(path) { end(path) }
    for path in visible where cells[path] == nil {
      guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { continue }
      cells[path] = cell
      delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
    }
  }

  private func end(_ path: IndexPath) {
    guard let cell = cells.removeValue(forKey: path) else { return }
    delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    reusable.append(cell)
  }

  /// Cells of items that stay keep them and stand at their new places.
  private func applyChanges() {
    let before = cells
    let gone = Set(deleted + moved.map(\.from))
    let new = Set(inserted + moved.map(\.to))
    let after = (0..<(count - gone.count + new.count)).filter { !new.contains($0) }
    let stayed = (0..<count).filter { !gone.contains($0) }
    var places = Dictionary(uniqueKeysWithValues: zip(stayed, after))
    for move in moved { places[move.from] = move.to }
    cells = [:]
    for (path, cell) in before {
      if let place = places[path.item] {
        cells[IndexPath(item: place, section: 0)] = cell
      } else {
        delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
        reusable.append(cell)
      }
    }
    (inserted, deleted, moved) = ([], [], [])
  }
}
