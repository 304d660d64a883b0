import Subprocess
import SystemPackage

/// A program of the system's, run to its end.
enum Command {
  struct Outcome {
    /// Nil when a signal ended it.
    var code: Int32?
    var output: String
    /// Without the newline at its end.
    var error: String
  }

  /// Runs a program that is looked for in PATH; an interrupt ends it.
  ///
  /// - Parameter missing: What to do when there is no such program.
  static func run(_ program: String, _ arguments: [String], missing: String = "install it") async throws -> Outcome {
    let result: ExecutionResult<Void, StringOutput<Unicode.UTF8>, StringOutput<Unicode.UTF8>>
    do {
      result = try await Subprocess.run(
        .name(program), arguments: Arguments(arguments), input: .none, output: .string(limit: 64 << 20),
        error: .string(limit: 64 << 20)
      ) { child in
        Interruption.remember(child: child.processIdentifier.value)
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw LabError("there is no '\(program)' in PATH: \(missing)")
    }
    Interruption.forget(child: result.processIdentifier.value)
    var error = result.standardError
    while error.last?.isNewline == true { error.removeLast() }
    guard case .exited(let code) = result.terminationStatus else {
      return Outcome(code: nil, output: result.standardOutput, error: error)
    }
    return Outcome(code: code, output: result.standardOutput, error: error)
  }
}
