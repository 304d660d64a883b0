import StrategyKit

/// Adds up visible and blank cell area over time, in thousandths of a point x nanoseconds; a cell that is not of the
/// usual width counts with the height of a usual cell of the same area.
///
/// A frame costs the same at any number of equal cells, for only the first and the last visible row can be cut.
struct BlankMeter: Sendable {
  private var layout: GridLayout
  private var evenRows: EvenRows?
  private var hasEqualCells: Bool

  private var viewport = VerticalRange(minY: .zero, maxY: .zero)
  private var heights = Heights()
  /// The heights that the viewport's edges cut off each cell of the first and of the last visible row.
  private var cutFirst: Int64 = 0
  private var cutLast: Int64 = 0
  /// Items below this one are in the first visible row, items from `lastRowStart` on in the last; a single row counts
  /// as the first.
  private var firstRowEnd: Int32 = 0
  private var lastRowStart: Int32 = 0
  /// Cells of the first frame that have not left since.
  private(set) var cold = ItemRange.empty
  private var coldHeights = Heights()

  /// The heights of cells in view together: of all, of blank ones, and of those that show a thumbnail only.
  private struct Heights: Sendable {
    var visible: Int64 = 0
    var blank: Int64 = 0
    var thumbnail: Int64 = 0

    mutating func add(_ items: ItemRange, of height: Int64, _ slots: CellSlots) {
      visible += Int64(items.count) * height
      blank += Int64(slots.blankCount(items.lower, items.upper)) * height
      thumbnail += Int64(slots.thumbnailCount(items.lower, items.upper)) * height
    }
  }

  init(layout: GridLayout) {
    self.layout = layout
    hasEqualCells = true
    use(layout)
  }

  mutating func use(_ layout: GridLayout) {
    self.layout = layout
    hasEqualCells = layout.hasEqualCells
    evenRows = layout.hasSections ? nil : layout.evenRows
  }

  /// Returns the rows that a viewport of the layout shows, and their items.
  @inline(__always)
  func cells(in viewport: VerticalRange) -> (rows: Range<Int64>, items: ItemRange) {
    let rows = evenRows?.rows(overlapping: viewport) ?? layout.rows(overlapping: viewport)
    return (rows, items(inRows: rows))
  }

  @inline(__always)
  private func items(inRows rows: Range<Int64>) -> ItemRange {
    evenRows?.items(inRows: rows) ?? layout.items(inRows: rows)
  }

  @inline(__always)
  private func extent(ofRow row: Int64) -> VerticalRange {
    evenRows?.extent(ofRow: row) ?? layout.extent(ofRow: row)
  }

  /// Adds the time for which cells stay as they are.
  @inline(__always)
  func pass(_ elapsed: Int64, tally: inout ReplayTally) {
    tally.blank.whole.add(heights.visible, times: elapsed)
    if heights.blank != 0 { tally.blank.part.add(heights.blank, times: elapsed) }
    if heights.thumbnail != 0 { tally.thumbnails.area.add(heights.thumbnail, times: elapsed) }
    if cold.isEmpty { return }
    tally.coldBlank.whole.add(coldHeights.visible, times: elapsed)
    tally.coldBlank.part.add(coldHeights.blank, times: elapsed)
    tally.thumbnails.coldArea.add(coldHeights.thumbnail, times: elapsed)
  }

  /// Takes in a viewport that shows `rows` with the cells `shown`, of which `blankCount` are blank and `thumbnailCount` show
  /// a thumbnail alone.
  mutating func show(
    _ shown: ItemRange, rows: Range<Int64>, in viewport: VerticalRange, blankCount: Int, thumbnailCount: Int,
    isFirstFrame: Bool, slots: CellSlots
  ) {
    cold = isFirstFrame ? shown : cold.common(with: shown)
    guard hasEqualCells else { return show(rows, in: viewport, slots: slots) }
    cutRows(rows, shown, by: viewport)
    heights.visible = height(of: shown, count: shown.count) { $1 - $0 }
    heights.blank = height(of: shown, count: blankCount, counted: slots.blankCount)
    heights.thumbnail = height(of: shown, count: thumbnailCount, counted: slots.thumbnailCount)
    coldHeights.thumbnail = 0
    if cold.isEmpty { return }
    coldHeights.visible = height(of: cold, count: cold.count) { $1 - $0 }
    let coldBlankCount = Int(slots.blankCount(cold.lower, cold.upper))
    coldHeights.blank = height(of: cold, count: coldBlankCount, counted: slots.blankCount)
    if thumbnailCount == 0 { return }
    let coldThumbnailCount = Int(slots.thumbnailCount(cold.lower, cold.upper))
    coldHeights.thumbnail = height(of: cold, count: coldThumbnailCount, counted: slots.thumbnailCount)
  }

