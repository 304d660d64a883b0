import LabRecords
import LabSystem
import Subprocess

/// Runs lab-run as a user does and says what it took as a whole process.
enum Program {
  struct Outcome {
    var record: RunRecord
    /// From start to end of the process, nanoseconds.
    var wall: Int64
    /// User and system time of the process, nanoseconds.
    var cpu: Int64
  }

  /// Runs lab-run with these words and `--format json`.
  static func run(
    _ words: [String], prefix: [String] = [], environment: Environment = .inherit
  ) async throws -> Outcome {
    let scratch = try ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let all = prefix + [try labRun(), "--quiet", "--format", "json", "--out", scratch.path] + words
    let (cpu, wall) = (Clocks.childrenCPU(), Clocks.monotonic())
    let result = try await Subprocess.run(
      all[0].contains("/") ? .path(Paths.any(all[0])) : .name(all[0]), arguments: Arguments(Array(all.dropFirst())),
      environment: environment, input: .none,
      output: .string(limit: 64 << 20), error: .string(limit: 1 << 16))
    let elapsed = Clocks.monotonic() - wall
    guard result.terminationStatus.isSuccess else {
      throw BenchError("\(all.joined(separator: " ")): \(result.standardError)")
    }
    return Outcome(
      record: try RunRecord(text: result.standardOutput, name: "lab-run"), wall: elapsed,
      cpu: Clocks.childrenCPU() - cpu)
  }

  /// The lab-run beside this executable.
  static func labRun() throws -> String {
    let path = ThisProcess.executable ?? ""
    let program = "/" + (path.split(separator: "/").dropLast() + ["lab-run"]).joined(separator: "/")
    guard Paths.isExecutable(program) else {
      throw BenchError("\(program) is not there: build it with make build")
    }
    return program
  }
}
