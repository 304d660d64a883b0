public import StrategyKit

/// The reason why the cells of a view form no grid, with the cells that were found. Sections count from 0, as in index
/// paths.
public enum GridLayoutProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A cell's width and height.
  public struct Size: Hashable, Sendable, CustomStringConvertible {
    public var width: MilliPoints
    public var height: MilliPoints

    public init(width: MilliPoints, height: MilliPoints) {
      self.width = width
      self.height = height
    }

    public var description: String { "\(width) x \(height) pt" }
  }

  /// A cell of a section has another size than the section's first cell.
  case unequalCells(section: Int, size: Size, first: Size)
  /// The rows of a section are not evenly spaced. With the `columns` of the first row, rows would follow each other at
  /// `pitch`, but the second one begins `second` below the first.
  case unevenRows(section: Int, columns: Int, pitch: MilliPoints, second: MilliPoints)
  /// A row of a section begins above the end of the row before it.
  case overlappingRows(section: Int, minY: MilliPoints, end: MilliPoints)
  /// The cells of a section reach beyond the width of the view, or beyond its height if the grid scrolls sideways.
  case scrollsSideways(section: Int, width: MilliPoints, of: MilliPoints)
  /// The number of cells in all sections differs from the number of photos.
  case unequalCounts(cells: Int, photos: Int)

  public var description: String {
    switch self {
    case .unequalCells(let section, let size, let first):
      "section \(section) has a cell of \(size) and its first cell has \(first): a section has cells of one size; put the "
        + "others into a section, a header or a view of their own"
    case .unevenRows(let section, let columns, let pitch, let second):
      "the first row of section \(section) has \(columns) cells; in such rows its last cell would mean rows every "
        + "\(pitch) pt, but the second row begins \(second) pt below the first: a section of a grid has equal rows"
    case .overlappingRows(let section, let minY, let end):
      "a row of section \(section) begins at \(minY) pt, and the row before it ends at \(end) pt: rows of a grid lie below "
        + "each other, or from left to right where it scrolls sideways, in the order of index paths"
    case .scrollsSideways(let section, let width, let whole):
      "section \(section) has a cell that ends at \(width) pt across the scroll, where the view has \(whole) pt: all sections "
        + "of a grid scroll along one axis"
    case .unequalCounts(let cells, let photos):
      "the sections have \(cells) cells together and the grid has \(photos) photos: tell both at once"
    }
  }
}
