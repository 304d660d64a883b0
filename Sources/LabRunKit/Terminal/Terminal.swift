import LabBase
import LabRecords
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

  /// Columns of the terminal; $COLUMNS where standard output is none, else 100.
  static var width: Int {
    FileDescriptor.standardOutput.columnCount ?? ThisProcess.variable("COLUMNS").flatMap { Int($0) } ?? 100
  }

  /// True in a job of GitHub Actions, which takes lines of the output for commands.
  private static let isInGitHub = !(ThisProcess.variable("GITHUB_ACTIONS") ?? "").isEmpty

  /// Writes results; a reader that went away ends the process quietly.
  static func output(_ text: String) { send(TerminalText.safe(text, isInGitHub: isInGitHub)) }

  /// Writes a line of results: a newline in it came with a path or a name, and is shown as `\u000a`.
  static func output(line: String) { output(line.visible + "\n") }

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
    say("\(ToolName.current): " + TerminalText.safe(text, isInGitHub: isInGitHub) + "\n")
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

/// Text made safe for where it is shown: a terminal, or the log of a build service.
enum TerminalText {
  /// - Parameter isInGitHub: Lines that GitHub Actions would take for commands, `::error::`, no longer begin like one.
  static func safe(_ text: String, isInGitHub: Bool) -> String {
    isInGitHub ? withoutCommands(text.visibleLines) : text.visibleLines
  }

  /// Commands begin a line, spaces before them do not matter; those of the older kind may stand anywhere.
  private static func withoutCommands(_ text: String) -> String {
    guard text.contains("::") || text.contains("##[") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.prefix { $0.isWhitespace }
      let rest = line.dropFirst(start.count)
      let plain = rest.hasPrefix("::") ? start + "\\u003a" + rest.dropFirst() : String(line)
      return plain.replacing("##[", with: "#\\u0023[")
    }.joined(separator: "\n")
  }
}

/// Standard input, output and error, which may have been closed before the process started.
enum StandardStreams {
  /// Takes the numbers of closed ones, so that the first file to be opened does not become standard output and gets
  /// results written into it. Writing there fails as if it were still closed.
  static func keepClosedOnes() {
    for stream in [FileDescriptor.standardInput, .standardOutput, .standardError] {
      do throws(Errno) { _ = try Stat(stream) } catch {
        // The lowest free number is given, and all below are taken.
        if error == .badFileDescriptor {
          _ = unsafe try? FileDescriptor.open("/dev/null", stream == .standardInput ? .writeOnly : .readOnly)
        }
      }
    }
  }
}

/// What a command says of a file that it has written: where it is, and what to do next.
enum WrittenFile {
  /// - Parameter path: nil or `-` for standard output, which already has what was made.
  static func say(_ path: String?, next: (String) -> String) {
    guard let path, path != "-" else { return }
    Terminal.output(line: path)
    Terminal.output(line: next(ShellWords.line([path])))
  }
}

/// A command line that says too little or contradicts itself: exit code 64.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: One sentence or two: a newline in it came with a path or a value, and is shown as `\u000a`.
  init(_ description: String) {
    self.description = description.visible
  }
}

/// What went wrong, in words for the person at the terminal.
struct LabError: Error, CustomStringConvertible {
  let description: String
  /// 5 where a gate has nothing to compare with.
  let exitCode: Int32

  /// - Parameters:
  ///   - description: One sentence or two: a newline in it came with a path or a value, and is shown as `\u000a`.
  ///   - said: What another program wrote, to be shown below it line by line.
  init(_ description: String, said: String = "", exitCode: Int32 = 1) {
    let lines = said.textLines.filter { !$0.isEmpty }
    self.description = description.visible + lines.map { "\n  " + String($0).visible }.joined()
    self.exitCode = exitCode
  }
}

/// Writes what a command makes: to a file that appears whole or not at all, or to standard output.
enum OutputText {
  /// - Parameter path: nil or `-` is standard output.
  static func write(_ text: String, to path: String?) throws {
    guard let path, path != "-" else { return Terminal.output(file: text) }
    try ResultFile.write(text.utf8, to: path)
  }
}

/// Reads what a command is given, a file or standard input.
enum InputText {
  /// - Parameter path: `-` is standard input.
  static func read(_ path: String, as kind: FileKind = .other) throws -> String {
    if path == "-" { return String(decoding: try standardInput(kind), as: UTF8.self) }
    guard let text = try TextFile.read(path, as: kind) else { throw LabError("\(path): no such file: check the path") }
    return text
  }

  private static func standardInput(_ kind: FileKind) throws -> [UInt8] {
    let bytes: [UInt8]?
    do throws(Errno) { bytes = try FileDescriptor.standardInput.readToEnd(bytesMax: Int(kind.bytesMax)) } catch {
      throw LabError("standard input cannot be read")
    }
    guard let bytes else { throw ResultError.tooLarge("standard input", bytes: kind.bytesMax + 1, kind) }
    return bytes
  }
}
