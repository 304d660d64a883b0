import CacheLab
import Strategies
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A run of a matrix in a process of its own. It writes no file: its record comes back on its standard output, and it
/// ends when nobody reads that any more.
struct ChildRun {
  let options: RunOptions
  let strategy: StrategySpec
  let tracePath: String

  func record() async throws -> RunRecord {
    guard let executable = Places.executable else { throw LabError("the path of lab-run itself is not known") }
    let label = "\(strategy.shortText) on \(tracePath)"
    let result = try await Subprocess.run(
      .path(FilePath(executable)), arguments: .init(arguments), input: .none,
      output: .string(limit: 64 << 20), error: .string(limit: 1 << 20)
    ) { child in
      Interruption.remember(child: child.processIdentifier.value)
    }
    Interruption.forget(child: result.processIdentifier.value)
    let complaint = ChildRun.complaint(result.standardError)
    switch result.terminationStatus {
    case .exited(0): break
    case .exited(let code):
      Terminal.clearProgress()
      throw LabError("\(label) ended with exit code \(code): \(complaint)")
    case .signaled(let signal):
      Terminal.clearProgress()
      throw LabError("\(label) was ended by signal \(signal): \(complaint)")
    }
    return try RunRecord(text: result.standardOutput, name: label)
  }

  /// What a child said, without the name that this process puts before it again.
  private static func complaint(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { $0.hasPrefix("lab-run: ") ? $0.dropFirst("lab-run: ".count) : $0 }
    return lines.isEmpty ? "it did not say why" : lines.joined(separator: " ")
  }

  /// What the child is told: all of this run's options, one strategy, one trace.
  private var arguments: [String] {
    var words = [
      "run", "--of-matrix", "--strategy", strategy.canonicalText, "--trace", tracePath, "--device", options.device,
      "--library", options.library.library, "--seed", "\(options.library.seed)", "--cells", options.cells.rawValue,
      "--decode", options.decode.rawValue, "--scales", options.scales.rawValue, "--format", "json", "--quiet",
    ]
    words += options.time.words
    if let plant = options.plant { words += ["--plant", plant.word] }
    if let viewport = options.screen.viewport { words += ["--viewport", "\(viewport.width)x\(viewport.height)"] }
    if let scale = options.screen.scale { words += ["--scale", "\(MilliPoints(rawValue: scale.thousandths))"] }
    if let columns = options.screen.columns { words += ["--columns", "\(columns)"] }
    if let assets = options.screen.assets { words += ["--assets", "\(assets)"] }
    return words
  }
}
