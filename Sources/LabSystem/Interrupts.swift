import CLabSystem

/// Signals that ask the process to end (Ctrl-C, SIGTERM, SIGHUP). They are passed to a thread that waits for them,
/// since a handler may call next to nothing.
public enum Interrupts {
  private static let received: (read: Int32, write: Int32, problem: SystemError?) = {
    var ends: [Int32] = [-1, -1]
    let code = unsafe lab_pipe(&ends)
    return (ends[0], ends[1], code < 0 ? SystemError(-code) : nil)
  }()

  /// Turns interrupts into bytes in a pipe that `wait` reads. A handler runs in whichever thread they arrive: blocking
  /// them in all threads does not work, since the runtime has threads that let every signal through.
  public static func prepare() throws(FileError) {
    // The pipe is created here, not by a handler.
    if let problem = received.problem { throw .system(call: "pipe", path: "interrupts", code: problem) }
    let note: @convention(c) (Int32) -> Void = { signal in Interrupts.send(UInt8(truncatingIfNeeded: signal)) }
    // A program started anew after making its library inherits the mask of a thread that blocks every signal.
    lab_unblock_signals()
    // nohup has SIGHUP ignored, and means it.
    for signal in ends where signal != lab_signal_hangup || !lab_ignores_signal(signal) { lab_on_signal(signal, note) }
    // A reader that went away ends the program with an error of write(2), not with a signal.
    lab_ignore_signal(lab_signal_pipe)
    // So does a file that grows past the limit of ulimit -f.
    lab_ignore_signal(lab_signal_file_size)
  }

  /// Makes an interrupt end the process where it is, when no thread can act on it. The next command that looks into a
  /// folder removes half-written files.
  package static func endAtOnce() {
    for signal in ends where !lab_ignores_signal(signal) { lab_on_signal(signal) { _ in lab_end_at_once(130) } }
  }

  /// Treats a closed standard output as an interrupt, too: a run of a matrix is useless without the matrix. (The kernel's
  /// signal for the death of a parent is no use: it comes when the thread ends that started the child.)
  package static func watchReader() { send(watchesReader) }

  /// Sends a byte to `wait`. A handler may call it.
  private static func send(_ byte: UInt8) {
    unsafe withUnsafeBytes(of: byte) { unsafe _ = lab_write(received.write, $0.baseAddress!, 1) }
  }

  private static let ends = [lab_signal_interrupt, lab_signal_end, lab_signal_hangup]

  private static let watchesReader: UInt8 = 0

  /// Waits for an interrupt.
  public static func wait() {
    var ends = [
      lab_watch(descriptor: received.read, wanted: Int16(lab_can_read), found: 0),
      lab_watch(descriptor: -1, wanted: 0, found: 0),
    ]
    while true {
      guard unsafe lab_poll(&ends, 2, -1) > 0 else { continue }
      if ends[1].found != 0 { return }
      var byte = watchesReader
      guard unsafe lab_read(received.read, &byte, 1) == 1 else { continue }
      if byte != watchesReader { return }
      ends[1].descriptor = 1
    }
  }
}
