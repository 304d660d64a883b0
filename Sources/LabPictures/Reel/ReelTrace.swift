public import CacheLab
package import LabBase
import StrategyKit

/// A trace as the player scrolls it, and what strategies showed on it.
public struct ReelTrace: Sendable {
  /// A frame: the layout in force and the offset from `time` on.
  package struct Frame: Hashable, Sendable {
    /// Microseconds.
    var time: Int64
    /// Thousandths of a point.
    var offset: Int64
    var layout: Int
  }

  public let name: String
  /// Microseconds.
  let end: Int64
  let layouts: [GridLayout]
  package let frames: [Frame]
  public let reels: [ReplayReel]

  public init(name: String, script: ReplayScript, reels: [ReplayReel]) {
    self.name = name
    self.reels = reels
    end = script.end.rawValue / 1000
    layouts = script.layouts
    var layout = 0
    var frames: [Frame] = []
    for step in script.steps {
      if step.kind == .layout || step.kind == .content { layout = Int(step.value) }
      if step.kind == .frame { frames.append(Frame(time: step.time / 1000, offset: step.value, layout: layout)) }
    }
    self.frames = frames
  }

  func visible(_ frame: Frame) -> ItemRange {
    layouts[frame.layout].items(overlapping: layouts[frame.layout].viewport(at: MilliPoints(rawValue: frame.offset)))
  }

  /// Blank cells of each frame.
  func blanks(_ reel: ReplayReel) -> [Int] {
    let cellCount = max(layouts.map { $0.count }.max() ?? 0, (reel.changes.map { $0.item }.max() ?? -1) + 1)
    var states = ContiguousArray(repeating: ReelCell.blank, count: Int(cellCount))
    var next = 0
    return frames.map { frame in
      while next < reel.changes.count, reel.changes[next].time <= frame.time {
        states[Int(reel.changes[next].item)] = reel.changes[next].state
        next += 1
      }
      let visible = visible(frame)
      return states[Int(visible.lower)..<Int(visible.upper)].count { $0 == .blank }
    }
  }

  /// What a player reads where it lies, column after column: of the frames their times, offsets, layouts, the first cell
  /// on screen, and how many cells are on screen.
  package var columns: [Int64] {
    let cells = frames.map(visible)
    return frames.map { $0.time } + frames.map { $0.offset } + frames.map { Int64($0.layout) }
      + cells.map { Int64($0.lower) } + cells.map { Int64($0.count) }
  }

  /// The same of a reel: of its changes the times, places and states; of its levels the times and bytes; frame by frame
  /// the number of blank cells.
  package func columns(of reel: ReplayReel) -> [Int64] {
    let (changes, levels) = (reel.changes, reel.levels)
    return changes.map { $0.time } + changes.map { Int64($0.item) } + changes.map { Int64($0.state.rawValue) }
      + levels.map { $0.time } + levels.map { $0.bytes } + blanks(reel).map { Int64($0) }
  }

  /// The scroll without its columns.
  package var members: [String: JSON] {
    [
      "name": .string(name), "end": .integer(Int128(end)), "layouts": .array(layouts.map(ReelTrace.json)),
      "frames": .integer(Int128(frames.count)),
    ]
  }

  private static func json(_ layout: GridLayout) -> JSON {
    func pair(_ a: MilliPoints, _ b: MilliPoints) -> JSON {
      .array([.integer(Int128(a.rawValue)), .integer(Int128(b.rawValue))])
    }
    var members: [String: JSON] = [
      "count": .integer(Int128(layout.count)), "columns": .integer(Int128(layout.columns)),
      "cell": pair(layout.cellWidth, layout.cellHeight), "spacing": pair(layout.spacingX, layout.spacingY),
      "inset": pair(layout.insetTop, layout.insetBottom), "viewport": pair(layout.viewportWidth, layout.viewportHeight),
    ]
    if layout.axis == .horizontal { members["sideways"] = .bool(true) }
    if layout.hasSections { members["sections"] = sections(layout) }
    return .object(members)
  }

  /// Of each section the first item, the columns, from a column to the next, from a row to the next, the tops of the first
  /// row and of the header with its height, and the width and height of its cells; thousandths of a point.
  private static func sections(_ layout: GridLayout) -> JSON {
    .array(
      layout.sections.enumerated().map { number, section in
        let (style, minY) = (section.style, layout.minY(ofSection: number))
        return .array(
          [
            Int64(layout.firstItem(ofSection: number)), Int64(style.columns),
            (style.cellWidth + style.spacingX).rawValue,
            style.pitch.rawValue, (minY + style.header + style.insetTop).rawValue, minY.rawValue, style.header.rawValue,
            style.cellWidth.rawValue, style.cellHeight.rawValue,
          ].map { .integer(Int128($0)) })
      })
  }
}
