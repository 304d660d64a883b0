#if canImport(UIKit)
  import Foundation
  public import UIKit

  extension GridLayout {
    /// Creates the layout of a collection view's cells, or returns nil if it has not laid them out, or if they do not lie
    /// as in a grid.
    ///
    /// - Parameters:
    ///   - collectionView: A view whose layout gives the cells of a section one size, in rows that lie below each other, or
    ///     in columns side by side, from either end, if it scrolls sideways.
    ///   - section: The only section whose cells are the grid, or nil for all sections.
    @MainActor
    public init?(of collectionView: UICollectionView, section: Int? = nil) {
      guard let layout = try? GridLayout.read(collectionView, section: section) else { return nil }
      self = layout
    }

    @MainActor
    static func read(_ view: UICollectionView, section only: Int?) throws(GridDriverProblem) -> GridLayout? {
      guard view.bounds.width > 0, view.bounds.height > 0 else { return nil }
      let (axis, isMirrored, size) = (view.scrollAxis, view.isMirrored(section: only), view.contentSize)
      return try GridLayout(
        counts: view.counts(ofSection: only), window: GridWindow(view, isMirrored: isMirrored),
        length: axis == .vertical ? size.height : size.width, axis: axis
      ) { section, item in
        let path = IndexPath(item: item, section: only ?? section)
        var frame = view.layoutAttributesForItem(at: path)?.frame
        if isMirrored, let maxX = frame?.maxX { frame?.origin.x = view.mirrorWidth - maxX }
        return frame
      }
    }

    /// Creates a layout for a collection view that has not been laid out, with as many cells and no size.
    @MainActor
    init(before collectionView: UICollectionView, section: Int?) {
      let counts = collectionView.counts(ofSection: section)
      var shape = GridShape(columns: 1, cellWidth: 1, cellHeight: 1)
      shape.axis = collectionView.scrollAxis
      if counts.count > 1 { shape.sections = counts.map { GridShape.Section(count: $0) } }
      self.init(
        count: counts.reduce(0, +), shape: shape, window: GridWindow(collectionView, isMirrored: false))
    }
  }

  extension UICollectionView {
    /// The axis along which it scrolls, as its layout says; with a layout of the app's own, the only one along which there
    /// is more to see.
    var scrollAxis: GridAxis {
      let told =
        (collectionViewLayout as? UICollectionViewFlowLayout)?.scrollDirection
        ?? (collectionViewLayout as? UICollectionViewCompositionalLayout)?.configuration.scrollDirection
      if let told { return told == .horizontal ? .horizontal : .vertical }
      return contentSize.width > bounds.width && contentSize.height <= bounds.height ? .horizontal : .vertical
    }

    func isMirrored(section only: Int?) -> Bool {
      guard scrollAxis == .horizontal else { return false }
      let counts = counts(ofSection: only)
      guard let first = counts.firstIndex(where: { $0 > 0 }), let last = counts.lastIndex(where: { $0 > 0 }),
        let begin = layoutAttributesForItem(at: IndexPath(item: 0, section: only ?? first))?.frame,
        let end = layoutAttributesForItem(at: IndexPath(item: counts[last] - 1, section: only ?? last))?.frame
      else { return false }
      return end.minX < begin.minX
    }

    /// The right edge, at which cells that lie from right to left begin.
    var mirrorWidth: CGFloat { max(contentSize.width, bounds.width) }

    /// Returns the numbers of cells by section, or that of one section, which is 0 if there is no such section.
    func counts(ofSection only: Int?) -> [Int] {
      guard let only else { return (0..<numberOfSections).map { numberOfItems(inSection: $0) } }
      return [only < numberOfSections ? numberOfItems(inSection: only) : 0]
    }
  }

  extension GridWindow {
    @MainActor
    init(_ view: UICollectionView, isMirrored: Bool) {
      let insets = view.adjustedContentInset
      let (first, last) =
        view.scrollAxis == .vertical
        ? (insets.top, insets.bottom) : isMirrored ? (insets.right, insets.left) : (insets.left, insets.right)
      self.init(
        width: view.bounds.width, height: view.bounds.height, scale: view.traitCollection.displayScale,
        insetTop: first, insetBottom: last)
    }
  }
#endif
