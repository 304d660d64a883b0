import CLabSystem

/// State that several threads share, with a condition to wait for: a pthread mutex and condition in one box.
///
/// `Synchronization.Mutex` has no condition variable.
@safe package final class Monitor<State: ~Copyable>: @unchecked Sendable {
  private let monitor: OpaquePointer
  private var state: State

  package init(_ state: consuming State) {
    self.state = state
    guard let made = unsafe lab_make_monitor() else { preconditionFailure("no memory for a mutex") }
    unsafe monitor = unsafe made
  }

  deinit { unsafe lab_free_monitor(monitor) }

  /// Changes the state under the lock and wakes all that wait.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe lab_lock(monitor)
    defer {
      unsafe lab_wake(monitor)
      unsafe lab_unlock(monitor)
    }
    return try body(&state)
  }

  /// Waits until `body` returns a value or throws; it is called under the lock, again after each change.
  package func wait<Result, Failure: Error>(
    for body: (inout State) throws(Failure) -> Result?
  ) throws(Failure) -> Result {
    unsafe lab_lock(monitor)
    defer { unsafe lab_unlock(monitor) }
    while true {
      if let result = try body(&state) {
        unsafe lab_wake(monitor)
        return result
      }
      unsafe lab_wait(monitor)
    }
  }
}
