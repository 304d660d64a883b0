package import CacheLab

/// A scroll on which strategies must keep the contract, made by formula: it needs no file and no library, and nothing
/// is decoded.
public struct ContractTrace: Sendable, CustomStringConvertible {
  public let name: String
  package let replay: Replay
  /// The frame from which on nothing may be allocated; nil if the trace does not show that.
  let warmFrom: Int?
  /// True if as much is shown after a layout change as before, so that a strategy must start anew.
  let isRelayout: Bool

  public var description: String { name }

  var firstLayout: GridLayout { replay.script.layouts[0] }
  var capacity: Int { replay.script.itemCapacity }
  var frames: Int { replay.script.steps.count { $0.kind == .frame } }

  /// - Parameters:
  ///   - laps: The number of equal parts of the scroll, the last of which finds everything warm.
  ///   - write: Writes the scroll.
  init(
    _ name: String, _ layout: GridLayout = .phone(), hz: Int64 = 60, isRelayout: Bool = false, laps: Int? = nil,
    _ write: (inout ScrollWriter) -> Void
  ) {
    self.name = name
    self.isRelayout = isRelayout
    var scroll = ScrollWriter(layout, hz: hz)
    write(&scroll)
    let script = scroll.script
    warmFrom = laps.map { script.steps.count * ($0 - 1) / $0 + 1 }
    let device = DeviceProfile(
      name: "contract", fixed: .milliseconds(4), picosecondsPerByte: 20_000, picosecondsPerPixel: 15_000)
    var settings = ReplaySettings()
    settings.fit = .eighth
    replay = Replay(
      script: script, assets: ContractTrace.assets(max(1, script.itemCapacity)), device: device, settings: settings)
  }

  /// Returns photos of several shapes; one in 500 does not decode.
  private static func assets(_ count: Int) -> ContiguousArray<AssetInfo> {
    let shapes: [(width: Int32, height: Int32)] = [
      (1024, 768), (768, 1024), (1024, 768), (1280, 720), (640, 1392), (896, 896), (2048, 512),
    ]
    var assets = ContiguousArray<AssetInfo>()
    assets.reserveCapacity(count)
    for index in 0..<count {
      let shape = shapes[index * 5 % shapes.count]
      assets.append(
        AssetInfo(
          width: shape.width, height: shape.height,
          encodedBytes: shape.width * shape.height / 4 + Int32(index * 7919 % 40_000), thumbnailBytes: 2500,
          isDecodable: index % 500 != 499))
    }
    return assets
  }
}

