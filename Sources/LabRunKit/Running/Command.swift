import CacheLab
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program, run to its end; an interrupt of this one ends it.
enum Command {
  struct Outcome {
    /// Nil when a signal ended it.
    var code: Int32?
    var signal: Int32?
    var output: String
    /// Without the newline at its end.
    var error: String

    /// What a lab-run said that failed: without the name that this process puts before it again, and without the hint
    /// below it.
    var complaint: String {
      // An older binary says "lab-run" whatever it is called.
      let names = Set([ToolName.current, Places.executableName, "lab-run"])
      let lines = error.split(separator: "\n")
        .filter { line in !names.contains { line.hasPrefix("  See '\($0) ") } }
        .map { line in names.first { line.hasPrefix("\($0): ") }.map { line.dropFirst($0.count + 2) } ?? line }
      return lines.isEmpty ? "it did not say why" : lines.joined(separator: " ")
    }

    /// `exit code 1: no such trace`
    var ending: String {
      if let code { return "exit code \(code): \(complaint)" }
      return "signal \(signal ?? 0): \(complaint)"
    }
  }

  /// Bytes of output at most.
  private static let outputMax = 64 << 20

  /// - Parameters:
  ///   - program: A path, or a name that is looked for in PATH.
  ///   - name: What the program is told that it is called, where that is not what it was started by.
  ///   - input: What it finds on its standard input.
  ///   - folder: Where it runs; nil is here.
  ///   - missing: What to do when there is no such program.
  static func run(
    _ program: String, _ arguments: [String], called name: String? = nil, environment: Environment = .inherit,
    input: String = "", in folder: String? = nil, missing: String = "install it"
  ) async throws -> Outcome {
    let result: ExecutionResult<Void, StringOutput<Unicode.UTF8>, StringOutput<Unicode.UTF8>>
    do {
      result = try await Subprocess.run(
        program.contains("/") ? .path(FilePath(program)) : .name(program),
        arguments: name.map { Arguments(executablePathOverride: $0, remainingValues: arguments) }
          ?? Arguments(arguments),
        environment: environment, workingDirectory: folder.map { FilePath($0) }, input: .string(input),
        output: .string(limit: outputMax), error: .string(limit: outputMax)
      ) { child in
        Interruption.remember(child: child.processIdentifier.value)
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw MissingProgram(name: program, cure: missing)
    }
    Interruption.forget(child: result.processIdentifier.value)
    var error = result.standardError
    while error.last?.isNewline == true { error.removeLast() }
    switch result.terminationStatus {
    case .exited(let code): return Outcome(code: code, output: result.standardOutput, error: error)
    case .signaled(let signal): return Outcome(signal: signal, output: result.standardOutput, error: error)
    }
  }
}
