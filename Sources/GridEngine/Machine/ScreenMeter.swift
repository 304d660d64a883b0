/// Adds up visible and blank cell area over time, in thousandths of a point x nanoseconds; a cell that is not of the
/// usual width counts with the height of a usual cell of the same area.
///
/// A frame costs the same at any number of equal cells, for only the first and the last visible row can be cut.
struct BlankMeter: Sendable {
  var grid: CellRows

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

  init(layout: GridLayout) { grid = CellRows(layout) }

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
    guard grid.hasEqualCells else { return show(rows, in: viewport, slots: slots) }
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

  private mutating func show(_ rows: Range<Int64>, in viewport: VerticalRange, slots: CellSlots) {
    self.viewport = viewport
    (heights, coldHeights) = (Heights(), Heights())
    for row in rows {
      let (height, items) = (visibleHeight(ofRow: row), grid.items(inRows: row..<row + 1))
      heights.add(items, of: height, slots)
      coldHeights.add(cold.common(with: items), of: height, slots)
    }
  }

  private func visibleHeight(ofRow row: Int64) -> Int64 {
    let extent = grid.extent(ofRow: row)
    return grid.layout.area(of: min(extent.maxY, viewport.maxY) - max(extent.minY, viewport.minY), inRow: row)
  }

  /// Counts a cell that shows its thumbnail, its full image, or its full image after its thumbnail.
  @inline(__always)
  mutating func show(_ item: Int32, wasBlank: Bool, isSharp: Bool) {
    let height = visibleHeight(of: item)
    func count(_ heights: inout Heights) {
      if wasBlank { heights.blank -= height }
      if !isSharp { heights.thumbnail += height } else if !wasBlank { heights.thumbnail -= height }
    }
    count(&heights)
    if cold.contains(ItemID(rawValue: item)) { count(&coldHeights) }
  }

  private func visibleHeight(of item: Int32) -> Int64 {
    guard grid.hasEqualCells else { return visibleHeight(ofRow: grid.layout.row(of: item)) }
    return grid.layout.cellHeight.rawValue - (item < firstRowEnd ? cutFirst : item >= lastRowStart ? cutLast : 0)
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
    firstRowEnd = grid.items(inRows: first..<first + 1).upper
    guard last > first else { return }
    cutLast = cut(ofRow: last, by: viewport)
    lastRowStart = grid.items(inRows: last..<last + 1).lower
  }

  private func cut(ofRow row: Int64, by viewport: VerticalRange) -> Int64 {
    let extent = grid.extent(ofRow: row)
    return max(0, (viewport.minY - extent.minY).rawValue) + max(0, (extent.maxY - viewport.maxY).rawValue)
  }

  /// Returns the visible heights of `count` cells of a range together, without what the viewport cuts off the first and
  /// the last row. `counted` returns how many of an item range are among them.
  private func height(of range: ItemRange, count: Int, counted: (Int32, Int32) -> Int32) -> Int64 {
    if count == 0 { return 0 }
    var height = Int64(count) * grid.layout.cellHeight.rawValue
    if cutFirst > 0 && range.lower < firstRowEnd {
      height -= Int64(counted(range.lower, min(firstRowEnd, range.upper))) * cutFirst
    }
    if cutLast > 0 && range.upper > lastRowStart {
      height -= Int64(counted(max(lastRowStart, range.lower), range.upper)) * cutLast
    }
    return height
  }
}

/// The slots of a grid's places at the target sizes in force, and of their thumbnails.
struct CellSlots {
  let slots: SlotStore
  let thumbnailBase: Int?
  let order: PlaceMap

  func isBlank(_ place: Int32) -> Bool { slots[order.slot(at: place)].has(.awaited) && !isThumbnailShown(place) }

  func isThumbnailShown(_ place: Int32) -> Bool {
    guard let thumbnailBase else { return false }
    return slots[thumbnailBase + Int(order.photo(at: place))].state == .displayed
  }

  @inline(__always)
  func blankCount(_ lower: Int32, _ upper: Int32) -> Int32 {
    var count: Int32 = 0
    for place in lower..<upper where isBlank(place) { count += 1 }
    return count
  }

  @inline(__always)
  func thumbnailCount(_ lower: Int32, _ upper: Int32) -> Int32 {
    var count: Int32 = 0
    for place in lower..<upper where isThumbnailShown(place) { count += 1 }
    return count
  }
}

