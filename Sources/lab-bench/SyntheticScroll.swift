import CacheLab
import Strategies

/// Scrolls made by formula, on a grid of four columns of 96 pt cells on a 390x844 screen.
enum SyntheticScroll {
  /// Each frame somewhere else, uniformly.
  static func jumps(frames: Int, count: Int32) -> ReplayScript {
    let layout = layout(count: count)
    var random = Sequence(state: 7)
    return script(frames: frames, layout) { _ in Int64(random.next() % UInt64(layout.lastOffset.rawValue)) }
  }

  /// Screen by screen through the whole grid, from the top again until so many cells were shown.
  static func everything(count: Int32, requests: Int32) -> ReplayScript {
    let layout = layout(count: count)
    let step = layout.viewportHeight.rawValue
    let screens = (layout.lastOffset.rawValue + step - 1) / step + 1
    let perScreen = Int32(layout.items(overlapping: layout.viewport(at: .zero)).count)
    return script(frames: Int(requests / perScreen) + 1000, layout) { frame in
      min(Int64(frame) % screens * step, layout.lastOffset.rawValue)
    }
  }

  /// Up and down the grid at changing speed, at most a third of a screen a frame.
  static func flings(frames: Int, count: Int32) -> ReplayScript {
    let layout = layout(count: count)
    let last = layout.lastOffset.rawValue
    var (offset, speed) = (Int64(0), Int64(100_000))
    return script(frames: frames, layout) { frame in
      if frame % 120 == 0 { speed = (speed > 0 ? 1 : -1) * 1000 * (10 + Int64(frame / 120 * 37 % 260)) }
      if offset + speed < 0 || offset + speed > last { speed = -speed }
      offset += speed
      return offset
    }
  }

  private static func script(
    frames: Int, _ layout: GridLayout, offset: (Int) -> Int64
  ) -> ReplayScript {
    let steps = ContiguousArray(
      (0..<frames).map { frame in
        ReplayScript.Step(
          time: Nanoseconds(rawValue: Int64(frame) * 16_666_667), value: offset(frame), kind: .frame)
      })
    return ReplayScript(
      steps: steps, layouts: [layout], end: Nanoseconds(rawValue: Int64(frames) * 16_666_667))
  }

  private static func layout(count: Int32) -> GridLayout {
    GridLayout(
      count: count, columns: 4, cellWidth: .points(96), cellHeight: .points(96), spacingX: .points(2),
      spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 3000)
  }

  /// A linear congruential generator (Knuth): the same jumps every time.
  private struct Sequence {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 20
    }
  }
}
