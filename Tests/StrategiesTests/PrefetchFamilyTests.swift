import Strategies
import Testing

/// Each family against its rule, worked out item by item.
@Suite struct PrefetchFamilyTests {
  private let layout = GridLayoutTests.layout(count: 400)
  private var height: Int64 { layout.viewportHeight.rawValue }

  /// Scrolls up and down, by little and by much, with pauses: (offset, time), offsets beyond both ends among them.
  private func scroll(seed: UInt64, count: Int = 400) -> [(offset: Int64, time: Int64)] {
    var random = SplitMix(seed: seed)
    var (offset, time) = (Int64(0), Int64(0))
    return (0..<count).map { _ in
      if random.below(5) > 0 { offset += Int64(random.below(random.below(4) == 0 ? 2_000_000 : 200_000)) - 90_000 }
      if random.below(40) == 0 { offset = Int64(random.below(9_000_000)) }
      offset = min(max(offset, -300_000), layout.lastOffset.rawValue + 300_000)
      time += Int64(8_000_000 + random.below(9_000_000))
      return (offset, time)
    }
  }

  private func window(_ offset: Int64, above: Int64, below: Int64) -> Set<Int32> {
    itemsOverlapping(offset - above, offset + height + below, in: layout)
  }

  @Test func perRowWindowIsFixedWindowAsOfTheLastChangeOfRows() throws {
    var model = try PlanModel("per-row-window", layout: layout)
    let margin = (height * 2 + 4) / 5
    var last: (visible: Set<Int32>, offset: Int64)?
    for (offset, time) in scroll(seed: 3) {
      model.scroll(to: offset, at: time)
      let visible = window(offset, above: 0, below: 0)
      if visible != last?.visible { last = (visible, offset) }
      #expect(model.started == window(last?.offset ?? 0, above: margin, below: margin))
    }
  }

  @Test func uikitPrefetchHasThreeQuartersOfAScreenOfItemsAhead() throws {
    var model = try PlanModel("uikit-prefetch", layout: layout)
    var (before, isGoingUp) = (Int64(0), false)
    for (offset, time) in scroll(seed: 4) {
      model.scroll(to: offset, at: time)
      if offset != before { isGoingUp = offset < before }
      before = offset
      let visible = window(offset, above: 0, below: 0).sorted()
      guard let first = visible.first, let last = visible.last else { continue }
      let ahead = Int32(visible.count * 3 / 4)
      let expected = isGoingUp ? max(0, first - ahead)...last : first...min(layout.count - 1, last + ahead)
      #expect(model.started == Set(expected), "offset \(offset)")
    }
  }

  @Test func textureRangesGrowsWithTheFirstMove() throws {
    var model = try PlanModel("texture-ranges", layout: layout)
    let (quarter, half) = ((height + 3) / 4, (height + 1) / 2)
    model.scroll(to: 4_000_000)
    #expect(model.started == window(4_000_000, above: quarter, below: quarter))
    model.scroll(to: 4_100_000, at: 1)
    #expect(model.started == window(4_100_000, above: half, below: height))
    model.scroll(to: 4_050_000, at: 2)
    #expect(model.started == window(4_050_000, above: height, below: half))
  }

  @Test func scrollAwareBeginsNothingWhileFastAndDropsWhatLeaves() throws {
    var model = try PlanModel("scroll-aware", layout: layout)
    let side = max(layout.viewportWidth, layout.viewportHeight).rawValue
    var expected: Set<Int32> = []
    var before: (offset: Int64, time: Int64)?
    var deferred = 0
    for (offset, time) in scroll(seed: 6) {
      model.scroll(to: offset, at: time)
      let distance = before.map { abs(offset - $0.offset) } ?? 0
      let elapsed = before.map { time - $0.time } ?? 1
      // Thousandths of a point a second against thousandths of a pixel.
      let isTooFast = distance * 1_000_000_000 / elapsed > side * layout.scaleThousandths / 1000
      let window = window(offset, above: 250_000, below: 250_000)
      if isTooFast { deferred += window.subtracting(expected).count }
      expected = isTooFast ? window.intersection(expected) : window
      before = (offset, time)
      #expect(model.started == expected, "offset \(offset)")
    }
    #expect(deferred > 0)
  }

