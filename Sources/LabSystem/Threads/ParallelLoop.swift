import Synchronization

/// Runs a loop on several threads; what each index does must not depend on the others.
package enum ParallelLoop {
  /// Calls `body` once for every index below `count` and returns when all are done.
  package static func run(
    _ count: Int, threads: Int = Machine.processorCount, body: @escaping @Sendable (Int) -> Void
  ) {
    let work = Work(count: count, body: body)
    // Without another thread this one does the rest.
    let workers = (1..<max(1, min(threads, count))).compactMap { _ in try? SystemThread { work.runAll() } }
    work.runAll()
    for worker in workers { worker.join() }
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
