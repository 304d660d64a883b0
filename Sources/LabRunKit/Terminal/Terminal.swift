import CLabSystem
import Synchronization

/// Prints results to standard output and everything else to standard error, made safe (`TerminalText`), since names and
/// notes may come from any file.
enum Terminal {
  static var isQuiet: Bool { silenced.load(ordering: .relaxed) }

  static func silence() { silenced.store(true, ordering: .relaxed) }

  private static let silenced = Atomic(false)
  private static let hasProgress = Atomic(false)
  private static let showsProgress = lab_is_terminal(2)
  private static let showsResults = lab_is_terminal(1)

  static var width: Int {
    columnCount(of: 1) ?? ThisProcess.variable("COLUMNS").flatMap { Int($0) } ?? 100
  }

  private static func columnCount(of stream: Int32) -> Int? {
    let count = Int(lab_columns(stream))
    return count > 0 ? count : nil
  }

  private static let isInGitHub = ThisProcess.variable("GITHUB_ACTIONS")?.isEmpty == false

  /// Prints results. Exits with 0 if the reader has closed the pipe.
  @inline(never) static func output(_ text: String) { send(TerminalText.safe(text, isInGitHub: isInGitHub)) }

  /// Prints a line of results. A newline in it, from a path or a name, is printed as `\u000a`.
  @inline(never) static func output(line: String) { output(line.visible + "\n") }

  /// Prints the content of a file unchanged, or made safe if standard output is a terminal.
  static func output(file text: String) {
    if showsResults { output(text) } else { send(text) }
  }

  static func output(commands text: String) { send(text.visibleLines) }

  private static func send(_ text: String) {
    clearProgress()
    do throws(FileError) { try OpenFile.standardOutput.write(Array(text.utf8)) } catch {
      if error.code == .brokenPipe { ThisProcess.endAtOnce(0) }
      let reason = error.code == .badFileDescriptor ? "it is closed" : error.code?.description ?? error.reason
      Terminal.error("standard output cannot be written: \(reason); free some space, or send it elsewhere")
      ThisProcess.endAtOnce(1)
    }
  }

  static func error(_ text: String) {
    clearProgress()
    say("\(ToolName.current): " + TerminalText.safe(text, isInGitHub: isInGitHub) + "\n")
  }

  /// Shows a line until the next output.
  static func progress(_ text: String) {
    guard showsProgress && !isQuiet else { return }
    hasProgress.store(true, ordering: .relaxed)
    // Of a line that wraps, only the last row could be taken away.
    let width = columnCount(of: 2) ?? .max
    say("\r\u{1B}[K\(text.visible.prefix(width - 1))")
  }

  static func progress(_ text: String, _ share: Double) { progress("\(text): \(Int(share * 100)) %") }

  static func clearProgress() {
    if hasProgress.exchange(false, ordering: .relaxed) { say("\r\u{1B}[K") }
  }

  private static func say(_ text: String) { try? OpenFile.standardError.write(Array(text.utf8)) }
}

enum TerminalText {
  /// - Parameter isInGitHub: Whether to change lines that GitHub Actions would take for commands, `::error::`.
  static func safe(_ text: String, isInGitHub: Bool) -> String {
    isInGitHub ? withoutCommands(text.visibleLines) : text.visibleLines
  }

  // Commands begin a line, after any spaces; older ones may be anywhere.
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

/// An incomplete or contradictory command line: exit code 64.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  @inline(never) init(_ description: String) {
    self.description = description.visible
  }
}

struct LabError: Error, CustomStringConvertible {
  let description: String
  /// The exit code: 5 if a gate has nothing to compare with.
  let exitCode: Int32

  /// - Parameter said: The output of another program, printed below it line by line.
  init(_ description: String, said: String = "", exitCode: Int32 = 1) {
    let lines = said.textLines.filter { !$0.isEmpty }
    self.description = description.visible + lines.map { "\n  " + String($0).visible }.joined()
    self.exitCode = exitCode
  }
}

enum OutputText {
  /// Writes a file whole or not at all, or to standard output if the path is nil or `-`.
  static func write(_ text: String, to path: String?) throws {
    guard let path, path != "-" else { return Terminal.output(file: text) }
    try ResultFile.write(text.utf8, to: path)
  }

  /// Prints the path of a file that was written, and the command to try next.
  static func say(_ path: String?, next: (String) -> String) {
    guard let path, path != "-" else { return }
    Terminal.output(line: path)
    Terminal.output(line: next(ShellWords.line([path])))
  }
}

enum InputText {
  /// Reads a file, or standard input for `-`.
  static func read(_ path: String, as kind: FileKind = .other) throws -> String {
    guard path == "-" else {
      if let text = try TextFile.read(path, as: kind) { return text }
      throw LabError("\(path): no such file; check the path")
    }
    do {
      let bytes = try OpenFile.standardInput.readToEnd(bytesMax: Int(kind.bytesMax))
      if let bytes { return String(decoding: bytes, as: UTF8.self) }
    } catch {
      throw LabError("standard input cannot be read")
    }
    throw ResultError.tooLarge("standard input", bytes: kind.bytesMax + 1, kind)
  }
}

/// Ends the process after Ctrl-C: ends children, removes half-written files, and exits with code 130.
enum Interruption {
  static func advise(_ text: String) { advice.withLock { $0 = text } }

  private static let advice = Mutex<String?>(nil)

  static func wait() -> Never {
    Interrupts.wait()
    ChildProcess.endAll()
    InterruptedFiles.removeAll {
      let advice = advice.withLock { $0 }.map { "; \($0)" } ?? ""
      Terminal.error("interrupted: nothing half-written was left\(advice)")
      ThisProcess.endAtOnce(130)
    }
  }
}
