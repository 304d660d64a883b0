import LabSystem
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What Ctrl-C does: children end, half-written files go, the exit code is 130.
enum Interruption {
  private static let children = Mutex<[pid_t]>([])

  static func remember(child: pid_t) { children.withLock { $0.append(child) } }

  static func forget(child: pid_t) { children.withLock { $0.removeAll { $0 == child } } }

  static func remembers(child: pid_t) -> Bool { children.withLock { $0.contains(child) } }

  /// Whether a process is a child of this one that nobody has waited for: a number that was given to another process
  /// since is none. It is asked without waiting, and leaves the child as it is.
  static func isChild(_ process: pid_t) -> Bool {
    var answer = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &answer, WEXITED | WNOWAIT | WNOHANG) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// From the handler to the thread that acts: what a handler may call is next to nothing.
  private static let received: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  /// Makes interrupts a byte in a pipe that `wait` reads. A handler meets them in whichever thread they arrive: blocking
  /// them in all threads does not do, since the runtime and Subprocess have threads that let every signal through.
  static func prepare() {
    // Made here: a handler must not be the first to ask for it.
    _ = received
    let note: @convention(c) (Int32) -> Void = { signal in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      unsafe write(Interruption.received.write, &byte, 1)
      errno = saved
    }
    // A program started anew after making its library inherits the mask of a thread that blocks every signal.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    for signal in [SIGINT, SIGTERM] { SignalHandler.set(note, for: signal) }
    // nohup has it ignored, and means it.
    if !SignalHandler.isIgnored(SIGHUP) { SignalHandler.set(note, for: SIGHUP) }
    // A reader that went away ends the program with an error of write(2), not with a signal.
    signal(SIGPIPE, SIG_IGN)
    // So does a file that grows past the limit of ulimit -f.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// From now on an interrupt ends the process where it is: no thread is there to act on it. The next command that looks
  /// into a folder removes what was half written.
  static func endAtOnce() {
    for signal in [SIGINT, SIGTERM, SIGHUP] where !SignalHandler.isIgnored(signal) {
      SignalHandler.set({ _ in ThisProcess.endAtOnce(130) }, for: signal)
    }
  }

  /// What to do after an interrupt; said with it.
  static func advise(_ text: String) { advice.withLock { $0 = text } }

  private static let advice = Mutex<String?>(nil)

  /// From now on the process also ends when nobody can read its standard output any more: a run of a matrix has no use
  /// without the matrix, however that ended. (The kernel's signal for the death of a parent would not do: it comes when
  /// the thread ends that started the child.)
  static func endWithReader() {
    var byte = watchesReader
    _ = unsafe write(received.write, &byte, 1)
  }

  /// What no signal has for a number.
  private static let watchesReader: UInt8 = 0

  /// Waits for an interrupt and ends the process.
  static func wait() -> Never {
    var ends = [pollfd(fd: received.read, events: Int16(POLLIN), revents: 0), pollfd(fd: -1, events: 0, revents: 0)]
    while true {
      guard unsafe poll(&ends, 2, -1) > 0 else { continue }
      if ends[1].revents != 0 { break }
      var byte = watchesReader
      guard unsafe read(received.read, &byte, 1) == 1 else { continue }
      if byte != watchesReader { break }
      ends[1].fd = 1
    }
    // One that ended just now may have been waited for and not been forgotten yet.
    for child in children.withLock({ $0 }) where isChild(child) { kill(child, SIGTERM) }
    InterruptedFiles.removeAll {
      Terminal.clearProgress()
      let advice = advice.withLock { $0 }.map { "; \($0)" } ?? ""
      Terminal.error("interrupted: nothing half-written was left\(advice)")
      _exit(130)
    }
  }
}
