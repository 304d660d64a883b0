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

  /// The photo in a cell; nil where the grid has no such cell.
  package func photo(at place: Int32, inFrame number: Int, of script: ReplayScript) -> Int32? {
    guard frames.indices.contains(number), place >= 0, place < layouts[frames[number].layout].count else { return nil }
    guard let content = script.contents[frames[number].layout] else { return place }
    return content.photos(at: ItemRange(lower: place, upper: place + 1)).first?.lower
  }

  /// Packed frames: 2 x microseconds since the last + 1 where the layout changes and its number follows; then the
  /// differences of offsets and of the first cell on screen, and how many cells are on screen.
  var packedFrames: PackedBytes {
    var packed = PackedBytes()
    var before = Frame(time: 0, offset: 0, layout: 0)
    var first: Int32 = 0
    for frame in frames {
      let changes = frame.layout != before.layout
      packed.append(UInt64(frame.time - before.time) << 1 | (changes ? 1 : 0))
      if changes { packed.append(UInt64(frame.layout)) }
      packed.append(signed: frame.offset - before.offset)
      let cells = visible(frame)
      packed.append(signed: Int64(cells.lower) - Int64(first))
      packed.append(UInt64(cells.count))
      first = cells.lower
      before = frame
    }
    return packed
  }

  /// The scroll without its frames.
  package var members: [String: JSON] {
    ["name": .string(name), "end": .integer(Int128(end)), "layouts": .array(layouts.map(ReelTrace.json))]
  }

  /// - Parameter choice: the strategies that stand side by side at first, and when.
  func json(_ choice: ReelMoment) -> JSON {
    var members = members
    members["frames"] = .string(packedFrames.base64)
    members["runs"] = .array(reels.map(json))
    members["left"] = .integer(Int128(choice.left))
    members["right"] = .integer(Int128(choice.right))
    members["start"] = .integer(Int128(choice.time))
    return .object(members)
  }

  /// A reel of this trace, with the blank cells of each frame, packed.
  private func json(_ reel: ReplayReel) -> JSON {
    var blank = PackedBytes()
    for count in ReelMoment.blanks(reel, self) { blank.append(UInt64(count)) }
    return .object([
      "strategy": .string(reel.strategy), "peak": .integer(Int128(reel.peakBytes)),
      "cells": .string(reel.packedChanges.base64), "ledger": .string(reel.packedLevels.base64),
      "blank": .string(blank.base64),
    ])
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
