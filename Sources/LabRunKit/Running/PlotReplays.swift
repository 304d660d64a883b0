import CacheLab
import Strategies

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The replays that pictures are made from, in virtual time and this process.
struct PlotReplays {
  private let options: RunOptions
  private let strategies: [StrategySpec]
  private let prepared: [PreparedRun]

  init(options: PlotOptions) throws {
    self.options = try options.runOptions()
    strategies = try self.options.strategies(registry: KnownStrategies.all)
    let device = try self.options.deviceProfile()
    let library = try self.options.library.open(assetCount: nil, quiet: false)
    let run = self.options
    prepared = try TracePaths.find(self.options.trace).map { path in
      try PreparedRun(
        options: run, device: device, name: PreparedRun.name(ofTrace: path), trace: try Trace.load(path: path),
        library: library)
    }
  }

  func records() throws -> [RunRecord] {
    let environment = RunEnvironment(gitRevision: BuildInfo.gitRevision)
    return try prepared.flatMap { run in try strategies.map { try run.run($0, environment: environment) } }
  }

  /// Through event files, so that a picture of a file and one of a replay cannot differ.
  func timelines() throws -> [EventTimeline] {
    let path = "/tmp/cachelab-plot.\(getpid()).jsonl"
    defer { unsafe unlink(path) }
    return try prepared.flatMap { run in
      try strategies.map { strategy in
        let file = try EventFile(path: path, configuration: run.configuration(strategy).json, table: run.replay.table)
        _ = run.replay.run(strategy, cells: options.cells, observer: file)
        try file.finish()
        return try EventTimeline(text: TextFile.read(path) ?? "", name: path)
      }
    }
  }
}
