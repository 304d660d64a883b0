import CacheLab
import LabLibrary
import LabRecords
import LabSystem
import Strategies

/// Runs programs in processes of their own.
enum Program {
  /// Returns the output of lab-run, run as a user does.
  ///
  /// - Throws: `BenchError` if it fails.
  static func run(_ words: [String], input: String = "") throws -> String {
    try run(try labRun(), words, input: input)
  }

  /// Returns the output of Python's interpreter.
  static func python(_ words: [String]) throws -> String { try run("python3", words) }

  private static func run(_ program: String, _ words: [String], input: String = "") throws -> String {
    let ran = try ChildProcess.run(program, words, input: input)
    guard ran.code == 0 else {
      throw BenchError("\(program) \(words.joined(separator: " ")): \(ran.output)\(ran.error)")
    }
    return ran.output
  }

  private static func labRun() throws -> String {
    let path = ThisProcess.executable ?? ""
    let program = "/" + (path.split(separator: "/").dropLast() + ["lab-run"]).joined(separator: "/")
    guard Paths.isExecutable(program) else {
      throw BenchError("\(program) is not there: build it with make build")
    }
    return program
  }
}

/// The library and trace of most figures: the default library and a trace of the project's folder.
struct Setting {
  let library: PhotoLibrary
  let replay: Replay
  /// The name of the trace.
  let name: String

  init(trace name: String) throws {
    library = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
    self.name = name
    let trace = try Trace.load(path: Setting.path(ofTrace: name)).applying(
      ScreenOverride(assetCount: Int32(library.index.count)))
    replay = Replay(
      script: ReplayScript(trace), assets: library.index.assets, device: DeviceProfile.all[0],
      settings: ReplaySettings())
  }

  /// Returns the path of a trace of the project's folder.
  static func path(ofTrace name: String) -> String { "traces/\(name).scrolltrace" }
}
