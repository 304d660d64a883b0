import Glibc

/// A thread of the system's, which runs a closure once.
struct NativeThread {
  private let handle: pthread_t

  /// Starts the thread.
  ///
  /// - Throws: `MeasureError.noThread` when the system refuses.
  init(_ body: @escaping () -> Void) throws(MeasureError) {
    let box = Body(body)
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        unsafe Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(box).toOpaque())
    guard status == 0 else {
      unsafe Unmanaged.passUnretained(box).release()
      throw unsafe .noThread(reason: String(cString: strerror(status)))
    }
    handle = thread
  }

  /// Waits until the closure has returned.
  func join() { pthread_join(handle, nil) }

  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }
}
