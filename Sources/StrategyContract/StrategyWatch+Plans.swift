import StrategyKit

extension StrategyWatch {
  /// The number of frames at one offset after which a strategy should have nothing left to write.
  private static let restFrames = 40
  /// The distance from the viewport, in viewport heights, beyond which nothing should be wanted.
  private static let screensMax: Int64 = 20
  /// The number of items that may still be left behind, as in a ring from which only new starts remove: their number
  /// must not grow.
  private static let leftBehindMax = 64

  /// Prepares for the plan of a frame.
  func begin(_ frame: FrameContext) {
    with { state in
      state.frame += 1
      state.resting = state.lastOffset == frame.offset.rawValue ? state.resting + 1 : 0
      state.undisturbed = state.resting == 0 ? 0 : state.undisturbed + 1
      state.lastOffset = frame.offset.rawValue
      state.visible = frame.layout.items(overlapping: frame.viewport)
      if case .copy(let first) = task, state.frame == first { state.firstHalf = state.digest }
    }
  }

  /// Checks a frame's plan and applies it to the book.
  func take(_ plan: Plan, _ frame: FrameContext) {
    with { state in
      for step in plan.steps {
        check(step, frame, &state)
        state.book.apply(step, frame)
        state.digest.combine(step)
      }
      state.digest.combine(plan.steps.count)
      checkRest(plan, &state)
      checkReach(frame, &state)
      checkBudget(frame, &state)
    }
  }

  /// Clears the book: another layout is in force, or preheating goes on after a warning.
  func beginAnew(underTheSameLayout isSame: Bool) {
    with { state in
      state.startedBefore = isSame && state.resting >= StrategyWatch.restFrames ? state.book.count : nil
      state.book.clear()
      (state.lastOffset, state.resting, state.undisturbed) = (nil, 0, 0)
    }
  }

  /// Permits a new plan at rest, after a memory warning or a dropped bitmap.
  func disturb() {
    with { $0.undisturbed = 0 }
  }

  private func check(_ step: Plan.Step, _ frame: FrameContext, _ state: inout State) {
    let (verb, items) =
      switch step {
      case .start(let items): ("starts", items)
      case .stop(let items): ("stops", items)
      }
    if items.lower < 0 || items.upper > frame.layout.count {
      report(.inGrid, "\(verb) \(items.lower)..<\(items.upper) of \(frame.layout.count) items", &state)
    }
  }

  private func checkRest(_ plan: Plan, _ state: inout State) {
    if state.undisturbed >= StrategyWatch.restFrames && !plan.steps.isEmpty {
      report(.rests, "\(plan.steps.count) steps after \(state.undisturbed) frames at the same offset", &state)
    }
    if let before = state.startedBefore, state.resting == StrategyWatch.restFrames {
      if state.book.count < before / 2 {
        report(
          .forgets,
          "\(before) items were started before all were stopped under one layout, \(state.book.count) are after it",
          &state)
      }
      state.startedBefore = nil
    }
  }

  /// Checks that started items are near at rest; while the scroll moves, or is about to move to a target, only their
  /// number.
  private func checkReach(_ frame: FrameContext, _ state: inout State) {
    let reach = frame.layout.viewportHeight.rawValue * StrategyWatch.screensMax
    let near = frame.items(above: reach, below: reach)
    if state.book.count > near.count + StrategyWatch.leftBehindMax {
      report(
        .releases, "\(state.book.count) items are started, \(StrategyWatch.screensMax) screens have \(near.count)",
        &state)
    } else if state.resting == StrategyWatch.restFrames && frame.target == nil {
      let far = state.book.count(outside: near)
      guard far > StrategyWatch.leftBehindMax else { return }
      report(
        .releases,
        "\(far) items are still started more than \(StrategyWatch.screensMax) screens away from what is shown",
        &state)
    }
  }

  /// Checks the bytes of started and visible items together, whenever something is started that no cell shows.
  private func checkBudget(_ frame: FrameContext, _ state: inout State) {
    guard let budget, state.book.count > 0, state.book.bytes > 0 else { return }
    let limit = budget.bytes(under: frame.layout, sizes: frame.sizes).rawValue
    var sum = state.book.bytes
    var startedVisible = 0
    for item in state.visible.lower..<state.visible.upper {
      if state.book.contains(item) {
        startedVisible += 1
      } else {
        sum += frame.bytes(of: ItemID(rawValue: item)).rawValue
      }
    }
    if sum > limit && startedVisible < state.book.count {
      report(
        .budget,
        "what is shown and started takes \(sum) bytes, the budget is \(limit), and "
          + "\(state.book.count - startedVisible) started items are on no cell", &state)
    }
  }
}
