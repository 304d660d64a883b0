import Strategies

/// Adds up the visible and the blank area of cells over time, in thousandths of a point x nanoseconds: all cells of a
/// layout are equally wide, so heights do.
///
/// Only the first and the last visible row can be cut by the viewport's edge, so a frame costs the same at any number
/// of cells.
struct BlankMeter: Sendable {
  var layout: GridLayout

  private var viewport = VerticalRange(minY: .zero, maxY: .zero)
  private var visibleHeight: Int64 = 0
  private var blankHeight: Int64 = 0
  /// Cells of the first frame that have not left since.
  private(set) var cold = ItemRange.empty
  private var coldVisibleHeight: Int64 = 0
  private var coldBlankHeight: Int64 = 0

  init(layout: GridLayout) {
    self.layout = layout
  }

  /// Time passes with the cells as they are.
  func pass(_ elapsed: Int64, tally: inout ReplayTally) {
    let time = Int128(elapsed)
    tally.blank.whole += Int128(visibleHeight) * time
    tally.warmBlank.whole += Int128(visibleHeight - coldVisibleHeight) * time
    if blankHeight == 0 { return }
    tally.blank.part += Int128(blankHeight) * time
    tally.warmBlank.part += Int128(blankHeight - coldBlankHeight) * time
  }

  /// The viewport moved and `shown` are its cells, `blankCount` of them blank; `slots[base]` is item 0's.
  mutating func show(
    _ shown: ItemRange, in viewport: VerticalRange, blankCount: Int, isFirstFrame: Bool,
    slots: SlotStore, base: Int
  ) {
    self.viewport = viewport
    cold = isFirstFrame ? shown : intersection(cold, shown)
    visibleHeight = height(of: shown)
    coldVisibleHeight = cold.isEmpty ? 0 : height(of: cold)
    blankHeight = height(ofBlank: blankCount, in: shown, slots: slots, base: base)
    let coldBlankCount = cold.isEmpty ? 0 : blanks(cold.lower, cold.upper, slots: slots, base: base)
    coldBlankHeight = height(ofBlank: coldBlankCount, in: cold, slots: slots, base: base)
  }

  /// A blank cell shows its image from now on.
  mutating func fill(_ item: Int32) {
    let visible = height(of: item)
    blankHeight -= visible
    if cold.contains(ItemID(rawValue: item)) { coldBlankHeight -= visible }
  }

  /// All cells left.
  mutating func clear() {
    cold = .empty
    visibleHeight = 0
    blankHeight = 0
    coldVisibleHeight = 0
    coldBlankHeight = 0
  }

  /// The visible height of one cell.
  private func height(of item: Int32) -> Int64 { height(ofRow: Int64(item / layout.columns)) }

  private func height(ofRow row: Int64) -> Int64 {
    let minY = layout.minY(ofRow: row).rawValue
    let bottom = min(minY + layout.cellHeight.rawValue, viewport.maxY.rawValue)
    return max(0, bottom - max(minY, viewport.minY.rawValue))
  }

  /// The visible heights of a range of cells together.
  private func height(of range: ItemRange) -> Int64 {
    if range.isEmpty { return 0 }
    let columns = layout.columns
    let firstRow = Int64(range.lower / columns)
    let lastRow = Int64((range.upper - 1) / columns)
    if firstRow == lastRow { return Int64(range.count) * height(ofRow: firstRow) }
    let inFirst = (firstRow + 1) * Int64(columns) - Int64(range.lower)
    let inLast = Int64(range.upper) - lastRow * Int64(columns)
    let between = Int64(range.count) - inFirst - inLast
    return inFirst * height(ofRow: firstRow) + inLast * height(ofRow: lastRow)
      + between * layout.cellHeight.rawValue
  }

  /// The visible heights of the `count` blank cells of a range together: whole rows count their cells' full height,
  /// the first and the last row give back what the viewport cuts off.
  private func height(
    ofBlank count: Int, in range: ItemRange, slots: SlotStore, base: Int
  ) -> Int64 {
    if count == 0 { return 0 }
    let columns = layout.columns
    let firstRow = range.lower / columns
    let lastRow = (range.upper - 1) / columns
    let full = layout.cellHeight.rawValue
    if firstRow == lastRow { return Int64(count) * height(ofRow: Int64(firstRow)) }
    let inFirst = blanks(range.lower, (firstRow + 1) * columns, slots: slots, base: base)
    let inLast = blanks(lastRow * columns, range.upper, slots: slots, base: base)
    return Int64(count) * full - Int64(inFirst) * (full - height(ofRow: Int64(firstRow)))
      - Int64(inLast) * (full - height(ofRow: Int64(lastRow)))
  }

  private func blanks(_ lower: Int32, _ upper: Int32, slots: SlotStore, base: Int) -> Int {
    var count = 0
    for item in lower..<upper where slots[base + Int(item)].has(.awaited) { count += 1 }
    return count
  }

  private func intersection(_ left: ItemRange, _ right: ItemRange) -> ItemRange {
    let lower = max(left.lower, right.lower)
    let upper = min(left.upper, right.upper)
    return lower < upper ? ItemRange(lower: lower, upper: upper) : .empty
  }
}
