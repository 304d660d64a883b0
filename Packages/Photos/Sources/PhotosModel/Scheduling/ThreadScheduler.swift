public import Dispatch
import LabSystem
public import StrategyKit

/// Threads, as Photos has them: handlers run one after another on one queue.
public final class ThreadScheduler: ImageScheduling {
  private let workers = DispatchQueue(label: "cachelab.images", attributes: .concurrent)
  private let handlers: DispatchQueue

  /// - Parameter handlers: Where handlers run; a serial queue, by default the main one.
  public init(deliveringOn handlers: DispatchQueue = .main) {
    self.handlers = handlers
  }

  public func work(_ body: @escaping @Sendable () -> Void) { workers.async(execute: body) }

  public func deliver(_ body: @escaping @Sendable () -> Void) { handlers.async(execute: body) }

  public func after(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void) {
    workers.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.rawValue)), execute: body)
  }

  public func pause(_ delay: Nanoseconds) { Clocks.wait(until: Clocks.monotonic() + delay.rawValue) }
}
