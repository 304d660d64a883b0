#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where text goes: results to standard output, everything else to standard error.
enum Terminal {
  /// True when a person watches standard error.
  static let showsProgress = isatty(2) == 1

  /// Writes results; a reader that went away ends the process quietly.
  static func output(_ text: String) {
    if !write(text, to: 1) { _exit(errno == EPIPE ? 0 : 1) }
  }

  static func error(_ text: String) { _ = write("lab-run: \(text)\n", to: 2) }

  /// Replaces the progress line.
  static func progress(_ text: String) {
    if showsProgress { _ = write("\r\u{1B}[K\(text)", to: 2) }
  }

  static func clearProgress() {
    if showsProgress { _ = write("\r\u{1B}[K", to: 2) }
  }

  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}

/// write(2) by a name that no method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
