import LabSystem
import Synchronization

/// What Ctrl-C does: children end, half-written files go, the exit code is 130.
enum Interruption {
  /// What to do after an interrupt; said with it.
  static func advise(_ text: String) { advice.withLock { $0 = text } }

  private static let advice = Mutex<String?>(nil)

  /// Waits for an interrupt and ends the process.
  static func wait() -> Never {
    Interrupts.wait()
    ChildProcess.endAll()
    InterruptedFiles.removeAll {
      Terminal.clearProgress()
      let advice = advice.withLock { $0 }.map { "; \($0)" } ?? ""
      Terminal.error("interrupted: nothing half-written was left\(advice)")
      ThisProcess.endAtOnce(130)
    }
  }
}
