import LabBase
import LabSystem
import Subprocess

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

  /// Bytes of output at most, and as many of error.
  static let outputMax = 64 << 20

  /// - Parameters:
  ///   - program: A path, or a name that is looked for in PATH.
  ///   - name: What the program is told that it is called, where that is not what it was started by.
  ///   - input: What it finds on its standard input.
  ///   - folder: Where it runs; nil is here.
  ///   - missing: What to do when there is no such program.
  /// - Throws: `MissingProgram`; `TooFewFiles` or `TooFewThreads`, before it is started; `LabError` when it writes more
  ///   than `outputMax`, which ends it. However this ends, the process has ended too, and no interrupt is sent to its
  ///   number any more.
  static func run(
    _ program: String, _ arguments: [String], called name: String? = nil, environment: Environment = .inherit,
    input: String = "", in folder: String? = nil, missing: String = "install it", outputMax: Int = outputMax
  ) async throws -> Outcome {
    try OpenFileLimit.require(OpenFileLimit.forPrograms, for: "starting a program")
    // Two of Subprocess, the program itself, and those of Swift's pool, which waits for ever for a thread.
    try SystemThread.require(Machine.processorCount + 4, for: "starting a program")
    var started: pid_t?
    defer { if let started { Interruption.forget(child: started) } }
    do {
      let result = try await Subprocess.run(
        program.contains("/") ? .path(Paths.any(program)) : .name(program),
        arguments: name.map { Arguments(executablePathOverride: $0, remainingValues: arguments) }
          ?? Arguments(arguments),
        environment: environment, workingDirectory: folder.map { Paths.any($0) }, input: .string(input),
        output: .sequence, error: .sequence
      ) { child in
        started = child.processIdentifier.value
        Interruption.remember(child: child.processIdentifier.value)
        return try await read(child, outputMax: outputMax)
      }
      var (output, error) = result.closureResult
      while error.last?.isNewline == true { error.removeLast() }
      switch result.terminationStatus {
      case .exited(let code): return Outcome(code: code, output: output, error: error)
      case .signaled(let signal): return Outcome(signal: signal, output: output, error: error)
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw MissingProgram(name: program, cure: missing)
    } catch is TooMuchOutput {
      throw LabError(
        "\(program) wrote more than \(outputMax) bytes and was ended: run it by hand to see why"
      )
    }
  }

  private struct TooMuchOutput: Error {}

  /// All that a child writes, output and error at once, so that neither pipe stays full.
  ///
  /// What fails ends the child: whoever awaits its end after that would wait for as long as it likes.
  private static func read<Input>(
    _ child: Execution<Input, SequenceOutput, SequenceOutput>, outputMax: Int
  ) async throws -> (output: String, error: String) {
    try await withThrowingTaskGroup(of: (isError: Bool, text: String).self) { group in
      for (isError, pieces) in [(false, child.standardOutput), (true, child.standardError)] {
        group.addTask {
          do {
            var bytes: [UInt8] = []
            for try await piece in pieces {
              unsafe piece.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
              guard bytes.count <= outputMax else { throw TooMuchOutput() }
            }
            return (isError, String(decoding: bytes, as: UTF8.self))
          } catch {
            try? child.send(signal: .kill)
            throw error
          }
        }
      }
      var texts = (output: "", error: "")
      for try await (isError, text) in group {
        if isError { texts.error = text } else { texts.output = text }
      }
      return texts
    }
  }
}

/// A program of the system's that is not there.
struct MissingProgram: Error, CustomStringConvertible {
  let name: String
  /// What to do about it.
  let cure: String

  var description: String {
    name.contains("/") ? "there is no program \(name): \(cure)" : "there is no '\(name)' in PATH: \(cure)"
  }
}
