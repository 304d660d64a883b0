import LabSystem
import Synchronization

/// Ends the process after Ctrl-C: ends children, removes half-written files, and exits with code 130.
enum Interruption {
  static func advise(_ text: String) { advice.withLock { $0 = text } }

  private static let advice = Mutex<String?>(nil)

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
