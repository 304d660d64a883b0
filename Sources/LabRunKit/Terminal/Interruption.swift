import CacheLab
import Glibc
import Synchronization

/// What Ctrl-C does: children end, half-written files go, the exit code is 130.
enum Interruption {
  private static let children = Mutex<[pid_t]>([])

  static func remember(child: pid_t) { children.withLock { $0.append(child) } }

  static func forget(child: pid_t) { children.withLock { $0.removeAll { $0 == child } } }

  /// Starts the thread that waits for an interrupt. Called first, so that all threads inherit the blocked signals.
  static func watch() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe sigaddset(&signals, SIGHUP)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A reader that went away ends the program with an error of write(2), not with a signal.
    signal(SIGPIPE, SIG_IGN)
    // So does a file that grows past the limit of ulimit -f.
    signal(SIGXFSZ, SIG_IGN)
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { _ in
        Interruption.wait()
        return nil
      }, nil)
    pthread_detach(thread)
  }

  private static func wait() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe sigaddset(&signals, SIGHUP)
    var received: Int32 = 0
    while unsafe sigwait(&signals, &received) != 0 {}
    for child in children.withLock({ $0 }) { kill(child, SIGTERM) }
    InterruptedFiles.removeAll()
    Terminal.clearProgress()
    Terminal.error("interrupted: nothing half-written was left")
    _exit(130)
  }
}
