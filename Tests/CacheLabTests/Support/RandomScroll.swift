import CacheLab
import Strategies

/// A scroll with jumps, rests, layout changes and memory warnings, from a seed.
struct RandomScroll {
  let script: ReplayScript

  init(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var layouts = [ReplayFixture.layout(), ReplayFixture.layout(columns: 5, cell: 76_000)]
    // A third of the seeds have sections, others in each layout.
    if seed % 3 == 0 { layouts = layouts.map { RandomSections.laidOut($0, next) } }
    var steps: ContiguousArray<ReplayScript.Step> = []
    var (time, offset) = (0, 0)
    for _ in 0..<250 {
      time += 4 + next(40)
      switch next(20) {
      case 0: offset = next(8000)
      case 1...12: offset = max(0, min(8000, offset + next(300) - 100))
      default: break
      }
      switch next(30) {
      case 0: steps.append(.init(time: .milliseconds(time), value: Int64(next(2)), kind: .layout))
      case 1: steps.append(.init(time: .milliseconds(time), kind: .memoryWarning))
      default: break
      }
      steps.append(.init(time: .milliseconds(time), value: Int64(offset) * 1000, kind: .frame))
    }
    script = ReplayScript(steps: steps, layouts: layouts, end: .milliseconds(time + next(300)))
  }
}