  @Test func displayportMovesOnlyWhenTheDangerZoneLeavesIt() throws {
    var model = try PlanModel("displayport", layout: layout)
    var port: (low: Int64, high: Int64)?
    var before: (offset: Int64, time: Int64)?
    var moves = 0
    for (offset, time) in scroll(seed: 7) {
      model.scroll(to: offset, at: time)
      let zone = (height + 4) / 5
      let end = layout.contentHeight.rawValue
      let isInside =
        port.map { $0.low <= max(0, offset - zone) && min(end, offset + height + zone) <= $0.high } ?? false
      if !isInside {
        let elapsed = before.map { time - $0.time } ?? 1
        let isFast = (before.map { abs(offset - $0.offset) } ?? 0) * 1_000_000_000 / elapsed >= 1_000_000
        let whole = isFast ? (5 * height + 1) / 2 : (7 * height + 1) / 2
        let low = max(0, min(offset - (whole - height) / 2, end - whole))
        port = (min(low, offset), max(low + whole, offset + height))
        moves += 1
      }
      before = (offset, time)
      #expect(model.started == itemsOverlapping(port?.low ?? 0, port?.high ?? 0, in: layout), "offset \(offset)")
    }
    #expect(moves < 200)
  }

  @Test func skewportTakesTheNearestRowsThatFitTheBudget() throws {
    let row = Int64(layout.columns) * layout.targetSize.pixelCount * 4
    for rows in [3, 12, 20] {
      var model = try PlanModel("skewport:budget=\(Int64(rows) * row)B", layout: layout)
      // At rest: rows by their distance to the viewport, whole ones.
      model.scroll(to: 5_000_000)
      let (top, bottom) = (Int64(5_000_000), 5_000_000 + height)
      let visible = window(top, above: 0, below: 0)
      let visibleRows = visible.count / Int(layout.columns)
      let others = (0..<layout.rowCount).filter { !visible.contains(Int32($0) * layout.columns) }
      let gaps = others.map { row in
        let minY = layout.extent(ofRow: row).minY.rawValue
        return (row: row, gap: minY >= bottom ? minY - bottom : top - minY - layout.cellHeight.rawValue)
      }
      let near = gaps.sorted { ($0.gap, -$0.row) < ($1.gap, -$1.row) }.prefix(max(0, rows - visibleRows))
      let expected = near.reduce(visible) { $0.union(Set(Int32($1.row * 4)..<Int32($1.row * 4 + 4))) }
      #expect(model.started == expected, "\(rows) rows")
    }
  }

  @Test func skewportReachesWhereTheViewportWillBe() throws {
    var model = try PlanModel("skewport:budget=30MB,eventually=1000", layout: layout)
    // 5,000 points a second: 1,000 in a fifth of one.
    for step in 0..<4 as Range<Int64> { model.scroll(to: 2_000_000 + step * 50_000, at: step * 10_000_000) }
    let lowest = window(2_150_000, above: 0, below: 1_000_000).max()
    #expect(model.started.max() == lowest)
  }

  @Test func flashlistSplitsItsBufferAndUsesAllOfItAtTheEnds() throws {
    var model = try PlanModel("flashlist", layout: layout)
    model.scroll(to: 0)
    #expect(model.started == window(0, above: 0, below: 500_000))
    // Five frames of 1 point a millisecond: 16 ms ahead is 16 points.
    for step in 0..<6 as Range<Int64> {
      model.scroll(to: 4_000_000 + step * 10_000, at: 1_000_000_000 + step * 10_000_000)
    }
    #expect(model.started == window(4_066_000, above: 150_000, below: 350_000))
    for step in 1..<7 as Range<Int64> {
      model.scroll(to: 4_050_000 - step * 10_000, at: 1_050_000_000 + step * 10_000_000)
    }
    #expect(model.started == window(3_974_000, above: 350_000, below: 150_000))
  }

