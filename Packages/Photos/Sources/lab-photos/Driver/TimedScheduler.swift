import PhotosModel
import StrategyKit
import Synchronization

/// Virtual time for a manager: each decode takes as long as was said, handlers run at once.
final class TimedScheduler: ImageScheduling {
  private struct Work: Sendable {
    var end: Int64
    var number: Int
    var body: @Sendable () -> Void
  }

  private struct State: Sendable {
    var now: Int64 = 0
    var begun = 0
    var works: [Work] = []
    var handlers: [@Sendable () -> Void] = []
  }

  private let cost: @Sendable (ItemID, PixelSize, Int) -> Int64
  private let state = Mutex<State>(State())

  /// - Parameter cost: What a decode of a file for a target takes, nanoseconds; also told how many came before it.
  init(cost: @escaping @Sendable (ItemID, PixelSize, Int) -> Int64) { self.cost = cost }

  var now: Int64 { state.withLock { $0.now } }

  /// When the next decode ends; the largest integer when none runs.
  var nextEnd: Int64 { state.withLock { state in state.works.lazy.map(\.end).min() ?? .max } }

  func work(_ body: @escaping @Sendable () -> Void) { body() }

  func work(on file: ItemID, for target: PixelSize, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      let cost = cost(file, target, state.begun)
      state.works.append(Work(end: state.now + cost, number: state.begun, body: body))
      state.begun += 1
    }
  }

  func deliver(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.handlers.append(body) } }
  func after(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void) { body() }
  func pause(_ delay: Nanoseconds) {}

  /// Goes to a time, ends what ends then, in the order in which it began, and runs handlers.
  func run(at time: Int64) {
    let ending = state.withLock { state in
      state.now = time
      let ending = state.works.filter { $0.end == time }.sorted { $0.number < $1.number }
      state.works.removeAll { $0.end == time }
      return ending
    }
    for work in ending { work.body() }
    while let handler = state.withLock({ $0.handlers.isEmpty ? nil : $0.handlers.removeFirst() }) { handler() }
  }
}
