import CacheLab
import LabRecords
import Strategies
import StrategyKit
import Testing

@Suite struct ContentChangeTests {
  private static let column = GridLayout(
    count: 20, columns: 1, cellWidth: .points(100), cellHeight: .points(100), spacingX: .zero, spacingY: .zero,
    viewportWidth: .points(100), viewportHeight: .points(200), scaleThousandths: 1000)

  private static func photos(_ bounds: (Int32, Int32)...) -> GridContent {
    GridContent(bounds.map { ItemRange(lower: $0.0, upper: $0.1) })
  }

  /// Two cells on screen, not those of the first frame; the content changes at 50 ms, when both have their images.
  private static func replay(_ content: GridContent) -> Replay {
    var changed = column
    changed.resize(to: content.count)
    let script = ReplayScript(
      steps: [
        .init(time: .zero, value: 1_500_000, kind: .frame),
        .init(time: .milliseconds(10), value: 100_000, kind: .frame),
        .init(time: .milliseconds(50), value: 1, kind: .content),
        .init(time: .milliseconds(50), value: 100_000, kind: .frame),
      ],
      layouts: [column, changed], contents: [nil, content], end: .milliseconds(100))
    return ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 10, workers: 1))
  }

  private static func lines(_ content: GridContent, _ strategy: String = "none") throws -> [String] {
    try replay(content).run(StrategySpec(strategy), observer: EventLog()).observer.lines
      .filter { $0.hasPrefix("5") || $0.hasPrefix("6") }
  }

  @Test func whatStaysOnScreenKeepsItsImage() throws {
    // Photo 20 comes in above: photo 1 moves down, photo 2 out of view.
    let lines = try Self.lines(Self.photos((20, 21), (0, 20)))
    #expect(
      lines == [
        "50 content 20..<21 0..<20", "50 frame 1..<3", "50 release 2", "50 drop 2 unwanted", "50 miss 0",
        "50 begin 0 demand", "60 end 0 kept",
      ])
  }

  @Test func aPhotoThatGoesTakesItsImageWithIt() throws {
    let lines = try Self.lines(Self.photos((0, 1), (2, 20)))
    #expect(
      lines == [
        "50 content 0..<1 2..<20", "50 release 1", "50 drop 1 unwanted", "50 frame 1..<3", "50 miss 3",
        "50 begin 3 demand", "60 end 3 kept",
      ])
  }

  /// Notes what it is told of changes.
  private struct Listener: CacheStrategy {
    static let descriptor = PolicyDescriptor(id: "listener", summary: "listens")
    final class Heard: @unchecked Sendable { var lines: [String] = [] }
    var heard = Heard()
    init(_ parameters: ParameterValues) {}
    init(_ heard: Heard) { self.heard = heard }
    func viewportChanged(_ frame: FrameContext, plan: inout Plan) { heard.lines.append("frame") }
    func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { heard.lines.append("layout \(layout.count)") }
    func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
      heard.lines.append("content from \(firstItem.rawValue), \(count)")
    }
  }

  @Test(arguments: [
    (photos((20, 21), (0, 20)), "content from 0, 21", "layout 21"),
    (photos((0, 1), (2, 20)), "content from 1, 19", "layout 19"), (photos((0, 18)), "content from 18, 18", "layout 18"),
  ])
  func aStrategyIsToldWhichPlacesHaveOtherPhotosThenTheLayout(
    _ content: GridContent, _ said: String, _ layout: String
  ) {
    let heard = Listener.Heard()
    _ = Self.replay(content).run(Listener(heard))
    #expect(heard.lines == ["frame", "frame", said, layout, "frame"])
  }

  @Test func noCacheKeepsWhatIsNotThereAnyMore() throws {
    let kept = try Self.lines(Self.photos((0, 1), (2, 20)), "lru")
    #expect(kept.contains("50 drop 1 removed"))
    let stays = try Self.lines(Self.photos((20, 21), (0, 20)), "lru")
    #expect(!stays.contains { $0.contains("drop") })
  }

  @Test func allThatWasStartedIsStopped() throws {
    let lines = try Self.lines(Self.photos((20, 21), (0, 20)), "fixed-window:screens=1/2")
    #expect(lines.contains("50 stop 0..<4"))
    // The strategy plans anew, in places: 0..<4 are the photos 20 and 0 to 2.
    #expect(lines.contains("50 start 20..<21") && lines.contains("50 start 0..<3"))
  }

  @Test func anOrderThatIsTheSameChangesNothing() throws {
    func digest(_ content: GridContent?) throws -> String {
      var replay = Self.replay(content ?? Self.photos((0, 20)))
      if content == nil {
        let steps = replay.script.steps.filter { $0.kind == .frame }
        let script = ReplayScript(steps: ContiguousArray(steps), layouts: [Self.column], end: .milliseconds(100))
        replay = ReplayFixture.replay(script, device: ReplayFixture.device(milliseconds: 10, workers: 1))
      }
      return RunFacts(tally: replay.run(try StrategySpec("none"))).deterministic.digest
    }
    #expect(try digest(Self.photos((0, 20))) == digest(nil))
  }

  // MARK: A replay after changes equals a replay over the changed library

  /// A scroll whose content is another one from the very start, by steps before its first frame.
  private static func changed(_ scroll: RandomScroll, _ contents: [GridContent]) -> Replay {
    var layouts = scroll.script.layouts
    var all: [GridContent?] = Array(repeating: nil, count: layouts.count)
    var steps: ContiguousArray<ReplayScript.Step> = []
    for content in contents {
      var layout = layouts[0]
      layout.resize(to: content.count)
      layouts.append(layout)
      all.append(content)
      steps.append(.init(time: .zero, value: Int64(layouts.count - 1), kind: .content))
    }
    // What the scroll's own layouts show after that.
    for index in scroll.script.layouts.indices {
      layouts[index].resize(to: contents[contents.count - 1].count)
      all[index] = contents[contents.count - 1]
    }
    layouts.insert(scroll.script.layouts[0], at: 0)
    all.insert(nil, at: 0)
    steps = ContiguousArray(steps + scroll.script.steps).mapLayouts { $0 + 1 }
    let script = ReplayScript(steps: steps, layouts: layouts, contents: all, end: scroll.script.end)
    return ReplayFixture.replay(script, assets: ReplayFixture.mixedAssets(script.itemCapacity))
  }

  /// The same scroll over a library that has only the photos of the content, in its order.
  private static func made(_ scroll: RandomScroll, _ content: GridContent) -> Replay {
    var layouts = scroll.script.layouts
    for index in layouts.indices { layouts[index].resize(to: content.count) }
    let script = ReplayScript(steps: scroll.script.steps, layouts: layouts, end: scroll.script.end)
    let assets = ReplayFixture.mixedAssets(Int(content.photoBound))
    let photos = content.photos.flatMap { assets[Int($0.lower)..<Int($0.upper)] }
    return ReplayFixture.replay(script, assets: ContiguousArray(photos))
  }

  static let strategies = [
    "none", "fixed-window", "preheat2x", "lru:budget=2MB", "preheat2x+lru:budget=3MB", "lru:budget=2MB,match=at-least",
    "budget-priority:budget=4MB", "windowed-lead", "skewport", "s3-fifo:budget=2MB", "preheat2x+opportunistic",
    "budget-priority:budget=2MB+opportunistic",
  ]

  @Test(arguments: strategies) func itEqualsAReplayOverTheChangedLibrary(_ strategy: String) throws {
    let spec = try StrategySpec(strategy)
    for seed in UInt64(1)...4 {
      let scroll = RandomScroll(seed: seed)
      let contents = [
        Self.photos((0, 100), (400, 430), (100, 400)), Self.photos((0, 50), (90, 100), (400, 430), (100, 390)),
        Self.photos((430, 433), (120, 390), (0, 50), (400, 420)),
      ]
      let (left, right) = (Self.changed(scroll, contents), Self.made(scroll, contents[2]))
      for cells in [CellPolicy.cancel, .keep] {
        let one = RunFacts(tally: left.leaving(cells).run(spec)).deterministic
        let other = RunFacts(tally: right.leaving(cells).run(spec)).deterministic
        #expect(one.digest == other.digest, "seed \(seed)")
      }
    }
  }

  /// Every account closes while photos come and go, or the replay would end the test.
  @Test(arguments: strategies) func accountsCloseWhilePhotosComeAndGo(_ strategy: String) throws {
    let spec = try StrategySpec(strategy)
    for seed in UInt64(1)...6 {
      let script = RandomContent(seed: seed).script
      let replay = ReplayFixture.replay(script, assets: ReplayFixture.mixedAssets(script.itemCapacity))
      for cells in [CellPolicy.cancel, .keep] {
        let first = replay.leaving(cells).run(spec, observer: ContentWatch())
        #expect(first.observer.doubts.isEmpty, "seed \(seed)")
        let again = replay.leaving(cells).run(spec)
        #expect(RunFacts(tally: first.tally).deterministic.digest == RunFacts(tally: again).deterministic.digest)
      }
    }
  }
}

extension ContiguousArray<ReplayScript.Step> {
  /// Steps that name layouts name others.
  fileprivate func mapLayouts(_ number: (Int64) -> Int64) -> Self {
    ContiguousArray(
      map { step in
        step.kind == .layout || step.kind == .content
          ? .init(time: Nanoseconds(rawValue: step.time), value: number(step.value), kind: step.kind) : step
      })
  }
}
