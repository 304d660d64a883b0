import Strategies
import Testing

@Suite struct CoarseFirstTests {
  /// Cells of the first rows wait; nothing else is known.
  private struct Jobs {
    var awaited: Range<Int32>
    var coarse: Range<Int32> = 0..<0

    func state(of item: ItemID) -> ItemState {
      var state: ItemState = awaited.contains(item.rawValue) ? [.awaited, .queued] : []
      if !awaited.contains(item.rawValue) && item.rawValue < 36 { state.insert(.resident) }
      if coarse.contains(item.rawValue) { state.insert(.coarse) }
      return state
    }
  }

  /// 4 columns of 96 pt, 2 pt apart: 36 cells on screen.
  private let layout = GridLayout(
    count: 400, columns: 4, cellWidth: .points(96), cellHeight: .points(96), spacingX: .points(2),
    spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 3000)

  private func policy(_ settings: String) throws -> CoarseFirst {
    CoarseFirst(try StrategySpec("none+coarse:" + settings).coarseParameters)
  }

  private func steps(
    _ policy: inout CoarseFirst, at milliseconds: Int, offset: Int = 0, _ jobs: Jobs
  ) -> [Plan.Step] {
    var plan = Plan()
    let frame = FrameContext(time: .milliseconds(milliseconds), offset: .points(offset), layout: layout)
    SlotBoard(jobs.state).withView(meanDecodeTime: .milliseconds(10), meanCoarseTime: .milliseconds(1)) { view in
      policy.viewportChanged(frame, view, plan: &plan)
    }
    return Array(plan.steps)
  }

  @Test func whatIsDueInTimeIsLeftAlone() throws {
    var policy = try policy("patience=1/40")
    // Two workers: four cells are done in 20 ms, the fifth in 30.
    #expect(steps(&policy, at: 0, Jobs(awaited: 0..<4)) == [])
    #expect(steps(&policy, at: 16, Jobs(awaited: 0..<6)) == [.start(ItemRange(lower: 4, upper: 6), .coarse)])
  }

  @Test func onceAlertItIsLessPatientUntilAllIsCalm() throws {
    var policy = try policy("patience=1/40,calm=1/10,keep=0")
    #expect(steps(&policy, at: 0, Jobs(awaited: 0..<2)) == [], "10 ms are in time")
    #expect(!steps(&policy, at: 16, Jobs(awaited: 0..<6)).isEmpty)
    let again = steps(&policy, at: 32, Jobs(awaited: 0..<2))
    #expect(again == [.start(ItemRange(lower: 0, upper: 2), .coarse)], "10 ms are more than a quarter of 25")
    #expect(steps(&policy, at: 100, Jobs(awaited: 0..<0)) == [])
    // Calm since 32 ms: what was started is stopped, once.
    #expect(steps(&policy, at: 133, Jobs(awaited: 0..<0)) == [.stop(ItemRange(lower: 0, upper: 36))])
    #expect(steps(&policy, at: 150, Jobs(awaited: 0..<2)) == [], "patient again")
  }

  @Test func whatStandsInIsNotStartedAgain() throws {
    var policy = try policy("patience=0")
    #expect(steps(&policy, at: 0, Jobs(awaited: 0..<8)) == [.start(ItemRange(lower: 0, upper: 8), .coarse)])
    #expect(
      steps(&policy, at: 16, Jobs(awaited: 0..<8, coarse: 2..<6)) == [
        .start(ItemRange(lower: 0, upper: 2), .coarse), .start(ItemRange(lower: 6, upper: 8), .coarse),
      ])
  }

  @Test func whenAlertTheRowsAheadAreLookedAt() throws {
    var policy = try policy("patience=0,lead=1/10,keep=0")
    _ = steps(&policy, at: 0, Jobs(awaited: 0..<16))
    // 10 points in 10 ms: smoothed, half a point a millisecond; within 62 ms one row more, whose decodes end after 90.
    let found = steps(&policy, at: 10, offset: 10, Jobs(awaited: 0..<16, coarse: 0..<16))
    #expect(found == [.start(ItemRange(lower: 36, upper: 40), .coarse)])
  }

  @Test func anotherLayoutForgetsWhatWasStarted() throws {
    var policy = try policy("patience=0,calm=1/100")
    _ = steps(&policy, at: 0, Jobs(awaited: 0..<8))
    policy.layoutChanged(to: layout, at: .milliseconds(10))
    #expect(steps(&policy, at: 300, Jobs(awaited: 0..<0)) == [])
  }
}
