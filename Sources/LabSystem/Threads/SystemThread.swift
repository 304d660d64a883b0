import CLabSystem
import Synchronization
import SystemPackage

/// A thread of the system: for work that blocks or takes long, which Swift's own threads are not made for.
package struct SystemThread {
  /// Why there is no thread.
  package struct Refused: Error {
    package let reason: String
  }

  private let handle: UInt

  /// Starts a thread.
  ///
  /// - Throws: `Refused` when the system has none to give; `body` is not run then.
  package init(_ body: @escaping () -> Void) throws(Refused) {
    let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
    var created: UInt = 0
    let status = unsafe lab_start_thread(
      { argument in unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }, argument, &created)
    guard status == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(argument).release()
      throw Refused(reason: "\(Errno(rawValue: -status))")
    }
    handle = created
  }

  /// Waits for its end; once.
  package func join() { lab_join_thread(handle) }

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

/// Runs a command's tasks one after the other on a thread of ours. Swift's own pool waits for ever where the system
/// refuses a thread to it, and traps where it refuses a file.
package final class CommandThread: TaskExecutor {
  private let jobs = Monitor<[UnownedJob]>([])

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs a command that ends the process, and meanwhile does something in the calling thread, the process's first.
  ///
  /// - Parameter alone: Called where the system refuses another thread: then the command runs in the first.
  package static func run(
    _ command: @escaping @Sendable () async -> Never, meanwhile: () -> Never, alone: () -> Void
  ) -> Never {
    let executor = CommandThread()
    Task.detached(executorPreference: executor) { await command() }
    if (try? SystemThread { executor.runAll() }) != nil { meanwhile() }
    alone()
    executor.runAll()
  }

  private func runAll() -> Never {
    while true {
      let job = jobs.wait { $0.isEmpty ? nil : $0.removeFirst() }
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

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

  /// What `body` makes of every index below `count`, in their order.
  ///
  /// - Parameter progress: Called with the share that is done, from any thread, never by two at once.
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
