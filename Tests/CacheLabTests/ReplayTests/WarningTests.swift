import CacheLab
import Strategies
import Testing

/// After a warning cells show what they showed, nothing else is held, and nothing is preheated until the grid moves or the
/// app is back.
@Suite struct WarningTests {
  private static let strategies =
    StrategyRegistry.all.descriptors.map(\.id) + StrategyRegistry.all.oracleDescriptors.map(\.id)
    + ["preheat2x+lru:budget=60MB", "preheat2x+opportunistic"]
  /// Milliseconds: a scroll, a warning while it moves, a rest, a warning, a rest, another scroll.
  private static let (moving, stopped, warned, moved, end) = (800, 1600, 3000, 4000, 6000)

  /// - Parameter events: At these milliseconds, and when nothing else happens.
  private static func replay(_ events: [(at: Int, ReplayScript.Step.Kind)]) -> Replay {
    var steps: ContiguousArray<ReplayScript.Step> = []
    var offset: Int64 = 0
    for time in stride(from: 0, to: end, by: 20) {
      for event in events where event.at == time { steps.append(.init(time: .milliseconds(time), kind: event.1)) }
      if time < stopped || time >= moved { offset += 40_000 }
      steps.append(.init(time: .milliseconds(time), value: offset, kind: .frame))
    }
    return ReplayFixture.replay(
      ReplayScript(steps: steps, layouts: [ReplayFixture.layout(count: 4000)], end: .milliseconds(end)))
  }

  @Test(arguments: strategies) func aWarningLeavesWhatCellsShow(_ strategy: String) throws {
    let replay = Self.replay([(Self.moving, .memoryWarning), (Self.warned, .memoryWarning)])
    let seen = replay.run(try StrategySpec(strategy), observer: Watcher()).observer
    for warning in [Self.moving, Self.warned] {
      #expect(seen.hidden(at: warning).isEmpty, "held at \(warning) ms on no cell")
    }
    #expect(seen.preheats(in: Self.warned..<Self.moved) == 0)
    if seen.preheats(in: 0..<Self.moving) > 0 { #expect(seen.preheats(in: Self.moved..<Self.end) > 0) }
  }

  @Test(arguments: [
    "preheat2x", "fixed-window", "windowed-lead", "skewport", "budget-priority", "preheat2x+opportunistic",
  ])
  func whenTheAppIsBackPreheatingGoesOn(_ strategy: String) throws {
    let back = 3500
    let replay = Self.replay([(Self.warned, .background), (back, .foreground)])
    let seen = replay.run(try StrategySpec(strategy), observer: Watcher()).observer
    #expect(seen.preheats(in: Self.warned..<back) == 0 && seen.preheats(in: back..<Self.moved) > 0)
  }

  /// A decode that runs at the warning would be kept by the eviction policy.
  @Test(arguments: ["preheat2x+lru:budget=60MB", "budget-priority:budget=60MB"])
  func aRunningPreheatLeavesNothing(_ strategy: String) throws {
    let replay = ReplayFixture.replay(
      ReplayScript(
        steps: [
          .init(time: .zero, value: 0, kind: .frame), .init(time: .milliseconds(205), kind: .memoryWarning),
        ], layouts: [ReplayFixture.layout()], end: .milliseconds(1000)),
      device: ReplayFixture.device(milliseconds: 10, workers: 2))
    let lines = replay.run(try StrategySpec(strategy), observer: EventLog()).observer.lines
    let late = lines.filter { $0.hasPrefix("210 end") }
    #expect(late.count == 2 && late.allSatisfy { $0.hasSuffix("gone") }, "\(late)")
    #expect(!lines.contains { $0.hasPrefix("21") && $0.contains("begin") })
  }

  /// What is held when, and when preheats begin.
  private struct Watcher: ReplayObserver {
    private var held: Set<BitmapKey> = []
    private var visible = ItemRange.empty
    private var moments: [Int64: [BitmapKey]] = [:]
    private var begins: [Int64] = []

    mutating func take(_ event: ReplayEvent, at time: Int64) {
      switch event {
      case .frame(_, let items):
        // Before the frame's own cells and plan: what the warning at its time has left.
        moments[time / 1_000_000] = held.filter { !visible.contains(ItemID(rawValue: $0.item)) }
        visible = items
      case .begin(_, cause: .preheat, _, _): begins.append(time / 1_000_000)
      case .end(let key, kept: true): held.insert(key)
      case .drop(let key, _, _): held.remove(key)
      default: break
      }
    }

    func hidden(at milliseconds: Int) -> [BitmapKey] { moments[Int64(milliseconds)] ?? [] }
    func preheats(in milliseconds: Range<Int>) -> Int { begins.count { milliseconds.contains(Int($0)) } }
  }
}
