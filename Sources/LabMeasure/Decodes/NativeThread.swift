import LabSystem

/// A thread of the system's for measuring, which runs a closure once.
struct NativeThread {
  private let thread: SystemThread

  /// Starts the thread.
  ///
  /// - Throws: `MeasureError.noThread` when the system refuses.
  init(_ body: @escaping () -> Void) throws(MeasureError) {
    do {
      thread = try SystemThread(body)
    } catch {
      throw .noThread(reason: error.reason)
    }
  }

  /// Waits until the closure has returned.
  func join() { thread.join() }
}