  @Test func deadlineLookaheadLeadsBySpeedTimesDecodeTimeWithinItsLimits() throws {
    var model = try PlanModel("deadline-lookahead", layout: layout)
    model.meanDecodeTime = .milliseconds(12)
    var before = (offset: Int64(0), time: Int64(0))
    var isGoingUp = false
    for (offset, time) in scroll(seed: 8) {
      model.scroll(to: offset, at: time)
      let isFirst = before.time == 0
      if !isFirst && offset != before.offset { isGoingUp = offset < before.offset }
      let speed = isFirst ? 0 : abs(offset - before.offset) * 1_000_000_000 / (time - before.time)
      before = (offset, time)
      // Half a row of two workers and the decode itself, twice: 72 ms.
      let lead = min(max(speed * 72 / 1000, (height + 3) / 4), (3 * height + 3) / 4)
      let trail = (3 * height + 24) / 25
      let expected = window(offset, above: isGoingUp ? lead : trail, below: isGoingUp ? trail : lead)
      #expect(model.started == expected, "offset \(offset)")
    }
  }

  @Test func glidePreloadsTheNextItemsInARingAndForgetsThemOnATurn() throws {
    var model = try PlanModel("glide-preloader:items=8", layout: layout)
    model.scroll(to: 0)
    #expect(model.started.isEmpty, "nothing before the first scroll")
    let pitch = layout.pitch.rawValue
    model.scroll(to: pitch)
    let last = window(pitch, above: 0, below: 0).max() ?? 0
    #expect(model.started == Set((last + 1)...(last + 8)))
    model.scroll(to: 2 * pitch)
    // The ring has nine places: four new items took one free place and the oldest three.
    #expect(model.started == Set((last + 4)...(last + 12)))
    model.scroll(to: pitch)
    #expect(model.started == Set(0..<4))
  }

  @Test func nukeHasTwoUnderWayAndNoMoreStartsThanTokens() throws {
    var model = try PlanModel("nuke-prefetch:rate=10,burst=5", layout: layout)
    var random = SplitMix(seed: 5)
    var starts: [Int64] = []
    var underWay: Set<Int32> = []
    var offset: Int64 = 0
    for frame in 0..<600 as Range<Int64> {
      let time = frame * 16_000_000
      offset += Int64(random.below(60_000))
      model.scroll(to: offset, at: time)
      let visible = window(offset, above: 0, below: 0)
      underWay.subtract(visible)
      for step in model.lastSteps {
        switch step {
        case .start(let items):
          for item in items.lower..<items.upper {
            #expect(!visible.contains(item))
            starts.append(time)
            underWay.insert(item)
          }
        case .stop(let items): underWay.subtract(items.lower..<items.upper)
        }
      }
      #expect(underWay.count <= 2)
      if random.below(2) == 0, let done = underWay.min() {
        underWay.remove(done)
        model.strategy.itemBecameResident(ItemID(rawValue: done), at: Nanoseconds(rawValue: time))
      }
      // A bucket of 5 that fills by 10 a second.
      let lastSecond = starts.count { $0 > time - 1_000_000_000 }
      #expect(lastSecond <= 15)
    }
    #expect(starts.count > 50)
  }

  /// A layout change forgets: what follows is what a new value of the strategy does.
  @Test(arguments: StrategyRegistry.all.prefetchers.map { $0.descriptor.id })
  func aLayoutChangeForgetsTheGeometry(_ id: String) throws {
    let layout = GridLayoutTests.layout(count: 4000)
    var (used, fresh) = (try PlanModel(id, layout: layout), try PlanModel(id, layout: layout))
    (used.meanDecodeTime, fresh.meanDecodeTime) = (.milliseconds(12), .milliseconds(12))
    for frame in 0..<50 as Range<Int64> { used.scroll(to: frame * 90_000, at: frame * 16_000_000) }
    used.strategy.layoutChanged(to: layout, at: .zero)
    for frame in 0..<50 as Range<Int64> {
      let offset = 9_000_000 - frame * 70_000
      // The bucket of a rate limiter is a matter of time, not of geometry: it has filled by then.
      used.scroll(to: offset, at: (frame + 200) * 16_000_000)
      fresh.scroll(to: offset, at: (frame + 200) * 16_000_000)
      #expect(used.lastSteps == fresh.lastSteps, "frame \(frame)")
    }
  }

