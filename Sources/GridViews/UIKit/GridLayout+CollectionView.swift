#if canImport(UIKit)
  import Foundation
  public import GridDriver
  public import UIKit

  extension GridLayout {
    /// The layout of a collection view's cells, as it has laid them out; nil while it has not, and where they do not lie
    /// as in a grid.
    ///
    /// - Parameters:
    ///   - collectionView: Any layout that gives all cells one size, in rows that lie below each other.
    ///   - section: The only one whose cells are the grid; nil for all sections.
    @MainActor
    public init?(of collectionView: UICollectionView, section: Int? = nil) {
      guard let layout = try? GridLayout.read(collectionView, section: section) else { return nil }
      self = layout
    }

    /// The same, which says why they are no grid.
    @MainActor
    static func read(_ view: UICollectionView, section only: Int?) throws(GridLayoutProblem) -> GridLayout? {
      guard view.bounds.width > 0, view.bounds.height > 0 else { return nil }
      let counts = view.counts(ofSection: only)
      let scale = view.traitCollection.displayScale
      let shape = try GridShape(
        counts: counts, width: view.bounds.width, height: view.contentSize.height,
        pixel: scale > 0 ? 1 / scale : 1
      ) { section, item in
        let path = IndexPath(item: item, section: only ?? section)
        guard let frame = view.layoutAttributesForItem(at: path)?.frame else { return nil }
        return GridShape.Cell(minX: frame.minX, minY: frame.minY, width: frame.width, height: frame.height)
      }
      guard let shape, shape.cellWidth > 0, shape.cellHeight > 0 else { return nil }
      return GridLayout(count: counts.reduce(0, +), shape: shape, window: GridWindow(view))
    }

    /// A layout for a collection view that has not been laid out: as many cells, and no size.
    @MainActor
    init(before collectionView: UICollectionView, section: Int?) {
      let counts = collectionView.counts(ofSection: section)
      let shape = GridShape(columns: 1, cellWidth: 1, cellHeight: 1)
      self.init(
        count: counts.reduce(0, +), shape: counts.count > 1 ? shape.sections(counts) : shape,
        window: GridWindow(collectionView))
    }
  }

  extension UICollectionView {
    /// Cells by section, of all or of one, which has none where there is no such section.
    func counts(ofSection only: Int?) -> [Int] {
      guard let only else { return (0..<numberOfSections).map { numberOfItems(inSection: $0) } }
      return [only < numberOfSections ? numberOfItems(inSection: only) : 0]
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
