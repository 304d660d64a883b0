import CacheLab
import LabBase
import LabMeasure
import LabRecords
import StrategyKit

/// A run of a matrix in a process of its own. It writes no file: its record comes back on its standard output, and it
/// ends when nobody reads that any more.
struct ChildRun {
  let request: RunRequest
  let strategy: StrategySpec
  let tracePath: String

  /// The first word of a child's command line; its request follows as JSON. No command has this name.
  static let word = "run-of-matrix"

  func record() async throws -> RunRecord {
    let executable = try Places.ownExecutable()
    let label = "\(strategy.shortText) on \(tracePath)"
    var own = request
    own.strategies = [strategy.canonicalText]
    own.traces = [tracePath]
    let child = try await Command.run(executable, [ChildRun.word, own.json.compactText])
    guard child.code == 0 else {
      Terminal.clearProgress()
      throw LabError("\(label) ended with \(child.ending)")
    }
    return try RunRecord(text: child.output, name: label)
  }

  /// Runs what a parent asked for, where this process is a child.
  ///
  /// - Parameter arguments: Of this process, its name first.
  /// - Returns: False where it is none.
  static func serveIfAsked(_ arguments: [String]) throws -> Bool {
    guard arguments.count == 3, arguments[1] == word else { return false }
    let request = try RunRequest(text: arguments[2])
    Interruption.endWithReader()
    let paths = try TracePaths.find(request.traces)
    guard let strategy = try request.specs(registry: KnownStrategies.all).first, let path = paths.first else {
      throw LabError("the request for a run names no strategy or no trace")
    }
    let prepared = try PreparedRun(
      request, path: path, trace: Trace.load(path: path),
      library: request.openLibrary())
    let record = try prepared.run(
      strategy, environment: RunEnvironment(gitRevision: BuildInfo.gitRevision), comparing: true)
    Terminal.output(record.json.prettyText)
    return true
  }
}
