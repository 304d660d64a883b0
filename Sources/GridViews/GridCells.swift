public import Observation

/// A cell's image, for a view that observes it.
@Observable
@available(iOS 17, macOS 14, tvOS 17, *)
public final class GridCell<Image> {
  /// The image; nil while there is none.
  public internal(set) var image: Image?
  /// The number of times that its photo left its place: a view of a fixed place shows its own place anew then.
  public internal(set) var moves = 0
  /// The place that it shows; nil while it is not on screen.
  @ObservationIgnored public internal(set) var place: Int?

  public init() {}
}

/// The cells of a grid whose views show images by themselves: which place each one shows, and which image.
@available(iOS 17, macOS 14, tvOS 17, *)
final class GridCells<Image> {
  private var cells: [GridCell<Image>] = []

  /// A cell shows a place from now on, one that it showed before no more.
  func show(_ place: Int, in cell: GridCell<Image>, image: Image?) {
    if cell.place == nil { cells.append(cell) }
    cell.place = place
    cell.image = image
  }

  /// A cell left the screen. It lets go of its image.
  func hide(_ cell: GridCell<Image>) {
    cells.removeAll { $0 === cell }
    cell.place = nil
    cell.image = nil
  }

  func bring(_ image: Image, to place: Int) {
    for cell in cells where cell.place == place { cell.image = image }
  }

  /// Photos have other places. A cell whose photo is gone keeps its image until it leaves.
  ///
  /// - Parameters:
  ///   - place: Where a photo stands afterwards; nil when it is gone.
  ///   - image: What stands at a place afterwards.
  func move(to place: (Int) -> Int?, image: (Int) -> Image?) {
    for cell in cells {
      guard let before = cell.place, before >= 0 else { continue }
      // No place is -1: the cell is on screen all the same.
      let after = place(before) ?? -1
      if after != before { cell.moves += 1 }
      cell.place = after
      if after >= 0 { cell.image = image(after) }
    }
  }

  var count: Int { cells.count }
}
