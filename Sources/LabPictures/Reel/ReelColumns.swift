import StrategyKit

/// A scroll and its reels as numbers, column after column: a page reads them where they lie, and takes no text apart.
extension ReelTrace {
  /// Of the frames their times, then offsets, layouts, the first cell on screen, and how many cells are on screen.
  package var columns: [Double] {
    let cells = frames.map(visible)
    var columns: [Double] = []
    columns.reserveCapacity(5 * frames.count)
    for frame in frames { columns.append(Double(frame.time)) }
    for frame in frames { columns.append(Double(frame.offset)) }
    for frame in frames { columns.append(Double(frame.layout)) }
    for cells in cells { columns.append(Double(cells.lower)) }
    for cells in cells { columns.append(Double(cells.count)) }
    return columns
  }

  /// Of a reel's changes their times, then places and states; of its levels the times, then bytes; of the frames the share
  /// of cells on screen that is blank.
  package func columns(of reel: ReplayReel) -> [Double] {
    var columns: [Double] = []
    columns.reserveCapacity(3 * reel.changes.count + 2 * reel.levels.count + frames.count)
    for change in reel.changes { columns.append(Double(change.time)) }
    for change in reel.changes { columns.append(Double(change.item)) }
    for change in reel.changes { columns.append(Double(change.state.rawValue)) }
    for level in reel.levels { columns.append(Double(level.time)) }
    for level in reel.levels { columns.append(Double(level.bytes)) }
    for (frame, blank) in zip(frames, ReelMoment.blanks(reel, self)) {
      columns.append(Double(blank) / Double(max(1, visible(frame).count)))
    }
    return columns
  }
}
