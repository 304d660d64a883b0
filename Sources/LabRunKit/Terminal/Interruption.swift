import CLabSystem
import LabSystem
import Synchronization

/// What Ctrl-C does: children end, half-written files go, the exit code is 130.
enum Interruption {
  private static let children = Mutex<[Int32]>([])

  static func remember(child: Int32) { children.withLock { $0.append(child) } }

  static func forget(child: Int32) { children.withLock { $0.removeAll { $0 == child } } }

  static func remembers(child: Int32) -> Bool { children.withLock { $0.contains(child) } }

  /// What to do after an interrupt; said with it.
  static func advise(_ text: String) { advice.withLock { $0 = text } }

  private static let advice = Mutex<String?>(nil)

  /// Waits for an interrupt and ends the process.
  static func wait() -> Never {
    Interrupts.wait()
    // One that ended just now may have been waited for and not been forgotten yet: its number may be another process's.
    for child in children.withLock({ $0 }) where lab_is_child(child) { _ = lab_send_signal(child, lab_signal_end) }
    InterruptedFiles.removeAll {
      Terminal.clearProgress()
      let advice = advice.withLock { $0 }.map { "; \($0)" } ?? ""
      Terminal.error("interrupted: nothing half-written was left\(advice)")
      ThisProcess.endAtOnce(130)
    }
  }
}
