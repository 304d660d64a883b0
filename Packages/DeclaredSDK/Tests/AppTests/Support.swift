import GridDriver
import Synchronization

final class ToldDriver: GridDriving {
  enum Call: Equatable {
    case frame(MilliPoints, ScrollPhase?, target: MilliPoints?)
    case layout(GridLayout)
    case content(removed: [Range<Int>], inserted: [Range<Int>], GridLayout)
    case warning, foreground
    case tick
  }

  var isTurned = false
  private(set) var calls: [Call] = []

  func told() -> [Call] {
    defer { calls = [] }
    return calls
  }

  func scrolled(to offset: MilliPoints, phase: ScrollPhase?, target: MilliPoints?) {
    calls.append(.frame(offset, phase, target: target))
  }
  func layoutChanged(to layout: GridLayout) { calls.append(.layout(layout)) }
  func contentChanged(_ changes: GridChanges, photos: [PhotoSize]?, layout: GridLayout) {
    calls.append(.content(removed: changes.removed, inserted: changes.inserted, layout))
  }
  func memoryWarning() { calls.append(.warning) }
  func enteredForeground() { calls.append(.foreground) }
  func tick() { calls.append(.tick) }
  func perform(_ body: () -> Void) { body() }
}

final class HandClock: Sendable {
  private let time = Mutex<Int64>(0)
  func pass(seconds: Int64) { time.withLock { $0 += seconds * 1_000_000_000 } }
  func pass(milliseconds: Int64) { time.withLock { $0 += milliseconds * 1_000_000 } }
  var now: Nanoseconds { Nanoseconds(rawValue: time.withLock { $0 }) }
}

struct Dice {
  var state: UInt64

  mutating func roll(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, limit)))
  }
}

extension GridLayout {
  /// Columns of 100 points, 4 rows in view.
  static func hundred(count: Int32, columns: Int32 = 3, inset: Int = 0) -> GridLayout {
    GridLayout(
      count: count, columns: columns, cellWidth: .points(100), cellHeight: .points(100), spacingX: .zero,
      spacingY: .zero, insetTop: .points(inset), viewportWidth: .points(300), viewportHeight: .points(400),
      scaleThousandths: 2000)
  }
}
