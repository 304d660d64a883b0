import LabLibrary
import Strategies

/// Runs programs in processes of their own.
enum Program {
  /// Returns the output of a program; of lab-run, run as a user does, for nil.
  static func run(_ words: [String], by program: String? = nil) throws -> String {
    let program = try program ?? labRun()
    let ran = try ChildProcess.run(program, words)
    guard ran.code == 0 else {
      throw BenchError("\(program) \(words.joined(separator: " ")): \(ran.output)\(ran.error)")
    }
    return ran.output
  }

  private static func labRun() throws -> String {
    let path = ThisProcess.executable ?? ""
    let program = "/" + (path.split(separator: "/").dropLast() + ["lab-run"]).joined(separator: "/")
    guard Paths.isExecutable(program) else {
      throw BenchError("\(program) is not there; build it with make build")
    }
    return program
  }
}

/// The library and trace of most figures: the default library and a trace of the project's folder.
struct Setting {
  let library: PhotoLibrary
  let replay: Replay
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

  static func path(ofTrace name: String) -> String { "traces/\(name).scrolltrace" }
}

/// A measured figure beside its limit.
struct Figure {
  var name: String
  var value: Double
  var unit: String
  /// The permitted range; an infinite end is no limit, nor is a lower end of 0, since no figure is negative. Nil for a
  /// figure that is shown and not judged.
  var limit: ClosedRange<Double>?
  var decimals = 3
  /// True if it is a time, which another machine, or another program on this one, makes longer: shown beside its limit,
  /// and not judged.
  var isTime = false

  private var isWithin: Bool { limit?.contains(value) ?? true }

  var holds: Bool { isTime || isWithin }

  var line: String {
    func text(_ value: Double) -> String { NumberText.fixed(value, decimals: decimals) }
    let mark = limit == nil ? "    " : isWithin ? "ok  " : isTime ? "over" : "OVER"
    let padded = String(repeating: " ", count: max(0, 10 - text(value).count)) + text(value)
    let bound = limit.map {
      $0.upperBound.isFinite ? " (at most \(text($0.upperBound)))" : " (at least \(text($0.lowerBound)))"
    }
    return "\(mark) \(padded) \(unit)  \(name)\(bound ?? "")"
  }
}

/// The reason why a figure could not be measured.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
