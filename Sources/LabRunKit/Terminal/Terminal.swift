import LabBase
import LabSystem
import SystemPackage

/// Where text goes: results to standard output, everything else to standard error.
///
/// Names, notes and values come from files, and files from anybody: nothing that a terminal or a build service would
/// act on passes here (`TerminalText`).
enum Terminal {
  /// True when a person watches standard error.
  static let showsProgress = FileDescriptor.standardError.isTerminal

  /// True when a person reads standard output.
  static let showsResults = FileDescriptor.standardOutput.isTerminal

  /// Whether colours are welcome on standard output: a terminal, and no $NO_COLOR.
  static var isColoured: Bool {
    showsResults && !isSet("NO_COLOR") && ThisProcess.variable("TERM") != "dumb"
  }

  /// Columns of the terminal; $COLUMNS where standard output is none, else 100.
  static var width: Int {
    FileDescriptor.standardOutput.columnCount ?? ThisProcess.variable("COLUMNS").flatMap { Int($0) } ?? 100
  }

  /// True in a job of GitHub Actions, which takes lines of the output for commands.
  private static let isInGitHub = isSet("GITHUB_ACTIONS")

  private static func isSet(_ name: String) -> Bool { !(ThisProcess.variable(name) ?? "").isEmpty }

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
    do throws(Errno) { try write(text, to: .standardOutput) } catch {
      if error == .brokenPipe { ThisProcess.endAtOnce(0) }
      let reason = error == .badFileDescriptor ? "it is closed" : "\(error)"
      Terminal.error("standard output cannot be written: \(reason); free some space, or send it elsewhere")
      ThisProcess.endAtOnce(1)
    }
  }

  static func error(_ text: String) {
    say("\(ToolName.current): " + TerminalText.safe(text, isStyled: false, isInGitHub: isInGitHub) + "\n")
  }

  /// Replaces the progress line.
  static func progress(_ text: String) {
    if showsProgress { say("\r\u{1B}[K\(text.visible)") }
  }

  static func clearProgress() {
    if showsProgress { say("\r\u{1B}[K") }
  }

  /// Writes to standard error; what it does not take is lost.
  private static func say(_ text: String) { try? write(text, to: .standardError) }

  private static func write(_ text: String, to file: FileDescriptor) throws(Errno) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      do { bytes = bytes.dropFirst(try unsafe bytes.withUnsafeBytes { try unsafe file.write($0) }) } catch {
        guard let code = error as? Errno else { preconditionFailure("write: \(error)") }
        throw code
      }
    }
  }
}
