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
