import Strategies
import Testing

@Suite struct OpportunisticTests {
  /// 4 columns of 98 pt in a viewport of 844: 36 cells on screen.
  private let layout = GridLayout(
    count: 400, columns: 4, cellWidth: .points(96), cellHeight: .points(96), spacingX: .points(2),
    spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 3000)

  private func steps(
    _ policy: inout Opportunistic, offset: Int, awaited: Set<Int32>
  ) -> [Plan.Step] {
    var plan = Plan()
    let frame = FrameContext(time: .zero, offset: .points(offset), layout: layout)
    SlotBoard { awaited.contains($0.rawValue) ? [.awaited, .queued] : [.resident] }.withView { view in
      policy.viewportChanged(frame, view, plan: &plan)
    }
    return Array(plan.steps)
  }

  private func range(_ lower: Int32, _ upper: Int32) -> ItemRange { ItemRange(lower: lower, upper: upper) }

  @Test func everyCellThatWaitsIsStartedOnceAndStoppedWhenItLeft() throws {
    var policy = Opportunistic(try StrategySpec("none+opportunistic").coarseParameters)
    #expect(steps(&policy, offset: 0, awaited: Set(0..<36)) == [.start(range(0, 36), .coarse)])
    #expect(steps(&policy, offset: 0, awaited: Set(0..<36)) == [], "what waits still is not asked for again")
    // Two rows on: of the eight that came, two are there already.
    #expect(
      steps(&policy, offset: 196, awaited: [8, 36, 37, 40, 41, 42, 43])
        == [.start(range(36, 38), .coarse), .start(range(40, 44), .coarse), .stop(range(0, 8))])
    // A row back.
    #expect(
      steps(&policy, offset: 98, awaited: [4, 5, 6, 7])
        == [.start(range(4, 8), .coarse), .stop(range(40, 44))])
  }

  @Test func anotherLayoutBeginsAnew() throws {
    var policy = Opportunistic(try StrategySpec("none+opportunistic").coarseParameters)
    _ = steps(&policy, offset: 0, awaited: Set(0..<36))
    policy.layoutChanged(to: layout, at: .zero)
    #expect(steps(&policy, offset: 0, awaited: [3]) == [.start(range(3, 4), .coarse)])
  }
}