  @Test(arguments: ["fixed-window", "fixed-window:screens=0", "fixed-window:screens=2/5", "fixed-window:screens=1/7"])
  func startedItemsAreThoseOfTheWindow(_ text: String) throws {
    let layout = GridLayoutTests.layout(count: 400)
    let screens = try StrategySpec(text).prefetcherParameters.rational("screens")
    var model = try PlanModel(text, layout: layout)
    var random = SplitMix(seed: 7)
    var offset: Int64 = 0
    for _ in 0..<300 {
      offset += Int64(random.below(2_000_000)) - 900_000
      offset = min(max(offset, -400_000), layout.lastOffset.rawValue + 400_000)
      model.scroll(to: offset)
      let unit = screens.denominator
      let height = layout.viewportHeight.rawValue
      let margin = screens.numerator * height
      let expected = itemsOverlapping(offset * unit - margin, (offset + height) * unit + margin, unit: unit, in: layout)
      #expect(model.started == expected, "offset \(offset)")
    }
  }

  @Test func stopsComeBeforeStarts() throws {
    var model = try PlanModel("fixed-window", layout: GridLayoutTests.layout())
    model.scroll(to: 10_000_000)
    model.scroll(to: 10_300_000)
    #expect(model.lastSteps == [.stop(ItemRange(lower: 372, upper: 384)), .start(ItemRange(lower: 480, upper: 492))])
  }

  private func row(_ offset: Int64) -> ItemRange {
    layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: offset)))
  }

  @Test(arguments: ["0", "1/4", "1"]) func itHoldsWhatIsVisibleAndNoMoreThanItsBytes(_ lean: String) throws {
    let bytes = layout.targetSize.pixelCount * 4
    var model = try PlanModel("windowed-lead:window=\(bytes * 70)B,lean=\(lean)", layout: layout)
    var random = SplitMix(seed: 5)
    var offset: Int64 = 0
    for step in 0..<300 {
      offset = min(max(offset + Int64(random.below(2_000_000)) - 900_000, -400_000), layout.lastOffset.rawValue)
      model.scroll(to: offset, at: Int64(step) * 16_000_000)
      let visible = row(offset)
      for item in visible.lower..<visible.upper { #expect(model.started.contains(item), "offset \(offset)") }
      #expect(model.started.count <= max(70, visible.count), "offset \(offset)")
      // One piece, and as large as whole rows allow.
      let (low, high) = (model.started.min() ?? 0, model.started.max() ?? 0)
      #expect(model.started.count == Int(high - low) + 1, "offset \(offset)")
      #expect(model.started.count > 70 - 2 * Int(layout.columns) || high == layout.count - 1 || low == 0)
    }
  }

  @Test func itLeansWhereTheScrollGoesAndStartsTheNearestRowsFirst() throws {
    let bytes = layout.targetSize.pixelCount * 4
    var model = try PlanModel("windowed-lead:window=\(bytes * 80)B,lean=1", layout: layout)
    model.scroll(to: 4_000_000)
    let resting = model.started
    for step in 1...10 { model.scroll(to: 4_000_000 + Int64(step) * 60_000, at: Int64(step) * 16_000_000) }
    let down = row(4_600_000)
    let (behind, ahead) = (down.lower - (model.started.min() ?? 0), (model.started.max() ?? 0) + 1 - down.upper)
    #expect(ahead > 2 * behind, "\(ahead) ahead, \(behind) behind")
    #expect((resting.max() ?? 0) < (model.started.max() ?? 0))
    for step in 11...40 { model.scroll(to: 4_600_000 - Int64(step - 10) * 60_000, at: Int64(step) * 16_000_000) }
    let up = row(2_800_000)
    #expect(up.lower - (model.started.min() ?? 0) > (model.started.max() ?? 0) + 1 - up.upper)
    // All of a window, upwards: row by row.
    model.scroll(to: 1_000_000, at: 41 * 16_000_000)
    let starts = model.lastSteps.compactMap { step -> ItemRange? in
      if case .start(let items) = step { items } else { nil }
    }
    #expect(starts.count > 4 && zip(starts, starts.dropFirst()).allSatisfy { $1.upper <= $0.lower })
  }
}
