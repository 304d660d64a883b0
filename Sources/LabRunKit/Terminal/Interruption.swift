import CLabSystem
import LabSystem
import Synchronization

/// What Ctrl-C does: children end, half-written files go, the exit code is 130.
enum Interruption {
  private static let children = Mutex<[Int32]>([])

  static func remember(child: Int32) { children.withLock { $0.append(child) } }

  static func forget(child: Int32) { children.withLock { $0.removeAll { $0 == child } } }

  static func remembers(child: Int32) -> Bool { children.withLock { $0.contains(child) } }

  /// Whether a process is a child of this one that nobody has waited for: a number that was given to another process
  /// since is none. It is asked without waiting, and leaves the child as it is.
  static func isChild(_ process: Int32) -> Bool { lab_is_child(process) }

  /// From the handler to the thread that acts: what a handler may call is next to nothing.
  private static let received: (read: Int32, write: Int32) = {
    var ends: [Int32] = [-1, -1]
    unsafe lab_pipe(&ends)
    return (ends[0], ends[1])
  }()

  /// Makes interrupts a byte in a pipe that `wait` reads. A handler meets them in whichever thread they arrive: blocking
  /// them in all threads does not do, since the runtime and Subprocess have threads that let every signal through.
  static func prepare() {
    // Made here: a handler must not be the first to ask for it.
    _ = received
    let note: @convention(c) (Int32) -> Void = { signal in
      Interruption.send(UInt8(truncatingIfNeeded: signal))
    }
    // A program started anew after making its library inherits the mask of a thread that blocks every signal.
    lab_unblock_signals()
    // nohup has SIGHUP ignored, and means it.
    for signal in ends where signal != lab_signal_hangup || !lab_ignores_signal(signal) { lab_on_signal(signal, note) }
    // A reader that went away ends the program with an error of write(2), not with a signal.
    lab_ignore_signal(lab_signal_pipe)
    // So does a file that grows past the limit of ulimit -f.
    lab_ignore_signal(lab_signal_file_size)
  }

  /// From now on an interrupt ends the process where it is: no thread is there to act on it. The next command that looks
  /// into a folder removes what was half written.
  static func endAtOnce() {
    for signal in ends where !lab_ignores_signal(signal) { lab_on_signal(signal) { _ in lab_end_at_once(130) } }
  }

  /// What to do after an interrupt; said with it.
  static func advise(_ text: String) { advice.withLock { $0 = text } }

  private static let advice = Mutex<String?>(nil)

  /// From now on the process also ends when nobody can read its standard output any more: a run of a matrix has no use
  /// without the matrix, however that ended. (The kernel's signal for the death of a parent would not do: it comes when
  /// the thread ends that started the child.)
  static func endWithReader() {
    send(watchesReader)
  }

  /// A byte for `wait`. A handler may call it.
  private static func send(_ byte: UInt8) {
    unsafe withUnsafeBytes(of: byte) { unsafe _ = lab_write(received.write, $0.baseAddress!, 1) }
  }

  private static let ends = [lab_signal_interrupt, lab_signal_end, lab_signal_hangup]

  /// What no signal has for a number.
  private static let watchesReader: UInt8 = 0

  /// Waits for an interrupt and ends the process.
  static func wait() -> Never {
    var ends = [
      lab_watch(descriptor: received.read, wanted: Int16(lab_can_read), found: 0),
      lab_watch(descriptor: -1, wanted: 0, found: 0),
    ]
    while true {
      guard unsafe lab_poll(&ends, 2, -1) > 0 else { continue }
      if ends[1].found != 0 { break }
      var byte = watchesReader
      guard unsafe lab_read(received.read, &byte, 1) == 1 else { continue }
      if byte != watchesReader { break }
      ends[1].descriptor = 1
    }
    // One that ended just now may have been waited for and not been forgotten yet.
    for child in children.withLock({ $0 }) where isChild(child) { _ = lab_send_signal(child, lab_signal_end) }
    InterruptedFiles.removeAll {
      Terminal.clearProgress()
      let advice = advice.withLock { $0 }.map { "; \($0)" } ?? ""
      Terminal.error("interrupted: nothing half-written was left\(advice)")
      lab_end_at_once(130)
    }
  }
}
