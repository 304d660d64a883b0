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
  package func withLock<Result: ~Copyable>(_ body: (inout State) -> Result) -> Result {
    unsafe lab_lock(monitor)
    defer { unsafe lab_unlock(monitor) }
    let result = body(&state)
    unsafe lab_wake(monitor)
    return result
  }

  /// Waits until `body` returns a value; it is called under the lock, again after each change.
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    unsafe lab_lock(monitor)
    defer { unsafe lab_unlock(monitor) }
    while true {
      if let result = body(&state) {
        unsafe lab_wake(monitor)
        return result
      }
      unsafe lab_wait(monitor)
    }
  }
}
