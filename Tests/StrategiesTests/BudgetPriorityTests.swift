import Testing

@testable import Strategies

/// What `budget-priority` starts, and what it plans.
@Suite struct BudgetPriorityTests {
  /// Rows beside the viewport that are started at rest, above and below.
  private func margins(_ spec: String, _ layout: GridLayout, at offset: Int64) throws -> (above: Int, below: Int) {
    var model = try PlanModel(spec, layout: layout)
    model.scroll(to: offset)
    let visible = layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: offset)))
    let columns = Int(layout.columns)
    let (low, high) = (try #require(model.started.min()), try #require(model.started.max()))
    return (Int(visible.lower - low) / columns, (Int(high) + 1 - Int(visible.upper)) / columns)
  }

  @Test func itStartsTheRowsWhoseNearEdgeIsWithinReach() throws {
    // A viewport of 844 points over rows of 96 and gaps of 2, with a row's upper edge at the viewport's.
    let grid = GridLayoutTests.layout()
    for (reach, above, below) in [("0", 0, 0), ("1/2", 5, 4), ("1", 9, 9), ("3/2", 13, 13)] {
      let margins = try margins("budget-priority:reach=\(reach)", grid, at: 98_000 * 100)
      #expect(margins.above == above && margins.below == below, "\(reach): \(margins)")
    }
  }

  @Test func itDoesNotStartPagesAsLargeAsTheViewportTwoAhead() throws {
    let pages = GridLayout(
      count: 400, columns: 1, cellWidth: .points(390), cellHeight: .points(844), spacingX: .zero, spacingY: .zero,
      viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 3000)
    for (reach, count) in [("0", 0), ("3/5", 1), ("1", 1), ("3/2", 2), ("2", 2), ("5/2", 3)] {
      let margins = try margins("budget-priority:reach=\(reach)", pages, at: 844_000 * 50)
      #expect(margins.above == count && margins.below == count, "\(reach): \(margins)")
    }
  }

  @Test func itPlansNoRowTwiceWhereTheTargetIsNear() throws {
    let layout = GridLayoutTests.layout(count: 400)
    let spec = try StrategySpec("budget-priority:budget=100MB,reach=1/2")
    var strategy = BudgetPriority(spec.prefetcherParameters)
    var aims = 0
    for step in 0..<40 {
      var plan = Plan()
      let offset = Int64(step) * 40_000
      strategy.viewportChanged(
        FrameContext(
          time: Nanoseconds(rawValue: Int64(step) * 16_666_667), offset: MilliPoints(rawValue: offset), layout: layout,
          phase: .decelerating, target: MilliPoints(rawValue: 40 * 40_000)),
        plan: &plan)
      let window = layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: offset)))
      SlotBoard({ _ in .queued }, bytes: { _ in 300_000 }).withView(meanDecodeTime: .milliseconds(30)) { jobs in
        #expect(strategy.nextJob(jobs, at: Nanoseconds(rawValue: Int64(step) * 16_666_667)) != nil)
        let rows = strategy.plan.groups.map(\.row)
        #expect(Set(rows).count == rows.count, "step \(step), \(window): \(rows)")
        aims += strategy.aimedRows.isEmpty ? 0 : 1
      }
    }
    #expect(aims > 0)
  }

  @Test func itTakesWhatEntersTheQueueAtRest() throws {
    let layout = GridLayoutTests.layout(count: 400)
    let spec = try StrategySpec("budget-priority:budget=100MB,reach=1")
    var strategy = BudgetPriority(spec.prefetcherParameters)
    var plan = Plan()
    strategy.viewportChanged(FrameContext(time: .zero, offset: .zero, layout: layout), plan: &plan)
    // Beside the viewport: the first rows of what is below, one after the other.
    let below = layout.items(overlapping: layout.viewport(at: .zero)).upper
    for (step, row) in (0..<5).reversed().enumerated() {
      let item = ItemID(rawValue: below + Int32(row) * layout.columns)
      SlotBoard({ $0 == item ? .queued : .resident }, bytes: { _ in 300_000 }).withView { jobs in
        #expect(strategy.nextJob(jobs, at: .milliseconds(100 * (step + 1))) == item, "row \(row)")
      }
    }
  }
}
