import CacheLab
import Glibc
import Strategies
import Subprocess
import SystemPackage

/// Several runs: each measured one in a process of its own, so that none measures what another left in memory.
struct Matrix {
  let options: RunOptions
  let strategies: [StrategySpec]
  let tracePaths: [String]

  /// Runs every strategy over every trace, trace by trace.
  func run() async throws -> [RunRecord] {
    var records: [RunRecord] = []
    let total = strategies.count * tracePaths.count
    for tracePath in tracePaths {
      for strategy in strategies {
        if !options.quiet {
          Terminal.progress("run \(records.count + 1) of \(total): \(strategy.shortText) on \(tracePath)")
        }
        records.append(try await record(strategy, tracePath))
      }
    }
    Terminal.clearProgress()
    return records
  }

  private func record(_ strategy: StrategySpec, _ tracePath: String) async throws -> RunRecord {
    guard let executable = Places.executable else { throw LabError("the path of lab-run itself is not known") }
    let label = "\(strategy.shortText) on \(tracePath)"
    let result = try await Subprocess.run(
      .path(FilePath(executable)), arguments: .init(arguments(strategy, tracePath)), input: .none,
      output: .string(limit: 64 << 20), error: .string(limit: 1 << 20)
    ) { child in
      Interruption.remember(child: child.processIdentifier.value)
    }
    Interruption.forget(child: result.processIdentifier.value)
    let complaint = Matrix.complaint(result.standardError)
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

  /// What the child is told: all of this run's options, one strategy, one trace, the record on standard output.
  private func arguments(_ strategy: StrategySpec, _ tracePath: String) -> [String] {
    var words = [
      "run", "--strategy", strategy.canonicalText, "--trace", tracePath, "--device", options.device,
      "--library", options.library.library, "--seed", "\(options.library.seed)", "--cells", options.cells.rawValue,
      "--decode", options.decode.rawValue, "--scales", options.scales.rawValue, "--format", "json", "--quiet",
    ]
    if options.managerCache > .zero { words += ["--manager-cache", "\(options.managerCache.rawValue)"] }
    words += options.time.words
    if let plant = options.plant { words += ["--plant", plant.word] }
    if let viewport = options.screen.viewport { words += ["--viewport", "\(viewport.width)x\(viewport.height)"] }
    if let scale = options.screen.scale { words += ["--scale", "\(MilliPoints(rawValue: scale.thousandths))"] }
    if let columns = options.screen.columns { words += ["--columns", "\(columns)"] }
    if let assets = options.screen.assets { words += ["--assets", "\(assets)"] }
    if let out = options.out { words += ["--out", out] }
    return words
  }
}
