public import Dispatch
import LabSystem
public import StrategyKit

/// Where and when a manager's work runs: threads in an app, a test's hand in a test.
public protocol ImageScheduling: Sendable {
  /// Runs work that takes long, on a thread of its own.
  func work(_ body: @escaping @Sendable () -> Void)
  /// The same for work on a file, for who wants to know.
  func work(on file: ItemID, for target: PixelSize, _ body: @escaping @Sendable () -> Void)
  /// Runs a handler: one after another, in order, and never before this call returns.
  func deliver(_ body: @escaping @Sendable () -> Void)
  /// Runs `body` later.
  func after(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void)
  /// Makes the calling thread wait.
  func pause(_ delay: Nanoseconds)
}

extension ImageScheduling {
  public func work(on file: ItemID, for target: PixelSize, _ body: @escaping @Sendable () -> Void) { work(body) }
}

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
