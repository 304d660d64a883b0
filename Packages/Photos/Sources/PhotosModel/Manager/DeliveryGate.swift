import Synchronization

/// Lets the results of one request through one at a time, and none after the final one.
final class DeliveryGate: Sendable {
  private let isDone = Mutex<Bool>(false)

  /// Runs the handler, unless the final result was delivered before.
  func pass(isFinal: Bool, _ handler: () -> Void) {
    isDone.withLock { isDone in
      guard !isDone else { return }
      isDone = isFinal
      handler()
    }
  }
}