extension ContractTrace {
  /// All traces; each is replayed two or three times a strategy.
  public static let all: [ContractTrace] = [
    // Slow drags to and fro, each followed by rest.
    ContractTrace("drags") { scroll in
      for points in [700, -300, 1500, -1900, 60, -10] as [Int64] {
        scroll.drag(points, frames: 24)
        scroll.rest(45)
      }
    },
    // Flings at 120 Hz that end beyond both ends of the grid.
    ContractTrace("flings", .phone(count: 600), hz: 120) { scroll in
      for points in [60, 110, 160, -140, -190] as [Int64] { scroll.fling(points) }
      scroll.jump(to: -110)
      scroll.fling(4)
      scroll.rest(60)
    },
    // Leaps through the grid, many of them one frame apart.
    ContractTrace("jumps") { scroll in
      var place: Int64 = 1
      for index in 0..<120 {
        place = (place * 48_271) % 2_147_483_647
        scroll.jump(to: place % 97_000)
        if index % 30 == 29 { scroll.rest(50) }
      }
    },
    // Frames that repeat, at the same time too, and hours without one.
    ContractTrace("gaps") { scroll in
      for milliseconds in [0, 1, 300, 5000, 3_600_000] as [Int64] {
        scroll.drag(600, frames: 12)
        scroll.repeatFrame()
        scroll.repeatFrame()
        scroll.gap(milliseconds)
        scroll.fling(40)
        scroll.rest(45)
      }
    },
    // The same layout comes into force again while the scroll rests, which then goes on a little.
    ContractTrace("relayout", isRelayout: true) { scroll in
      scroll.drag(4000, frames: 30)
      for _ in 0..<3 {
        scroll.rest(60)
        scroll.change(to: .phone())
        scroll.drag(300, frames: 8)
      }
      scroll.rest(60)
    },
    // Other columns and turned screens, moving and at rest.
    ContractTrace("layouts") { scroll in
      for columns in [3, 5, 8, 1, 4] as [Int32] {
        scroll.fling(90)
        scroll.change(to: .phone(columns: columns))
        scroll.drag(500, frames: 10)
        scroll.change(to: .phone(columns: columns + 2, landscape: true))
        scroll.rest(45)
      }
    },
    // Memory warnings and the background, moving and at rest.
    ContractTrace("warnings") { scroll in
      scroll.warn()
      for _ in 0..<3 {
        scroll.drag(900, frames: 12)
        scroll.warn()
        scroll.fling(-20)
        scroll.warn(.background)
        scroll.rest(50)
        scroll.warn(.foreground)
        scroll.rest(3)
        scroll.drag(300, frames: 8)
        scroll.rest(45)
        scroll.warn()
        scroll.rest(45)
      }
      // Past all that was started, so that much is at the last warning.
      scroll.drag(5000, frames: 20)
      scroll.rest(45)
      scroll.warn()
      scroll.rest(45)
      scroll.drag(900, frames: 12)
      scroll.rest(45)
    },
    // Photos come and go: 400, 390, 20, none, one, 4,000.
    ContractTrace("content", .phone(count: 400)) { scroll in
      for count in [390, 20, 0, 1, 4000, 37] as [Int32] {
        scroll.fling(70)
        scroll.change(to: .phone(count: count))
        scroll.rest(45)
        scroll.drag(300, frames: 10)
      }
    },
    // Days of one to nine photos under headers, some in larger cells, of which some go; then other columns.
    ContractTrace("sections", .days(1...9)) { scroll in
      for sizes in [2...7, 1...1, 9...30] as [ClosedRange<Int32>] {
        scroll.fling(70)
        scroll.jump(to: 20_000)
        scroll.change(to: .days(sizes))
        scroll.rest(30)
        scroll.drag(-900, frames: 12)
        scroll.change(to: .days(sizes, columns: 7))
        scroll.rest(30)
      }
    },
    // A grid without an item.
    ContractTrace("empty", .phone(count: 0)) { scroll in
      scroll.fling(40)
      scroll.rest(45)
      scroll.jump(to: 90_000)
      scroll.rest(5)
    },
    // A grid of one item.
    ContractTrace("single", .phone(count: 1)) { scroll in
      scroll.fling(-40)
      scroll.rest(45)
      scroll.jump(to: 5000)
      scroll.rest(45)
    },
    // A photo a screen.
    ContractTrace("pages", .pages(count: 200)) { scroll in
      for points in [848, 848, -848, 1696] as [Int64] {
        scroll.drag(points, frames: 12)
        scroll.rest(45)
      }
      scroll.fling(400)
      scroll.rest(45)
    },
    // A million items, their end among what is shown.
    ContractTrace("huge", .phone(count: 1_000_000)) { scroll in
      for points in [24_499_000, 0, 12_000_000] as [Int64] {
        scroll.jump(to: points)
        scroll.fling(120)
        scroll.fling(-90)
        scroll.rest(45)
      }
    },
    // One way through the grid, a third of a screen a frame.
    ContractTrace("long") { scroll in
      scroll.drag(90_000, frames: 300)
      scroll.rest(45)
    },
    // A finger that is told of, and targets: true, beyond both ends, of another layout, never reached.
    ContractTrace("fingers") { scroll in
      for (speed, target) in [(90, nil), (120, 9000), (-60, -500), (80, 4_000_000), (-90, 0), (150, 300)]
        as [(Int64, Int64?)]
      {
        scroll.tell(.tracking)
        scroll.rest(3)
        scroll.tell(.dragging)
        scroll.drag(speed * 4, frames: 6)
        scroll.tell(.decelerating, target: target)
        scroll.fling(speed)
        scroll.tell(.still)
        scroll.rest(30)
      }
      scroll.tell(.scrubbing)
      scroll.drag(60_000, frames: 40)
      scroll.tell(.animated, target: 0)
      scroll.fling(-900)
      scroll.change(to: .phone(columns: 6))
      scroll.drag(-400, frames: 12)
      scroll.tell(.still, target: 77)
      scroll.rest(30)
    },
    // The same flings four times: the last lap finds everything warm.
    ContractTrace("laps", laps: 4) { scroll in
      for _ in 0..<4 {
        for points in [80, 30, -120, 300, -150, -300] as [Int64] { scroll.fling(points, keeping: 90) }
        scroll.jump(to: 0)
        scroll.rest(10)
      }
    },
  ]
}

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
