import LabRecords
import StrategyKit

/// A run of a matrix in a process of its own. It writes no file: its record comes back on its standard output, and it
/// ends when nobody reads that any more.
struct ChildRun {
  let options: RunOptions
  let strategy: StrategySpec
  let tracePath: String

  func record() async throws -> RunRecord {
    let executable = try Places.ownExecutable()
    let label = "\(strategy.shortText) on \(tracePath)"
    let child = try await Command.run(executable, arguments)
    guard child.code == 0 else {
      Terminal.clearProgress()
      throw LabError("\(label) ended with \(child.ending)")
    }
    return try RunRecord(text: child.output, name: label)
  }

  /// What the child is told: all of this run's options, one strategy, one trace.
  private var arguments: [String] {
    var words = ["run", "--of-matrix", "--format", "json", "--quiet"]
    words += options.words(strategy: strategy.canonicalText, trace: RunOptions.traceWord(tracePath))
    if let plant = options.plant { words += ["--plant", plant.word] }
    return words
  }
}
