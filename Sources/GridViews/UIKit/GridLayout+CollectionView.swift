#if canImport(UIKit)
  public import GridDriver
  public import UIKit

  extension GridLayout {
    /// The layout of a section whose cells have one size, as the collection view has laid them out; nil while they are
    /// not.
    @MainActor
    public init?(of collectionView: UICollectionView, section: Int = 0) {
      let count = collectionView.count(inSection: section)
      let shape = GridShape(count: count, contentHeight: collectionView.contentSize.height) { item in
        guard let frame = collectionView.layoutAttributesForItem(at: IndexPath(item: item, section: section))?.frame
        else { return nil }
        return GridShape.Cell(minX: frame.minX, minY: frame.minY, width: frame.width, height: frame.height)
      }
      guard let shape, shape.cellWidth > 0, shape.cellHeight > 0, collectionView.bounds.height > 0 else { return nil }
      self.init(count: count, shape: shape, window: GridWindow(collectionView))
    }

    /// A layout for a collection view that has not been laid out: as many cells, and no size.
    @MainActor
    init(before collectionView: UICollectionView, section: Int) {
      let count = collectionView.count(inSection: section)
      self.init(count: count, shape: nil, window: GridWindow(collectionView))
    }
  }

  extension UICollectionView {
    /// Cells of a section; none where there is no such section.
    func count(inSection section: Int) -> Int {
      section < numberOfSections ? numberOfItems(inSection: section) : 0
    }
  }

  extension GridWindow {
    @MainActor
    fileprivate init(_ view: UICollectionView) {
      self.init(
        width: view.bounds.width, height: view.bounds.height, scale: view.traitCollection.displayScale,
        insetTop: view.adjustedContentInset.top, insetBottom: view.adjustedContentInset.bottom)
    }
  }
#endif
