import CacheLab

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

  /// True when a person reads standard output.
  static let showsResults = isatty(1) == 1

  /// Whether colours are welcome on standard output: a terminal, and no $NO_COLOR.
  static var isColoured: Bool {
    let terminal = unsafe getenv("TERM").map { unsafe String(cString: $0) }
    return showsResults && !isSet("NO_COLOR") && terminal != "dumb"
  }

  /// Columns of the terminal; $COLUMNS where standard output is none, else 100.
  static var width: Int {
    var size = winsize()
    if unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return unsafe getenv("COLUMNS").flatMap { unsafe Int(String(cString: $0)) } ?? 100
  }

  private static func isSet(_ name: String) -> Bool { unsafe getenv(name).map { unsafe $0.pointee != 0 } ?? false }

  /// Writes results; a reader that went away ends the process quietly.
  static func output(_ text: String) {
    if !write(text, to: 1) { _exit(errno == EPIPE ? 0 : 1) }
  }

  static func error(_ text: String) { _ = write("\(ToolName.current): \(text)\n", to: 2) }

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
