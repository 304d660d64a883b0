import LabBase

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where text goes: results to standard output, everything else to standard error.
///
/// Names, notes and values come from files, and files from anybody: nothing that a terminal or a build service would
/// act on passes here (`TerminalText`).
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

  /// True in a job of GitHub Actions, which takes lines of the output for commands.
  private static let isInGitHub = isSet("GITHUB_ACTIONS")

  private static func isSet(_ name: String) -> Bool { unsafe getenv(name).map { unsafe $0.pointee != 0 } ?? false }

  /// Writes results; a reader that went away ends the process quietly.
  ///
  /// - Parameter isStyled: True for the lab's own colours: escape sequences in the text stay. Whoever says so has made
  ///   visible what comes from a file.
  static func output(_ text: String, isStyled: Bool = false) {
    send(TerminalText.safe(text, isStyled: isStyled, isInGitHub: isInGitHub))
  }

  /// Writes a file's own bytes to standard output: what a program reads there is as it would be in the file. A person
  /// who reads along has it made safe.
  static func output(file text: String) {
    if showsResults { output(text) } else { send(text) }
  }

  /// Writes what a build service is meant to take for commands.
  static func output(commands text: String) { send(text.visibleLines) }

  /// The end of the process when standard output takes no more: said, unless nobody reads it any longer.
  private static func send(_ text: String) {
    if write(text, to: 1) { return }
    let code = errno
    if code == EPIPE { _exit(0) }
    let reason = code == EBADF ? "it is closed" : unsafe String(cString: strerror(code))
    error("standard output cannot be written: \(reason); free some space, or send it elsewhere")
    _exit(1)
  }

  static func error(_ text: String) {
    _ = write("\(ToolName.current): " + TerminalText.safe(text, isStyled: false, isInGitHub: isInGitHub) + "\n", to: 2)
  }

  /// Replaces the progress line.
  static func progress(_ text: String) {
    if showsProgress { _ = write("\r\u{1B}[K\(text.visible)", to: 2) }
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
