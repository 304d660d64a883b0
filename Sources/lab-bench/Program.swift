import LabRecords
import LabSystem
import Subprocess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

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
    let (cpu, wall) = (childrenCPU(), Clocks.monotonic())
    let result = try await Subprocess.run(
      all[0].contains("/") ? .path(FilePath(all[0])) : .name(all[0]), arguments: Arguments(Array(all.dropFirst())),
      environment: environment, input: .none,
      output: .string(limit: 64 << 20), error: .string(limit: 1 << 16))
    let elapsed = Clocks.monotonic() - wall
    guard result.terminationStatus.isSuccess else {
      throw BenchError("\(all.joined(separator: " ")): \(result.standardError)")
    }
    return Outcome(
      record: try RunRecord(text: result.standardOutput, name: "lab-run"), wall: elapsed, cpu: childrenCPU() - cpu)
  }

  /// The lab-run beside this executable.
  static func labRun() throws -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let path = String(decoding: buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let program = "/" + (path.split(separator: "/").dropLast() + ["lab-run"]).joined(separator: "/")
    guard unsafe access(program, X_OK) == 0 else {
      throw BenchError("\(program) is not there: build it with make build")
    }
    return program
  }

  private static func childrenCPU() -> Int64 {
    var usage = rusage()
    #if canImport(Glibc)
      unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    #else
      unsafe getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    let seconds = Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return seconds * 1_000_000_000 + Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000
  }
}
