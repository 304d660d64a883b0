package import CacheLab

/// A scroll on which strategies must keep the contract, made by formula: it needs no file and no library, and nothing
/// is decoded.
public struct ContractTrace: Sendable, CustomStringConvertible {
  public let name: String
  package let replay: Replay
  /// The frame from which on nothing may be allocated; nil if the trace does not show that.
  let warmFrom: Int?

  public var description: String { name }

  var firstLayout: GridLayout { replay.script.layouts[0] }
  var frames: Int { replay.script.steps.count { $0.kind == .frame } }
  /// True if as much is shown after a layout change as before, so that a strategy must start anew.
  var isRelayout: Bool { replay.script.layouts.count == 1 }

  init(_ name: String, on layout: GridLayout = .phone(), hz: Int64 = 60, _ parts: [ScrollMove]...) {
    self.name = name
    var scroll = ScrollWriter(layout, hz: hz)
    for move in parts.joined() { scroll.write(move) }
    warmFrom = scroll.warmFrom
    let device = DeviceProfile(
      name: "contract", fixed: .milliseconds(4), picosecondsPerByte: 20_000, picosecondsPerPixel: 15_000)
    var settings = ReplaySettings()
    settings.fit = .eighth
    let script = scroll.script
    let assets = (0..<max(1, script.itemCapacity)).map(ContractTrace.asset)
    replay = Replay(script: script, assets: ContiguousArray(assets), device: device, settings: settings)
  }

  /// Returns a photo of one of several shapes; one in 500 does not decode.
  private static func asset(_ index: Int) -> AssetInfo {
    let shapes: [(width: Int32, height: Int32)] = [
      (1024, 768), (768, 1024), (1024, 768), (1280, 720), (640, 1392), (896, 896), (2048, 512),
    ]
    let (width, height) = shapes[index * 5 % shapes.count]
    return AssetInfo(
      width: width, height: height, encodedBytes: width * height / 4 + Int32(index * 7919 % 40_000),
      thumbnailBytes: 2500, isDecodable: index % 500 != 499)
  }

