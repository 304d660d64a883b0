import CacheLab
import Glibc
import Synchronization

/// What Ctrl-C does: children end, half-written files go, the exit code is 130.
enum Interruption {
  private static let children = Mutex<[pid_t]>([])

  static func remember(child: pid_t) { children.withLock { $0.append(child) } }

  static func forget(child: pid_t) { children.withLock { $0.removeAll { $0 == child } } }

  /// Keeps interrupts from ending the process, so that `wait` meets them. Called first: all threads inherit it.
  static func block() {
    var signals = waitedFor()
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A reader that went away ends the program with an error of write(2), not with a signal.
    signal(SIGPIPE, SIG_IGN)
    // So does a file that grows past the limit of ulimit -f.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Waits for an interrupt and ends the process.
  static func wait() -> Never {
    var signals = waitedFor()
    var received: Int32 = 0
    while unsafe sigwait(&signals, &received) != 0 {}
    for child in children.withLock({ $0 }) { kill(child, SIGTERM) }
    InterruptedFiles.removeAll()
    Terminal.clearProgress()
    Terminal.error("interrupted: nothing half-written was left")
    _exit(130)
  }

  private static func waitedFor() -> sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    // nohup has it ignored, and means it.
    var hangup = sigaction()
    unsafe sigaction(SIGHUP, nil, &hangup)
    let isIgnored = unsafe unsafeBitCast(hangup.__sigaction_handler.sa_handler, to: Int.self) == 1
    if !isIgnored { unsafe sigaddset(&signals, SIGHUP) }
    return signals
  }
}
