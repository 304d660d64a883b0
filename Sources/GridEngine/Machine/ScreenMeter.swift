import StrategyKit

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

  /// True while cells of a screen may still wait.
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

  /// Counts a cell that shows something, its full image, or its full image after something.
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
