import Strategies

@testable import CacheLab

/// A random scroll in which photos come, go and are chosen anew.
struct RandomContent {
  let script: ReplayScript

  init(seed: UInt64) {
    let scroll = RandomScroll(seed: seed).script
    var state = seed &* 0xD134_2543_DE82_EF95 | 1
    func next(_ bound: Int32) -> Int32 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int32(state >> 33) % bound
    }
    var (layouts, contents, steps) = (scroll.layouts, [GridContent?](), ContiguousArray<ReplayScript.Step>())
    contents = Array(repeating: nil, count: layouts.count)
    var now = GridContent(first: layouts[0].count)
    var (current, bound) = (0, layouts[0].count)
    for step in scroll.steps {
      var step = step
      let time = Nanoseconds(rawValue: step.time)
      if step.kind == .layout {
        // The same cells as in the scroll, with what is there by now.
        current = Int(step.value)
        step.value = RandomContent.add(scroll.layouts[current], now, &layouts, &contents)
      } else if step.kind == .frame, next(12) == 0 {
        switch next(3) {
        case 0:
          let place = next(now.count + 1)
          now = now.inserting(photosFrom: bound, at: [ItemRange(lower: place, upper: place + 9)])
          bound += 9
        case 1 where now.count > 60:
          let place = next(now.count - 12)
          now = now.removing([ItemRange(lower: place, upper: place + 1 + next(11))])
        default: now = GridContent(choosing: 60 + next(bound - 60), of: bound)
        }
        let index = RandomContent.add(scroll.layouts[current], now, &layouts, &contents)
        steps.append(.init(time: time, value: index, kind: .content))
      }
      steps.append(step)
    }
    script = ReplayScript(steps: steps, layouts: layouts, contents: contents, end: scroll.end)
  }

  private static func add(
    _ layout: GridLayout, _ content: GridContent, _ layouts: inout [GridLayout], _ contents: inout [GridContent?]
  ) -> Int64 {
    var layout = layout
    layout.resize(to: content.count)
    layouts.append(layout)
    contents.append(content)
    return Int64(layouts.count - 1)
  }
}

/// Checks that no image outlives its photo and that cells show photos of the grid.
struct ContentWatch: ReplayObserver {
  private var photos: Set<Int32>?
  private var held: Set<BitmapKey> = []
  private(set) var doubts: [String] = []

  private func isThere(_ photo: Int32) -> Bool { photos?.contains(photo) ?? true }

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .content(let ranges): photos = Set(ranges.flatMap { Array($0.lower..<$0.upper) })
    case .frame:
      // By the frame after a change all that went is gone.
      for key in held where !isThere(key.item) { doubts.append("\(time): \(key) is held") }
    case .request(let item, _, _):
      if !isThere(item) { doubts.append("\(time): photo \(item) is asked for") }
    case .end(let key, kept: true):
      held.insert(key)
      if !isThere(key.item) { doubts.append("\(time): \(key) is kept") }
    case .drop(let key, _, _): held.remove(key)
    default: break
    }
  }
}
