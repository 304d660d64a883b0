#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread of the system: for work that blocks or takes long, which Swift's own threads are not made for.
@safe package struct SystemThread {
  /// Why there is no thread.
  package struct Refused: Error {
    package let reason: String
  }

  private let handle: pthread_t

  /// Starts a thread.
  ///
  /// - Throws: `Refused` when the system has none to give; `body` is not run then.
  package init(_ body: @escaping () -> Void) throws(Refused) {
    let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    // What C leaves open, systems declare in three ways: the handle is a number or a pointer, the argument may be null.
    #if canImport(Glibc)
      var created = pthread_t()
    #else
      var created: pthread_t?
    #endif
    #if canImport(Darwin)
      let status = unsafe pthread_create(
        &created, nil,
        { argument in
          unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, argument)
    #else
      let status = unsafe pthread_create(
        &created, nil,
        { argument in
          unsafe Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
          return nil
        }, argument)
    #endif
    guard status == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(argument).release()
      throw unsafe Refused(reason: String(cString: strerror(status)))
    }
    #if canImport(Glibc)
      handle = created
    #else
      unsafe handle = created!
    #endif
  }

  /// Waits for its end; once.
  package func join() {
    #if canImport(Glibc)
      pthread_join(handle, nil)
    #else
      unsafe pthread_join(handle, nil)
    #endif
  }

  /// Sees to it that so many threads can be had: starts them, and lets them end.
  ///
  /// - Parameter use: What takes them, for the message: `starting a program`.
  /// - Throws: `TooFewThreads` with the cure.
  package static func require(_ count: Int, for use: String) throws(TooFewThreads) {
    let mayEnd = Monitor(false)
    var threads: [SystemThread] = []
    defer {
      mayEnd.withLock { $0 = true }
      for thread in threads { thread.join() }
    }
    while threads.count < count {
      do throws(Refused) { try threads.append(SystemThread { mayEnd.wait { $0 ? () : nil } }) } catch {
        throw TooFewThreads(had: threads.count, needed: count, use: use, reason: error.reason)
      }
    }
  }

  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }
}

/// The limit on processes and threads leaves no room for what is to be done.
package struct TooFewThreads: Error, CustomStringConvertible {
  let had: Int
  let needed: Int
  let use: String
  let reason: String

  package var description: String {
    "\(use) may take \(needed) threads, and the system gives \(had) (\(reason)): raise the limit on processes (ulimit -u, or "
      + "pids.max of a container)"
  }
}
