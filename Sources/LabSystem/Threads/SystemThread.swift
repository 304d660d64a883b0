import CLabSystem
import Synchronization

package struct SystemThread {
  private let handle: UInt

  /// - Throws: An error if the system has no more threads; `body` is not run then.
  package init(_ body: @escaping () -> Void) throws(SystemError) {
    let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    var created: UInt = 0
    let status = unsafe lab_start_thread(
      { argument in unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }, argument, &created)
    guard status == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(argument).release()
      throw SystemError(-status)
    }
    handle = created
  }

  /// Waits for its end. May be called once.
  package func join() { lab_join_thread(handle) }

  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }
}

/// Runs a loop on several threads; the work for each index must not depend on the others.
package enum ParallelLoop {
  /// Calls `body` once for every index below `count` and returns when all are done.
  package static func run(
    _ count: Int, threads: Int = Machine.processorCount, body: @escaping @Sendable (Int) -> Void
  ) {
    let next = Atomic(0)
    let work: @Sendable () -> Void = {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if index >= count { return }
        body(index)
      }
    }
    // If no thread can be created, this one does all work.
    let workers = (1..<max(1, min(threads, count))).compactMap { _ in try? SystemThread(work) }
    work()
    for worker in workers { worker.join() }
  }

  /// Returns the results of `body` for every index below `count`, in their order.
  ///
  /// - Parameter progress: Called with the share that is done, from any thread, never from two at once.
  package static func map<Element: Sendable>(
    _ count: Int, threads: Int = Machine.processorCount, progress: (@Sendable (Double) -> Void)? = nil,
    body: @escaping @Sendable (Int) -> Element
  ) -> [Element] {
    let made = Mutex((elements: [Element?](repeating: nil, count: count), done: 0))
    run(count, threads: threads) { index in
      let element = body(index)
      made.withLock { made in
        made.elements[index] = element
        made.done += 1
        progress?(Double(made.done) / Double(count))
      }
    }
    return made.withLock { $0.elements.compactMap { $0 } }
  }
}
