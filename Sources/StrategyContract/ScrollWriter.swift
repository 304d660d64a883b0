import CacheLab
import StrategyKit

/// Writes scrolls: each call adds frames. In points and milliseconds.
struct ScrollWriter {
  private var steps: ContiguousArray<ReplayScript.Step> = []
  private var layouts: [GridLayout]
  private var current = 0
  private var time: Int64 = 0
  private(set) var offset: Int64 = 0
  private var signals: ContiguousArray<ReplayScript.Signal> = []
  private let interval: Int64

  /// - Parameter hz: The frames a second.
  init(_ layout: GridLayout, hz: Int64 = 60) {
    layouts = [layout]
    interval = 1_000_000_000 / hz
    frame()
  }

  var script: ReplayScript {
    ReplayScript(
      steps: steps, layouts: layouts, signals: signals, end: Nanoseconds(rawValue: time + 1_000_000_000))
  }

  private var layout: GridLayout { layouts[current] }

  /// Shows the offset again.
  mutating func rest(_ frames: Int = 60) {
    for _ in 0..<frames { frame() }
  }

  /// Moves by so many points in equal steps.
  mutating func drag(_ points: Int64, frames: Int64) {
    let from = offset
    for index in 1...frames {
      offset = from + points * 1000 * index / frames
      frame()
    }
  }

  /// Moves by so many points a frame, of which a share is lost each time, until the scroll stands.
  mutating func fling(_ points: Int64, keeping percent: Int64 = 94) {
    var speed = points * 1000
    while speed > 500 || speed < -500 {
      offset = min(max(offset + speed, -120_000), layout.lastOffset.rawValue + 120_000)
      speed = speed * percent / 100
      frame()
    }
  }

  mutating func jump(to points: Int64) {
    offset = points * 1000
    frame()
  }

  /// Tells what the finger does, and the offset in points at which the scroll will stop, as far as the phone says.
  mutating func tell(_ phase: ScrollPhase, target points: Int64? = nil) {
    signals.append(.init(time: Nanoseconds(rawValue: time), phase: phase, target: points.map { .points(Int($0)) }))
  }

  /// Lets time pass without events.
  mutating func gap(_ milliseconds: Int64) { time += milliseconds * 1_000_000 }

  /// Repeats the last frame at the same time.
  mutating func repeatFrame() {
    steps.append(.init(time: Nanoseconds(rawValue: max(0, time - interval)), value: offset, kind: .frame))
  }

  mutating func warn(_ kind: ReplayScript.Step.Kind = .memoryWarning) {
    steps.append(.init(time: Nanoseconds(rawValue: time), kind: kind))
  }

  /// Changes the layout, with a frame at the same relative place.
  mutating func change(to layout: GridLayout) {
    let index = layouts.firstIndex(of: layout) ?? layouts.count
    if index == layouts.count { layouts.append(layout) }
    current = index
    steps.append(.init(time: Nanoseconds(rawValue: time), value: Int64(index), kind: .layout))
    offset = min(offset, layout.lastOffset.rawValue)
    frame()
  }

  private mutating func frame() {
    steps.append(.init(time: Nanoseconds(rawValue: time), value: offset, kind: .frame))
    time += interval
  }
}

extension GridLayout {
  /// Returns a phone's grid: four columns of 96 pt cells on 390x844 points at 3x.
  static func phone(count: Int32 = 4000, columns: Int32 = 4, landscape: Bool = false) -> GridLayout {
    let (width, height): (Int64, Int64) = landscape ? (844_000, 390_000) : (390_000, 844_000)
    let cell = (width - Int64(columns - 1) * 2000) / Int64(columns) / 1000 * 1000
    return GridLayout(
      count: count, columns: columns, cellWidth: MilliPoints(rawValue: cell), cellHeight: MilliPoints(rawValue: cell),
      spacingX: .points(2), spacingY: .points(2), viewportWidth: MilliPoints(rawValue: width),
      viewportHeight: MilliPoints(rawValue: height), scaleThousandths: 3000)
  }

  /// Returns a phone's grid in 600 sections, whose sizes go up again and again; one in seven has another footer, one in
  /// ten no photo, one in eleven cells of its own, two in a row.
  static func days(_ sizes: ClosedRange<Int32>, columns: Int32 = 4) -> GridLayout {
    let grid = GridLayout.phone(count: 0, columns: columns)
    var style = grid.usual
    style.header = .points(44)
    return grid.laidOut(
      in: (0..<Int32(600)).map { number in
        var section = GridSection(count: sizes.lowerBound + number % Int32(sizes.count), style: style)
        if number % 7 == 3 { section.style.footer = .points(200) }
        if number % 10 == 9 { section.count = 0 }
        if number % 11 == 5 {
          section.style.columns = 2
          (section.style.cellWidth, section.style.cellHeight) = (.points(194), .points(146))
        }
        return section
      }, usual: style)
  }

  /// Returns a page for each photo, as tall as the screen.
  static func pages(count: Int32) -> GridLayout {
    GridLayout(
      count: count, columns: 1, cellWidth: .points(390), cellHeight: .points(844), spacingX: .zero,
      spacingY: .points(4),
      viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 1000)
  }
}
