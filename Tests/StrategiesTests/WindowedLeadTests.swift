import Strategies
import Testing

@Suite struct WindowedLeadTests {
  /// A grid in which each item takes what its cell has in pixels.
  private let layout = GridLayoutTests.layout(count: 400)

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