/// Follows the cells of a screen that appeared at once, until each of them is sharp or has left.
struct ScreenMeter: Sendable {
  /// The least time that a screen is looked at: 0.1 s is about the limit below which people take an answer for immediate
  /// (Miller, "Response time in man-computer conversational transactions", 1968).
  static let seenMin: Int64 = 100_000_000

  /// True until a frame shows cells of another screen: at first, and after a change of layout or content.
  var isChanging = true
  /// Those of the screen's cells that have not left.
  private(set) var cells = ItemRange.empty
  /// The numbers of `cells` that show nothing, and that do not show their full image, while an image is to come.
  private var blank = 0
  private var waiting = 0
  private var began: Int64?
  private var filled: Int64?
  private var sharp: Int64?

  var isWaiting: Bool { began != nil && sharp == nil && !isChanging }

  /// A frame shows a screen; the one before it, if there is one, is gone.
  mutating func open(_ cells: ItemRange, at time: Int64, tally: inout ScreenTally) {
    close(at: time, tally: &tally)
    self.cells = cells
    (began, filled, sharp) = (time, nil, nil)
    isChanging = false
  }

  mutating func keep(_ shown: ItemRange) { cells = cells.common(with: shown) }

  /// Takes the number of cells that show nothing, and of those that do not show their full image.
  mutating func count(blank: Int, waiting: Int, at time: Int64) {
    (self.blank, self.waiting) = (blank, waiting)
    note(time)
  }

  mutating func show(_ place: Int32, wasBlank: Bool, isSharp: Bool, at time: Int64) {
    guard isWaiting && cells.contains(ItemID(rawValue: place)) else { return }
    if wasBlank { blank -= 1 }
    if isSharp { waiting -= 1 }
    note(time)
  }

  private mutating func note(_ time: Int64) {
    if blank <= 0 && filled == nil { filled = time }
    if waiting <= 0 && sharp == nil { sharp = time }
  }

  /// Closes the screen: another appears, or the clock stops. What has not come by then counts as if it came then.
  mutating func close(at time: Int64, tally: inout ScreenTally) {
    guard let began else { return }
    let times = ScreenTally.Times(filled: (filled ?? time) - began, sharp: (sharp ?? time) - began)
    if tally.first == nil {
      tally.first = times
    } else if time - began >= ScreenMeter.seenMin {
      tally.later.append(times)
    }
    self.began = nil
  }
}

extension Replayer {
  /// Follows a frame: whether it shows another screen, and what the cells of the last one show.
  @inline(__always)
  mutating func followScreen(after old: ItemRange) {
    let isApart = old.isEmpty || shown.lower >= old.upper || shown.upper <= old.lower
    if !shown.isEmpty && (screen.isChanging || isApart) {
      screen.open(shown, at: frameTime, tally: &tally.screens)
      countScreen()
    } else if screen.isWaiting && shown != old {
      screen.keep(shown)
      countScreen()
    }
  }

  /// The counts so far, as if the clock stopped now for a screen that still fills and cells that still wait.
  var tallySoFar: ReplayTally {
    var (tally, screen) = (tally, screen)
    screen.close(at: now, tally: &tally.screens)
    for place in shown.lower..<shown.upper {
      let slot = slot(of: place)
      guard slots[slot].has(.awaited), !slots[slot].has(.cold),
        now - slots[slot].requestedAt > ReplayTally.Waits.noticeLimit
      else { continue }
      tally.waits.noticed += 1
      if tally.thumbnails.isPresent && !isThumbnailShown(slot) { tally.thumbnails.waits.noticed += 1 }
    }
    return tally
  }

  /// Counts the cells of the screen that wait; nothing is to come for those that failed.
  @inline(never)
  mutating func countScreen() {
    guard screen.isWaiting else { return }
    var (blank, waiting) = (0, 0)
    for place in screen.cells.lower..<screen.cells.upper {
      let slot = slot(of: place)
      guard slots[slot].has(.awaited) else { continue }
      let isComing = slots[slot].state != .absent
      if isComing { waiting += 1 }
      if isThumbnailShown(slot) { continue }
      let thumbnail = thumbnail(of: order.photo(at: place))
      if isComing || thumbnail.map({ slots[$0].state.hasJob }) ?? false { blank += 1 }
    }
    screen.count(blank: blank, waiting: waiting, at: now)
  }
}
