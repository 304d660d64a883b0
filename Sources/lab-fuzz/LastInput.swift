#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file that holds the input being looked at, so that a crash leaves it behind.
struct LastInput: ~Copyable {
  let path: String
  private let descriptor: Int32
  private var count = 0

  /// Makes the file; nil when it cannot be made.
  init?(path: String) {
    self.path = path
    descriptor = unsafe open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0o644)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Replaces what the file holds; false when the disk refuses.
  mutating func keep(_ input: [UInt8]) -> Bool {
    let written = unsafe input.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard written == input.count else { return false }
    if count != input.count { guard ftruncate(descriptor, off_t(input.count)) == 0 else { return false } }
    count = input.count
    return true
  }

  /// Nothing was found: the file goes.
  consuming func remove() { _ = unsafe unlink(path) }

  /// What the system sends to a program that crashes.
  static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE]

  /// Ends the program with exit code 1 and a line of text at one of these signals, and when an input takes more than
  /// half a minute.
  static func end(at signals: [Int32]) {
    for number in signals + [SIGALRM] {
      _ = signal(number) { number in
        let text: StaticString =
          number == SIGALRM
          ? "lab-fuzz: finding: an input takes more than 30 s; it is in the last-input file\n"
          : "lab-fuzz: finding: an input crashes the lab; it is in the last-input file\n"
        unsafe _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
        _exit(1)
      }
    }
  }

  /// Allows the next input its half minute.
  static func startTimer() { alarm(30) }

  static func stopTimer() { alarm(0) }
}
