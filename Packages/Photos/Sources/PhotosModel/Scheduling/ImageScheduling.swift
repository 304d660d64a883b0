public import Dispatch
import LabSystem
public import StrategyKit
import Synchronization

/// Where and when a manager's work runs: threads in an app, a test's hand in a test.
public protocol ImageScheduling: Sendable {
  /// Runs work on a file, which takes long, on a thread of its own.
  func work(on file: ItemID, for target: PixelSize, _ body: @escaping @Sendable () -> Void)
  /// Runs a handler: one after another, in order, and never before this call returns.
  func deliver(_ body: @escaping @Sendable () -> Void)
  func after(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void)
  func pause(_ delay: Nanoseconds)
}

/// Threads, as Photos has them: handlers run one after another on one queue.
public final class ThreadScheduler: ImageScheduling {
  private let workers = DispatchQueue(label: "cachelab.images", attributes: .concurrent)
  private let handlers: DispatchQueue

  /// - Parameter handlers: Where handlers run; a serial queue, by default the main one.
  public init(deliveringOn handlers: DispatchQueue = .main) {
    self.handlers = handlers
  }

  public func work(on file: ItemID, for target: PixelSize, _ body: @escaping @Sendable () -> Void) {
    workers.async(execute: body)
  }

  public func deliver(_ body: @escaping @Sendable () -> Void) { handlers.async(execute: body) }

  public func after(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void) {
    workers.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.rawValue)), execute: body)
  }

  public func pause(_ delay: Nanoseconds) { Clocks.wait(until: Clocks.monotonic() + delay.rawValue) }
}

/// Nothing runs until a test says so: work in any order, handlers in theirs, time by hand. With the cost of a decode work
/// runs by itself, when virtual time has come so far.
public final class SteppedScheduler: ImageScheduling {
  private struct State: Sendable {
    var now: Int64 = 0
    var works: [@Sendable () -> Void] = []
    var handlers: [@Sendable () -> Void] = []
    var timers: [(due: Int64, body: @Sendable () -> Void)] = []
    var begun = 0
  }

  private let state = Mutex<State>(State())
  private let cost: (@Sendable (ItemID, PixelSize, Int) -> Nanoseconds)?

  /// - Parameter cost: What work on a file for a target takes; it is also told how many works were begun before.
  public init(cost: (@Sendable (ItemID, PixelSize, Int) -> Nanoseconds)? = nil) { self.cost = cost }

  public func work(on file: ItemID, for target: PixelSize, _ body: @escaping @Sendable () -> Void) {
    guard let cost else { return state.withLock { $0.works.append(body) } }
    let number = state.withLock { state in
      defer { state.begun += 1 }
      return state.begun
    }
    after(cost(file, target, number), body)
  }

  public func deliver(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.handlers.append(body) } }

  public func after(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.timers.append(($0.now + delay.rawValue, body)) }
  }

  public func pause(_ delay: Nanoseconds) { advance(by: delay) }

  public var now: Nanoseconds { Nanoseconds(rawValue: state.withLock { $0.now }) }
  public var workCount: Int { state.withLock { $0.works.count } }
  public var handlerCount: Int { state.withLock { $0.handlers.count } }
  /// When the next timer comes due; the end of time when there is none.
  public var nextDue: Nanoseconds {
    Nanoseconds(rawValue: state.withLock { state in state.timers.lazy.map { $0.due }.min() ?? .max })
  }

  /// Runs one piece of work that waits, by its place; false when there is none.
  @discardableResult
  public func runWork(_ place: Int = 0) -> Bool {
    let body = state.withLock { $0.works.indices.contains(place) ? $0.works.remove(at: place) : nil }
    body?()
    return body != nil
  }

  /// Calls the next handler; false when there is none.
  @discardableResult
  public func runHandler() -> Bool {
    let body = state.withLock { $0.handlers.isEmpty ? nil : $0.handlers.removeFirst() }
    body?()
    return body != nil
  }

  /// Lets time pass and runs the timers that come due, each at its time, earlier ones first.
  public func advance(by duration: Nanoseconds) { advance(to: now + duration) }

  /// The same, until a time.
  public func advance(to end: Nanoseconds) {
    while let body = state.withLock({ state in SteppedScheduler.takeTimer(&state, until: end.rawValue) }) { body() }
    state.withLock { $0.now = max($0.now, end.rawValue) }
  }

  /// The same, and then calls all handlers.
  public func run(to end: Nanoseconds) {
    advance(to: end)
    while runHandler() {}
  }

  /// Goes to the next timer; false when there is none.
  @discardableResult
  public func runTimer() -> Bool {
    let body = state.withLock { state in SteppedScheduler.takeTimer(&state, until: .max) }
    body?()
    return body != nil
  }

  /// Runs everything, handlers before work before time, until nothing is left.
  public func runAll() {
    while runHandler() || runWork() || runTimer() {}
  }

  private static func takeTimer(_ state: inout State, until end: Int64) -> (@Sendable () -> Void)? {
    guard let place = state.timers.indices.min(by: { state.timers[$0].due < state.timers[$1].due }),
      state.timers[place].due <= end
    else { return nil }
    let timer = state.timers.remove(at: place)
    state.now = max(state.now, timer.due)
    return timer.body
  }
}