  /// Takes in the same row by row, where cells are of several sizes.
  private mutating func show(_ rows: Range<Int64>, in viewport: VerticalRange, slots: CellSlots) {
    self.viewport = viewport
    (heights, coldHeights) = (Heights(), Heights())
    for row in rows {
      let (height, items) = (visibleHeight(ofRow: row), items(inRows: row..<row + 1))
      heights.add(items, of: height, slots)
      coldHeights.add(cold.common(with: items), of: height, slots)
    }
  }

  private func visibleHeight(ofRow row: Int64) -> Int64 {
    let extent = extent(ofRow: row)
    return layout.area(of: min(extent.maxY, viewport.maxY) - max(extent.minY, viewport.minY), inRow: row)
  }

  mutating func fill(_ item: Int32) {
    change(item) { $0.blank -= $1 }
  }

  mutating func showThumbnail(_ item: Int32) {
    change(item) {
      $0.blank -= $1
      $0.thumbnail += $1
    }
  }

  mutating func sharpen(_ item: Int32) {
    change(item) { $0.thumbnail -= $1 }
  }

  @inline(__always)
  private mutating func change(_ item: Int32, _ body: (inout Heights, _ visible: Int64) -> Void) {
    let visible = visibleHeight(of: item)
    body(&heights, visible)
    if cold.contains(ItemID(rawValue: item)) { body(&coldHeights, visible) }
  }

  private func visibleHeight(of item: Int32) -> Int64 {
    guard hasEqualCells else { return visibleHeight(ofRow: layout.row(of: item)) }
    return layout.cellHeight.rawValue - (item < firstRowEnd ? cutFirst : item >= lastRowStart ? cutLast : 0)
  }

  mutating func clear() {
    cold = .empty
    (heights, coldHeights) = (Heights(), Heights())
  }

  private mutating func cutRows(_ rows: Range<Int64>, _ shown: ItemRange, by viewport: VerticalRange) {
    (cutFirst, cutLast, firstRowEnd, lastRowStart) = (0, 0, shown.lower, shown.upper)
    if rows.isEmpty { return }
    let (first, last) = (rows.lowerBound, rows.upperBound - 1)
    cutFirst = cut(ofRow: first, by: viewport)
    firstRowEnd = items(inRows: first..<first + 1).upper
    guard last > first else { return }
    cutLast = cut(ofRow: last, by: viewport)
    lastRowStart = items(inRows: last..<last + 1).lower
  }

  private func cut(ofRow row: Int64, by viewport: VerticalRange) -> Int64 {
    let extent = extent(ofRow: row)
    return max(0, (viewport.minY - extent.minY).rawValue) + max(0, (extent.maxY - viewport.maxY).rawValue)
  }

  /// Returns the visible heights of `count` cells of a range together, without what the viewport cuts off the first and
  /// the last row. `counted` returns how many of an item range are among them.
  private func height(of range: ItemRange, count: Int, counted: (Int32, Int32) -> Int32) -> Int64 {
    if count == 0 { return 0 }
    var height = Int64(count) * layout.cellHeight.rawValue
    if cutFirst > 0 && range.lower < firstRowEnd {
      height -= Int64(counted(range.lower, min(firstRowEnd, range.upper))) * cutFirst
    }
    if cutLast > 0 && range.upper > lastRowStart {
      height -= Int64(counted(max(lastRowStart, range.lower), range.upper)) * cutLast
    }
    return height
  }
}
