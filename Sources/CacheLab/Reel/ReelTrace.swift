/// A trace as a player scrolls it, with the reels of strategies.
public struct ReelTrace: Sendable {
  /// The offset in thousandths of a point, the layout in force and the cells on screen from a time in microseconds on.
  package typealias Frame = (time: Int64, offset: Int64, layout: Int, visible: ItemRange)

  public let name: String
  /// In microseconds.
  package let end: Int64
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
      guard step.kind == .frame else { continue }
      let grid = layouts[layout]
      let visible = grid.items(overlapping: grid.viewport(at: MilliPoints(rawValue: step.value)))
      frames.append((step.time / 1000, step.value, layout, visible))
    }
    self.frames = frames
  }

  /// The scroll in the form that players read, without its reels: of each frame the time, the offset, the number of its
  /// layout, the first cell on screen, and the number of cells on screen.
  package var members: [String: JSON] {
    [
      "name": .string(name), "end": .integer(Int128(end)), "layouts": .array(layouts.map(ReelTrace.json)),
      "times": .numbers(frames.map { $0.time }), "offsets": .numbers(frames.map { $0.offset }),
      "grids": .numbers(frames.map { Int64($0.layout) }),
      "firsts": .numbers(frames.map { Int64($0.visible.lower) }),
      "counts": .numbers(frames.map { Int64($0.visible.count) }),
    ]
  }

  /// Returns a reel in the form that players read: the changes of cells, of the bytes held, and of the blank share of the
  /// area of cells, in millionths; and its strategy's colour on light and on dark ground.
  package func members(of reel: ReplayReel) -> [String: JSON] {
    let (blank, hue) = (blankSteps(of: reel), StrategyStyle(reel.strategy).hue)
    return [
      "strategy": .string(reel.strategy), "hue": .array([.string(hue.light), .string(hue.dark)]),
      "peak": .integer(Int128(reel.peakBytes)),
      "cells": .object([
        "times": .numbers(reel.changes.map { $0.time }), "items": .numbers(reel.changes.map { Int64($0.item) }),
        "states": .numbers(reel.changes.map { Int64($0.state.rawValue) }),
      ]),
      "held": .object([
        "times": .numbers(reel.levels.map { $0.time }), "values": .numbers(reel.levels.map { $0.bytes }),
      ]),
      "blank": .object([
        "times": .numbers(blank.map { $0.time }),
        "values": .numbers(blank.map { $0.visible == 0 ? 0 : $0.blank * 1_000_000 / $0.visible }),
      ]),
    ]
  }

  private static func json(_ layout: GridLayout) -> JSON {
    func pair(_ a: MilliPoints, _ b: MilliPoints) -> JSON { .numbers([a.rawValue, b.rawValue]) }
    var members: [String: JSON] = [
      "count": .integer(Int128(layout.count)), "columns": .integer(Int128(layout.columns)),
      "cell": pair(layout.cellWidth, layout.cellHeight), "spacing": pair(layout.spacingX, layout.spacingY),
      "inset": pair(layout.insetTop, layout.insetBottom), "viewport": pair(layout.viewportWidth, layout.viewportHeight),
    ]
    if layout.hasSections { members["sections"] = sections(layout) }
    return .object(members)
  }

  /// Returns, by section, the first item, the columns, the distances of columns and of rows, the tops of the first row and
  /// of the header with its height, and the width and height of its cells, in thousandths of a point.
  private static func sections(_ layout: GridLayout) -> JSON {
    .array(
      layout.sections.enumerated().map { number, section in
        let (style, minY) = (section.style, layout.minY(ofSection: number))
        return .numbers([
          Int64(layout.firstItem(ofSection: number)), Int64(style.columns),
          (style.cellWidth + style.spacingX).rawValue, style.pitch.rawValue,
          (minY + style.header + style.insetTop).rawValue, minY.rawValue, style.header.rawValue,
          style.cellWidth.rawValue, style.cellHeight.rawValue,
        ])
      })
  }
}

extension JSON {
  fileprivate static func numbers(_ values: [Int64]) -> JSON { .array(values.map { .integer(Int128($0)) }) }
}

// Blank area over time. It changes at frames and where a cell between two of them gets its image.
extension ReelTrace {
  /// The blank area and the area of all cells on screen from a time in microseconds on, in the unit of
  /// `ReplayTally.blank`.
  package typealias BlankStep = (time: Int64, blank: Int64, visible: Int64)

  package func blankSteps(of reel: ReplayReel) -> [BlankStep] {
    let cellCount = max(layouts.map { $0.count }.max() ?? 0, (reel.changes.map { $0.item }.max() ?? -1) + 1)
    var states = ContiguousArray(repeating: ReelCell.blank, count: Int(cellCount))
    var steps: [BlankStep] = []
    func add(_ step: BlankStep) {
      if steps.last?.time == step.time { steps.removeLast() }
      if steps.last?.blank != step.blank || steps.last?.visible != step.visible { steps.append(step) }
    }
    func step(at time: Int64, _ frame: Frame) -> BlankStep {
      var step: BlankStep = (time, 0, 0)
      for item in frame.visible.lower..<frame.visible.upper {
        let area = area(of: item, in: frame)
        step.visible += area
        if states[Int(item)] == .blank { step.blank += area }
      }
      return step
    }
    var changes = reel.changes[...]
    for (number, frame) in frames.enumerated() {
      while let change = changes.first, change.time <= frame.time {
        states[Int(change.item)] = change.state
        changes.removeFirst()
      }
      add(step(at: frame.time, frame))
      let until = number + 1 < frames.count ? frames[number + 1].time : end + 1
      while let change = changes.first, change.time < until {
        states[Int(change.item)] = change.state
        changes.removeFirst()
        add(step(at: change.time, frame))
      }
    }
    return steps
  }

  package func blankTime(of reel: ReplayReel) -> Int128 {
    let steps = blankSteps(of: reel)
    let ends = steps.dropFirst().map { $0.time } + [end]
    return zip(steps, ends).reduce(0) { $0 + Int128($1.0.blank) * Int128($1.1 - $1.0.time) }
  }

  private func area(of item: Int32, in frame: Frame) -> Int64 {
    let layout = layouts[frame.layout]
    let viewport = layout.viewport(at: MilliPoints(rawValue: frame.offset))
    let row = layout.row(of: item)
    let extent = layout.extent(ofRow: row)
    return layout.area(of: min(extent.maxY, viewport.maxY) - max(extent.minY, viewport.minY), inRow: row)
  }
}
