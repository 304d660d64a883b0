import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs a loop on several threads; what each index does must not depend on the others.
enum ParallelLoop {
  /// Calls `body` once for every index below `count` and returns when all are done.
  static func run(_ count: Int, threads: Int = processorCount(), body: @escaping @Sendable (Int) -> Void) {
    let work = Work(count: count, body: body)
    var workers: [pthread_t] = []
    for _ in 1..<max(1, min(threads, count)) {
      let argument = unsafe Unmanaged.passRetained(work).toOpaque()
      if let worker = unsafe start(argument) {
        workers.append(worker)
      } else {
        // Without another thread this one does the rest.
        unsafe Unmanaged<Work>.fromOpaque(argument).release()
      }
    }
    work.runAll()
    for worker in workers { pthread_join(worker, nil) }
  }

  /// Processors that may be used now, at least 1.
  static func processorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static func start(_ argument: UnsafeMutableRawPointer) -> pthread_t? {
    #if canImport(Glibc)
      var worker = pthread_t()
      let status = unsafe pthread_create(
        &worker, nil,
        { argument in
          unsafe Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().runAll()
          return nil
        }, argument)
      return status == 0 ? worker : nil
    #else
      var worker: pthread_t?
      let status = unsafe pthread_create(
        &worker, nil,
        { argument in
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().runAll()
          return nil
        }, argument)
      return unsafe status == 0 ? worker : nil
    #endif
  }

  private final class Work: Sendable {
    let count: Int
    let body: @Sendable (Int) -> Void
    let next = Atomic<Int>(0)

    init(count: Int, body: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.body = body
    }

    func runAll() {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if index >= count { return }
        body(index)
      }
    }
  }
}
