import CLabSystem
import SystemPackage

/// The file that holds the input being looked at, so that a crash leaves it behind.
struct LastInput: ~Copyable {
  let path: String
  private let file: FileDescriptor
  private var count = 0

  /// Makes the file; nil when it cannot be made.
  init?(path: String) {
    self.path = path
    let made = unsafe try? FileDescriptor.open(
      path, .readWrite, options: [.create, .truncate, .closeOnExec], permissions: FilePermissions(rawValue: 0o644))
    guard let made else { return nil }
    file = made
  }

  deinit { try? file.close() }

  /// Replaces what the file holds; false when the disk refuses.
  mutating func keep(_ input: [UInt8]) -> Bool {
    do {
      _ = try file.writeAll(toAbsoluteOffset: 0, input)
      if count != input.count { try file.resize(to: Int64(input.count)) }
    } catch { return false }
    count = input.count
    return true
  }

  /// Nothing was found: the file goes.
  consuming func remove() { unsafe lab_remove(path) }

  /// What the system sends to a program that crashes.
  static let crashes = [
    lab_signal_illegal, lab_signal_trap, lab_signal_abort, lab_signal_bus(), lab_signal_memory, lab_signal_arithmetic,
  ]

  /// Ends the program with exit code 1 and a line of text at one of these signals, and when an input takes more than
  /// half a minute.
  static func end(at signals: [Int32]) {
    for number in signals + [lab_signal_alarm] {
      lab_on_signal(number) { number in
        let text: StaticString =
          number == lab_signal_alarm
          ? "lab-fuzz: finding: an input takes more than 30 s; it is in the last-input file\n"
          : "lab-fuzz: finding: an input crashes the lab; it is in the last-input file\n"
        unsafe _ = lab_write(2, text.utf8Start, text.utf8CodeUnitCount)
        lab_end_at_once(1)
      }
    }
  }

  /// Allows the next input its half minute.
  static func startTimer() { lab_alarm(30) }

  static func stopTimer() { lab_alarm(0) }
}
