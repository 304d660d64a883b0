import Testing

@testable import Strategies

/// Budgets as they are written, and what those in screens come to.
@Suite struct BudgetTests {
  @Test(arguments: [
    ("2.2screens", "11/5screens"), ("11/5screens", "11/5screens"), ("1screen", "1screens"), ("4/2screens", "2screens"),
    ("16MB", "16MB"), ("16000000B", "16MB"),
  ])
  func aBudgetHasOneText(_ written: String, _ text: String) throws {
    let budget = try #require(Budget(written))
    #expect("\(budget)" == text && Budget(text) == budget)
    #expect(try StrategySpec("budget-priority:budget=\(written)").shortText == "budget-priority:budget=\(text)")
    #expect(try StrategySpec("preheat2x+lru:budget=\(written)").canonicalText.contains("lru:budget=\(text),"))
  }

  @Test(arguments: ["16", "2.2", "screens", "-1screens", "1/0screens", "1 screens", "", "MB", "1screenss"])
  func anythingElseIsNoBudget(_ text: String) { #expect(Budget(text) == nil) }

  @Test(arguments: [
    ("16", ["16MB"]), ("1.5", ["1.5MB", "1.5screens"]), ("10", ["10MB", "10screens"]), ("16000000", ["16MB"]),
    ("393216", ["393.216kB"]),
  ])
  func anAmountWithoutAUnitAsksForIt(_ text: String, _ suggestions: [String]) {
    for id in ["lru", "skewport", "budget-priority"] {
      let error = #expect(throws: SpecError.self) { try StrategySpec("\(id):budget=\(text)") }
      let start = "'\(text)' has no unit, and parameter 'budget' of strategy '\(id)' is an amount of memory; "
      #expect(error?.description.hasPrefix(start) == true)
      #expect(error?.description.hasSuffix("did you mean '\(suggestions.joined(separator: "' or '"))'?") == true)
    }
  }

  @Test(arguments: ["0screens", "1001screens", "1/1000screens", "0B", "0", "2TB"])
  func whatIsOutOfRangeIsRefused(_ text: String) {
    let error = #expect(throws: SpecError.self) { try StrategySpec("lru:budget=\(text)") }
    #expect(error?.description.contains("1B to 1000GB, or 1/100screens to 1000screens") == true, "\(error!)")
  }

  /// A cell of 10 pt each 12 pt, 4 side by side, on a screen of 100 pt: bitmaps of 400 bytes.
  private func layout(count: Int32 = 4000, height: Int64 = 100_000) -> GridLayout {
    GridLayout(
      count: count, columns: 4, cellWidth: MilliPoints(rawValue: 10_000), cellHeight: MilliPoints(rawValue: 10_000),
      spacingX: MilliPoints(rawValue: 2000), spacingY: MilliPoints(rawValue: 2000),
      viewportWidth: MilliPoints(rawValue: 46_000), viewportHeight: MilliPoints(rawValue: height),
      scaleThousandths: 1000)
  }

  @Test(arguments: [("1", 40), ("2", 72), ("11/5", 80), ("1/100", 4), ("1000", 4000)])
  func screensCountTheMostCellsOfAStrip(_ screens: String, _ cells: Int64) throws {
    let (layout, share) = (layout(), try #require(Rational(screens)))
    let bytes = try #require(Budget("\(screens)screens")).bytes(under: layout, sizes: nil)
    #expect(bytes.rawValue == cells * 400)
    // The same by trying every place.
    let strip = (layout.viewportHeight.rawValue * share.numerator + share.denominator - 1) / share.denominator
    let most = (0..<12_000).map { top in
      let minY = MilliPoints(rawValue: Int64(top))
      return layout.items(overlapping: VerticalRange(minY: minY, maxY: minY + MilliPoints(rawValue: strip))).count
    }
    #expect(most.max().map(Int64.init) == min(cells, 4000))
  }

  @Test func aGridHasNoMoreCellsThanPhotos() {
    let budget = Budget.screens(Rational(2))
    #expect(budget.bytes(under: layout(count: 7), sizes: nil).rawValue == 7 * 400)
    #expect(budget.bytes(under: layout(count: 0), sizes: nil).rawValue == 1)
  }

  final class Sizes: BitmapSizing {
    let bytes: @Sendable (Int64) -> Int64?
    init(_ bytes: @escaping @Sendable (Int64) -> Int64?) { self.bytes = bytes }
    func bytes(of item: ItemID) -> ByteCount? { bytes(Int64(item.rawValue)).map { ByteCount(rawValue: $0) } }
  }

  @Test func theMeanIsOfItemsEvenlySpreadAndRoundedUp() {
    let one = Budget.screens(Rational(1))
    // All of few: 0, 1 and nobody knows, which counts as its cell.
    let few = one.bytes(under: layout(count: 3), sizes: Sizes { $0 < 2 ? $0 : nil })
    #expect(few.rawValue == 3 * 134)
    // 256 of 2560: each tenth.
    let many = one.bytes(under: layout(count: 2560), sizes: Sizes { $0 % 10 == 0 ? 700 : 1_000_000 })
    #expect(many.rawValue == 40 * 700)
    // Items 0, 10, 20 ... 2550.
    #expect(one.bytes(under: layout(count: 2560), sizes: Sizes { $0 }).rawValue == 40 * 1275)
  }

  @Test func bytesThatDoNotFitAreTheMost() {
    let sizes = Sizes { _ in 1 << 52 }
    #expect(
      Budget.screens(Rational(1000)).bytes(under: layout(count: .max / 2, height: 1_000_000_000), sizes: sizes).rawValue
        == .max)
  }

  @Test(arguments: StrategyRegistry.all.evictionPolicies.map { $0.descriptor.id } + ["belady"])
  func anEvictionPolicyFollowsTheLayout(_ id: String) throws {
    let spec = try StrategySpec("\(id):budget=2screens")
    var policy = try #require(spec.makeEvictionPolicy())
    policy.reset(slotCount: 8, sizeClasses: 1)
    #expect(policy.budget == .zero, "nobody has told it of a screen")
    policy.layoutChanged(to: layout(), sizes: nil)
    #expect(policy.budget.rawValue == 72 * 400)
    policy.layoutChanged(to: layout(), sizes: Sizes { _ in 1000 })
    #expect(policy.budget.rawValue == 72 * 1000)
    let fixed = try StrategySpec("\(id):budget=5000B")
    var other = try #require(fixed.makeEvictionPolicy())
    other.layoutChanged(to: layout(), sizes: nil)
    #expect(other.budget.rawValue == 5000)
  }

  @Test(arguments: ["budget-priority", "clairvoyant"])
  func aRankingStrategyFollowsTheLayoutAtItsFirstFrame(_ id: String) throws {
    let spec = try StrategySpec("\(id):budget=2screens")
    var strategy = spec.makeStrategy()
    var plan = Plan()
    func frame(_ layout: GridLayout, _ bytes: Int64) -> FrameContext {
      FrameContext(time: .zero, offset: .zero, layout: layout, sizes: Sizes { _ in bytes })
    }
    strategy.viewportChanged(frame(layout(), 1000), plan: &plan)
    #expect(strategy.budget.rawValue == 72 * 1000)
    strategy.viewportChanged(frame(layout(), 9), plan: &plan)
    #expect(strategy.budget.rawValue == 72 * 1000, "the same layout is asked once")
    strategy.layoutChanged(to: layout(height: 50_000), at: .zero)
    strategy.viewportChanged(frame(layout(height: 50_000), 1000), plan: &plan)
    #expect(strategy.budget.rawValue == 40 * 1000)
  }

  @Test func skewportStartsWhatFitsSoManyScreens() throws {
    let spec = try StrategySpec("skewport:budget=2screens")
    var strategy = spec.makeStrategy()
    var plan = Plan()
    strategy.viewportChanged(FrameContext(time: .zero, offset: .zero, layout: layout()), plan: &plan)
    let started = plan.steps.reduce(0) { sum, step in
      if case .start(let items) = step { sum + items.count } else { sum }
    }
    #expect(started == 72)
  }

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
      SlotBoard({ $0 == item ? .queued : .kept }, bytes: { _ in 300_000 }).withView { jobs in
        #expect(strategy.nextJob(jobs, at: .milliseconds(100 * (step + 1))) == item, "row \(row)")
      }
    }
  }
}