  /// All traces; each is replayed two or three times a strategy.
  public static let all: [ContractTrace] = [
    // Slow drags to and fro, each followed by rest.
    ContractTrace("drags", each([700, -300, 1500, -1900, 60, -10]) { [.drag($0, frames: 24), .rest(45)] }),
    // Flings at 120 Hz that end beyond both ends of the grid.
    ContractTrace(
      "flings", on: .phone(count: 600), hz: 120,
      each([60, 110, 160, -140, -190]) { [.fling($0)] }, [.jump(to: -110), .fling(4), .rest(60)]),
    // Leaps through the grid, many of them one frame apart.
    ContractTrace("jumps", leaps),
    // Frames that repeat, at the same time too, and hours without one.
    ContractTrace(
      "gaps",
      each([0, 1, 300, 5000, 3_600_000]) {
        [.drag(600, frames: 12), .repeatFrame, .repeatFrame, .gap($0), .fling(40), .rest(45)]
      }),
    // The same layout comes into force again while the scroll rests, which then goes on a little.
    ContractTrace(
      "relayout",
      [.drag(4000, frames: 30)], each([1, 2, 3]) { _ in [.rest(60), .change(.phone()), .drag(300, frames: 8)] },
      [.rest(60)]),
    // Other columns and turned screens, moving and at rest.
    ContractTrace(
      "layouts",
      each([3, 5, 8, 1, 4]) { columns in
        [
          .fling(90), .change(.phone(columns: columns)), .drag(500, frames: 10),
          .change(.phone(columns: columns + 2, landscape: true)), .rest(45),
        ]
      }),
    // Memory warnings and the background, moving and at rest; at the last warning much is started.
    ContractTrace(
      "warnings",
      [.system(.memoryWarning)],
      each([1, 2, 3]) { _ in
        [
          .drag(900, frames: 12), .system(.memoryWarning), .fling(-20), .system(.background), .rest(50),
          .system(.foreground), .rest(3), .drag(300, frames: 8), .rest(45), .system(.memoryWarning), .rest(45),
        ]
      },
      [.drag(5000, frames: 20), .rest(45), .system(.memoryWarning), .rest(45), .drag(900, frames: 12), .rest(45)]),
    // Photos come and go: 400, 390, 20, none, one, 4,000.
    ContractTrace(
      "content", on: .phone(count: 400),
      each([390, 20, 0, 1, 4000, 37]) { count in
        [.fling(70), .change(.phone(count: count)), .rest(45), .drag(300, frames: 10)]
      }),
    // Days of one to nine photos under headers, some in larger cells, of which some go; then other columns.
    ContractTrace(
      "sections", on: .days(1...9),
      [2...7, 1...1, 9...30].flatMap { (sizes: ClosedRange<Int32>) -> [ScrollMove] in
        [
          .fling(70), .jump(to: 20_000), .change(.days(sizes)), .rest(30), .drag(-900, frames: 12),
          .change(.days(sizes, columns: 7)), .rest(30),
        ]
      }),
    // A grid without an item.
    ContractTrace("empty", on: .phone(count: 0), [.fling(40), .rest(45), .jump(to: 90_000), .rest(5)]),
    // A grid of one item.
    ContractTrace("single", on: .phone(count: 1), [.fling(-40), .rest(45), .jump(to: 5000), .rest(45)]),
    // A photo a screen.
    ContractTrace(
      "pages", on: .pages(count: 200),
      each([848, 848, -848, 1696]) { [.drag($0, frames: 12), .rest(45)] }, [.fling(400), .rest(45)]),
    // A million items, their end among what is shown.
    ContractTrace(
      "huge", on: .phone(count: 1_000_000),
      each([24_499_000, 0, 12_000_000]) { [.jump(to: $0), .fling(120), .fling(-90), .rest(45)] }),
    // One way through the grid, a third of a screen a frame.
    ContractTrace("long", [.drag(90_000, frames: 300), .rest(45)]),
    // A finger that is told of, and targets: true, beyond both ends, of another layout, never reached.
    ContractTrace(
      "fingers",
      [(90, nil), (120, 9000), (-60, -500), (80, 4_000_000), (-90, 0), (150, 300)]
        .flatMap { (speed: Int64, target: Int64?) -> [ScrollMove] in
          [
            .tell(.tracking), .rest(3), .tell(.dragging), .drag(speed * 4, frames: 6),
            .tell(.decelerating, target: target), .fling(speed), .tell(.still), .rest(30),
          ]
        },
      [
        .tell(.scrubbing), .drag(60_000, frames: 40), .tell(.animated, target: 0), .fling(-900),
        .change(.phone(columns: 6)), .drag(-400, frames: 12), .tell(.still, target: 77), .rest(30),
      ]),
    // The same flings four times: the last lap finds everything warm.
    ContractTrace("laps", lap, lap, lap, [.isWarm], lap),
  ]

  private static let lap =
    each([80, 30, -120, 300, -150, -300]) { [.fling($0, keeping: 90)] } + [.jump(to: 0), .rest(10)]

  private static var leaps: [ScrollMove] {
    var place: Int64 = 1
    return (1...120).flatMap { number -> [ScrollMove] in
      place = place * 48_271 % 2_147_483_647
      return [.jump(to: place % 97_000)] + (number % 30 == 0 ? [.rest(50)] : [])
    }
  }

  private static func each(_ values: [Int64], _ moves: (Int64) -> [ScrollMove]) -> [ScrollMove] {
    values.flatMap(moves)
  }
}

enum ScrollMove {
  /// Shows the offset again.
  case rest(_ frames: Int64)
  /// Moves by so many points in equal steps.
  case drag(Int64, frames: Int64)
  /// Moves by so many points a frame, of which a share is lost each time, until the scroll stands.
  case fling(Int64, keeping: Int64 = 94)
  case jump(to: Int64)
  /// Tells what the finger does, and the offset at which the scroll will stop, as far as the phone says.
  case tell(ScrollPhase, target: Int64? = nil)
  /// Lets time pass without events.
  case gap(Int64)
  /// Repeats the last frame at the same time.
  case repeatFrame
  case system(ReplayScript.Step.Kind)
  /// Changes the layout, with a frame at the same relative place.
  case change(GridLayout)
  /// From here on nothing may be allocated.
  case isWarm
}

