import CacheLab
import LabLibrary
import LabRecords
import LabSystem
import Strategies
import Subprocess
import SystemPackage

/// lab-run as a user calls it, in a process of its own.
enum Program {
  struct Outcome {
    var output: String
    /// From start to end of the process, nanoseconds.
    var wall: Int64
    var code: Int32
  }

  /// - Throws: `BenchError` where it ends with another exit code than these.
  static func run(_ words: [String], input: String = "", allowed: [Int32] = [0]) async throws -> Outcome {
    let began = Clocks.monotonic()
    let result = try await Subprocess.run(
      .path(FilePath(try labRun())), arguments: Arguments(words), input: .string(input),
      output: .string(limit: 64 << 20), error: .string(limit: 1 << 16))
    guard case .exited(let code) = result.terminationStatus, allowed.contains(code) else {
      throw BenchError("lab-run \(words.joined(separator: " ")): \(result.standardOutput)\(result.standardError)")
    }
    return Outcome(output: result.standardOutput, wall: Clocks.monotonic() - began, code: code)
  }

  /// The record of a run with these words.
  static func record(_ words: [String]) async throws -> RunRecord {
    let scratch = try ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let text = try await run(["--quiet", "--format", "json", "--out", scratch.path] + words).output
    return try RunRecord(text: text, name: "lab-run")
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

/// What most figures are measured on: the default library and a trace of the project's folder.
struct Setting {
  let library: PhotoLibrary
  let replay: Replay
  /// The trace's.
  let name: String

  init(trace name: String, device: DeviceProfile = DeviceProfile.all[0]) throws {
    library = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
    self.name = name
    let trace = try Trace.load(path: try Setting.path(ofTrace: name)).applying(
      ScreenOverride(assetCount: Int32(library.index.count)))
    let script = ReplayScript(trace)
    replay = Replay(script: script, assets: library.index.assets, device: device, settings: ReplaySettings())
  }

  /// Where a trace of the project's folder is.
  static func path(ofTrace name: String) throws -> String { try TraceLocator(roots: ["."]).path(for: name) }
}
