public import ArgumentParser
import CacheLab
import LabBase
import LabJudge
public import LabPictures
public import LabRecords
import StrategyKit

/// What is replayed for a picture: the same words as for a run, those that only measuring needs left out.
struct PlotOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Strategy, or 'all'; repeat for several.", valueName: "strategy"),
    completion: NameCompletion.strategies("all"))
  var strategy: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Trace; \(TracePaths.setsInWords); repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @OptionGroup
  var setting: SettingOptions

  /// As words of a command line.
  var words: [String] {
    strategy.flatMap { ShellWords.option("strategy", $0) } + trace.flatMap { ShellWords.option("trace", $0) }
      + setting.settings.words
  }

  /// What is asked for; nothing is decoded.
  var request: RunRequest {
    RunRequest(strategies: strategy, traces: trace, settings: setting.settings, isQuiet: false)
  }

  /// - Throws: `ValidationError` where there is nothing to replay.
  func requireBoth(or files: String = "") throws {
    if strategy.isEmpty || trace.isEmpty {
      throw ValidationError("name what to draw: --strategy preheat2x --trace fastscroll\(files)")
    }
  }

  /// - Throws: `ValidationError` where there is nothing to draw, or two kinds of it.
  fileprivate func check(beside files: [String]) throws {
    if files.isEmpty { return try requireBoth(or: ", or files") }
    if !strategy.isEmpty || !trace.isEmpty {
      throw ValidationError("give files, or --strategy and --trace, not both")
    }
  }
}

/// The replays that a picture shows: those of event files, or such as are made now.
struct PlottedReplays: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Event files, in place of --strategy and --trace.", valueName: "FILE"),
    completion: .file())
  var files: [String] = []

  @OptionGroup var options: PlotOptions

  func validate() throws { try options.check(beside: files) }

  var words: [String] { files + options.words }

  /// Replays of each trace and setting.
  func byTrace() throws -> [[EventTimeline]] {
    let replays = files.isEmpty ? try options.request.runs().timelines() : try PlotInput(paths: files).timelines()
    return replays.grouped { RunKey(trace: $0.trace, setting: $0.runSetting) }.map(\.members)
  }
}

/// The records that a picture shows: those of files, or of runs that are made now.
struct PlottedRecords: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Records, or folders of them, in place of --strategy and --trace.", valueName: "FILE"),
    completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Of records of several settings take those of this one, as in cells=keep; repeat for several parts.",
      valueName: "part=value"))
  var only: [SettingChoice] = []

  @OptionGroup var options: PlotOptions

  func validate() throws {
    try options.check(beside: files)
    if !only.isEmpty && files.isEmpty {
      throw ValidationError("--only chooses among records: name files or folders of them")
    }
  }

  var words: [String] { files + options.words + only.flatMap { ["--only", "\($0.name)=\($0.value)"] } }

  func all() throws -> [RunRecord] {
    files.isEmpty ? try options.request.runs().records() : try PlotInput(paths: files).comparableRecords(only)
  }

  /// The runs of each strategy on each trace that are there for all; says what was set aside for that.
  static func shared(_ records: [RunRecord]) -> SharedRuns {
    let shared = SharedRuns(records)
    if let words = shared.asideWords() {
      Terminal.error("set aside, for not every strategy ran on every trace: \(words)")
    }
    return shared
  }
}

/// How pictures are drawn, and where they go.
struct PlotOutput: ParsableArguments {
  @Option(help: "svg or png.")
  var format = PlotFormat.svg

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where the files go (default: plots).", valueName: "DIR"),
    completion: .directory)
  var out: String?

  @Flag(help: "Light on dark; the files end in -dark.")
  var dark = false

  var folder: String { out ?? "plots" }

  /// Those that decide what is drawn, as words of a command line.
  var words: [String] { (format == .svg ? [] : ["--format", format.rawValue]) + (dark ? ["--dark"] : []) }
}

extension PlotFormat: ExpressibleByArgument {}

extension SettingChoice: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

/// Everything that decides what a replay in virtual time counts, where nothing is decoded: one run's words without what
/// only measuring and records need.
struct ReplayOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Strategy, id[:key=value,...]; see \(ToolName.current) list.", valueName: "strategy"),
    completion: NameCompletion.strategies())
  var strategy: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Name or path of a trace.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @OptionGroup
  var setting: SettingOptions

  /// What is asked for; nothing is decoded.
  var request: RunRequest {
    RunRequest(strategies: strategy, traces: trace, settings: setting.settings)
  }
}

extension ReplayDelivery {
  /// The same for a strategy that may take its budget from another's peak, which is that of the other as it is written.
  func applied(to strategy: PeakSpec, registry: StrategyRegistry) throws -> PeakSpec {
    let own = try applied(to: strategy.sample)
    let added = own.canonicalText.dropFirst(strategy.sample.canonicalText.count)
    return added.isEmpty ? strategy : try PeakSpec(strategy.canonicalText + added, registry: registry)
  }
}