private struct ScrollWriter {
  private(set) var warmFrom: Int?
  private var steps: ContiguousArray<ReplayScript.Step> = []
  private var layouts: [GridLayout]
  private var layout: GridLayout
  private var time: Int64 = 0
  private var offset: Int64 = 0
  private var signals: ContiguousArray<ReplayScript.Signal> = []
  private let interval: Int64

  init(_ layout: GridLayout, hz: Int64) {
    (layouts, self.layout) = ([layout], layout)
    interval = 1_000_000_000 / hz
    show(0)
  }

  var script: ReplayScript {
    ReplayScript(
      steps: steps, layouts: layouts, signals: signals, end: Nanoseconds(rawValue: time + 1_000_000_000))
  }

  mutating func write(_ move: ScrollMove) {
    switch move {
    case .rest(let frames):
      for _ in 0..<frames { show(offset) }
    case .drag(let points, let frames):
      let from = offset
      for index in 1...frames { show(from + points * 1000 * index / frames) }
    case .fling(let points, let percent):
      var speed = points * 1000
      while speed > 500 || speed < -500 {
        show(min(max(offset + speed, -120_000), layout.lastOffset.rawValue + 120_000))
        speed = speed * percent / 100
      }
    case .jump(let points): show(points * 1000)
    case .tell(let phase, let target):
      signals.append(.init(time: Nanoseconds(rawValue: time), phase: phase, target: target.map { .points(Int($0)) }))
    case .gap(let milliseconds): time += milliseconds * 1_000_000
    case .repeatFrame: add(.frame, offset, at: max(0, time - interval))
    case .system(let kind): add(kind, at: time)
    case .change(let layout):
      let index = layouts.firstIndex(of: layout) ?? layouts.count
      if index == layouts.count { layouts.append(layout) }
      self.layout = layout
      add(.layout, Int64(index), at: time)
      show(min(offset, layout.lastOffset.rawValue))
    case .isWarm: warmFrom = steps.count
    }
  }

  private mutating func show(_ offset: Int64) {
    self.offset = offset
    add(.frame, offset, at: time)
    time += interval
  }

  private mutating func add(_ kind: ReplayScript.Step.Kind, _ value: Int64 = 0, at time: Int64) {
    steps.append(.init(time: Nanoseconds(rawValue: time), value: value, kind: kind))
  }
}

extension GridLayout {
  /// Returns a phone's grid: four columns of 96 pt cells on 390x844 points at 3x.
  static func phone(count: Int64 = 4000, columns: Int64 = 4, landscape: Bool = false) -> GridLayout {
    let (width, height): (Int64, Int64) = landscape ? (844_000, 390_000) : (390_000, 844_000)
    let cell = MilliPoints(rawValue: (width - (columns - 1) * 2000) / columns / 1000 * 1000)
    return GridLayout(
      count: count, columns: columns, cellWidth: cell, cellHeight: cell, spacingX: .points(2), spacingY: .points(2),
      viewportWidth: MilliPoints(rawValue: width), viewportHeight: MilliPoints(rawValue: height), scaleThousandths: 3000
    )
  }

  /// Returns a phone's grid in 600 sections, whose sizes go up again and again; one in seven has another footer, one in
  /// ten no photo, one in eleven cells of its own, two in a row.
  static func days(_ sizes: ClosedRange<Int32>, columns: Int64 = 4) -> GridLayout {
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

  static func pages(count: Int32) -> GridLayout {
    GridLayout(
      count: count, columns: 1, cellWidth: .points(390), cellHeight: .points(844), spacingX: .zero,
      spacingY: .points(4), viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 1000)
  }
}
