import ArgumentParser
import CacheLab
import Strategies

/// `lab-run run`, the default: replays strategies over traces.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Replay strategies over traces (the default).",
    discussion: """
      One strategy over one trace runs in this process. Several run one after the
      other, each in a process of its own, and end in one table; with --decode none
      nothing is measured, and all run in this process.

      EXAMPLES
        lab-run --strategy preheat2x --trace fastscroll
        lab-run --strategy preheat2x:height=3,delta=1/4 --trace flicks --cells keep
        lab-run --strategy all --trace all --decode none --format csv
        lab-run --strategy lru --trace my.scrolltrace --library ~/Pictures
        lab-run --strategy lru --trace zoom --events lru.jsonl
        lab-run --strategy preheat2x --trace ios-fastscroll --time real --decodes-end host
      """
  )

  @OptionGroup var options: RunOptions

  func run() async throws {
    // Not in a validate(), which is asked before unknown options are refused.
    if options.strategy.isEmpty { throw UsageError("name a strategy: --strategy preheat2x (lab-run list shows all)") }
    if options.trace.isEmpty { throw UsageError("name a trace: --trace fastscroll (lab-run list shows all)") }
    let strategies = try options.strategies(registry: KnownStrategies.all)
    try options.refuseManagerCache(below: strategies)
    let paths = try TracePaths.find(options.trace)
    if options.events != nil && strategies.count * paths.count > 1 {
      throw UsageError("--events writes one run: name one strategy and one trace")
    }
    try options.time.check()
    if case .real(let pace) = options.time.mode { try RealTimeRun.check(options, pace) }
    // What is wrong with the command line is said before anything is made.
    let device = try options.deviceProfile()
    let traces = try paths.map { (path: $0, trace: try Trace.load(path: $0)) }
    try store.prepare()
    // Made before any child runs, so that they do not make it side by side.
    let isSingle = strategies.count * paths.count == 1
    let library = try options.library.open(assetCount: options.screen.assets, quiet: options.quiet) {
      if isSingle && options.decode == .real { Reexecution.afterMakingTheLibrary() }
    }
    var records: [RunRecord] = []
    var recordPath: String?
    if isSingle || (options.decode == .none && options.time.mode == .virtual) {
      let environment = RunEnvironment(gitRevision: BuildInfo.gitRevision)
      for (path, trace) in traces {
        let prepared = try PreparedRun(
          options: options, device: device, name: PreparedRun.name(ofTrace: path), trace: trace, library: library)
        for strategy in strategies {
          let record = try prepared.run(strategy, environment: environment)
          recordPath = try store.write(record, strategySlug: strategy.slug, seconds: Clocks.wallSeconds())
          records.append(record)
        }
      }
    } else {
      records = try await Matrix(options: options, strategies: strategies, tracePaths: paths).run()
    }
    Terminal.output(text(records))
    if options.format == .table {
      let place = isSingle ? recordPath.map { "record: \($0)" } : "\(records.count) records in \(store.directory)/"
      Terminal.output("\n\(place ?? store.directory)\n")
    }
  }

  private var store: RecordStore { RecordStore(directory: options.out ?? Places.results) }

  private func text(_ records: [RunRecord]) -> String {
    switch options.format {
    case .table: RunTable(records).text
    case .markdown: RunTable(records).markdown
    case .csv: RecordCSV.text(records)
    case .json: records.count == 1 ? records[0].json.prettyText : JSON.array(records.map(\.json)).prettyText
    }
  }
}
