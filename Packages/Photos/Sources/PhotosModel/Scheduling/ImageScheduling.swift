public import Dispatch
import LabSystem
public import StrategyKit
import Synchronization

/// The place and time of a manager's work: threads in an app, manual steps in a test.
public protocol ImageScheduling: Sendable {
  /// Runs slow work on a file on a thread of its own.
  func work(on file: ItemID, for target: PixelSize, _ body: @escaping @Sendable () -> Void)
  /// Runs handlers one after another, in order, and never before this call returns.
  func deliver(_ body: @escaping @Sendable () -> Void)
  func after(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void)
  func pause(_ delay: Nanoseconds)
}

/// A scheduler on threads like Photos': handlers run one after another on one queue.
public final class ThreadScheduler: ImageScheduling {
  private let workers = DispatchQueue(label: "cachelab.images", attributes: .concurrent)
  private let handlers: DispatchQueue

  /// - Parameter handlers: The serial queue of handlers, by default the main queue.
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

/// A scheduler that a test steps: work in any order, handlers in order, time by hand. With a cost of decodes, work runs
/// by itself once virtual time has reached its end.
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

  /// - Parameter cost: Returns the duration of work on a file for a target, given the number of works begun before.
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
  /// The time of the next timer, or the largest time if there is none.
  public var nextDue: Nanoseconds {
    Nanoseconds(rawValue: state.withLock { state in state.timers.lazy.map { $0.due }.min() ?? .max })
  }

  /// Runs the waiting work at a place, and returns false if there is none.
  @discardableResult
  public func runWork(_ place: Int = 0) -> Bool {
    let body = state.withLock { $0.works.indices.contains(place) ? $0.works.remove(at: place) : nil }
    body?()
    return body != nil
  }

  /// Calls the next handler, and returns false if there is none.
  @discardableResult
  public func runHandler() -> Bool {
    let body = state.withLock { $0.handlers.isEmpty ? nil : $0.handlers.removeFirst() }
    body?()
    return body != nil
  }

  /// Advances time and runs due timers, each at its time, in order.
  public func advance(by duration: Nanoseconds) { advance(to: now + duration) }

  /// Advances time to an end, running due timers in order.
  public func advance(to end: Nanoseconds) {
    while let body = state.withLock({ state in SteppedScheduler.takeTimer(&state, until: end.rawValue) }) { body() }
    state.withLock { $0.now = max($0.now, end.rawValue) }
  }

  /// Advances time to an end, then calls all handlers.
  public func run(to end: Nanoseconds) {
    advance(to: end)
    while runHandler() {}
  }

  /// Advances to the next timer, and returns false if there is none.
  @discardableResult
  public func runTimer() -> Bool {
    let body = state.withLock { state in SteppedScheduler.takeTimer(&state, until: .max) }
    body?()
    return body != nil
  }

  /// Runs handlers before work before timers until nothing is left.
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
