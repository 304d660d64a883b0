#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// State that several threads share, with a condition to wait for: a pthread mutex and condition in one box.
///
/// `Synchronization.Mutex` has no condition variable; waiting is what this adds.
@safe package final class Monitor<State: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  package init(_ state: consuming State) {
    self.state = state
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Changes the state under the lock and wakes whoever waits.
  package func withLock<Result: ~Copyable>(_ body: (inout State) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    let result = body(&state)
    unsafe pthread_cond_broadcast(condition)
    return result
  }

  /// Waits until `body` returns a value; it is called under the lock, again after each change.
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) {
        unsafe pthread_cond_broadcast(condition)
        return result
      }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }
}
