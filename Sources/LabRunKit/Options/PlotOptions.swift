public import ArgumentParser
import CacheLab
public import LabJudge
public import LabRecords
import StrategyKit

extension ReplayOptions {
  func requireBoth(or files: String = "") throws {
    if strategy.isEmpty || trace.isEmpty {
      throw ValidationError("name what to draw: --strategy preheat2x --trace fastscroll\(files)")
    }
  }

  fileprivate func check(beside files: [String]) throws {
    if files.isEmpty { return try requireBoth(or: ", or files") }
    if !strategy.isEmpty || !trace.isEmpty {
      throw ValidationError("give files, or --strategy and --trace, not both")
    }
  }
}

/// The replays of a picture: read from event files, or made now.
struct PlottedReplays: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Event files, in place of --strategy and --trace.", valueName: "FILE"),
    completion: .file())
  var files: [String] = []

  @OptionGroup var options: ReplayOptions

  func validate() throws { try options.check(beside: files) }

  var words: [String] { files + options.words }

  /// Returns the replays grouped by trace and setting.
  func byTrace() throws -> [[EventTimeline]] {
    let replays = files.isEmpty ? try options.request.runs().timelines() : try PlotInput(paths: files).timelines()
    return replays.grouped { RunKey(trace: $0.trace, setting: $0.runSetting) }.map(\.members)
  }
}

/// The records of a picture: read from files, or of runs made now.
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

  @OptionGroup var options: ReplayOptions

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

  /// Returns the runs of strategies that all ran on the same traces, and prints which runs were left out.
  static func shared(_ records: [RunRecord]) -> SharedRuns {
    let shared = SharedRuns(records)
    if let words = shared.asideWords() {
      Terminal.error("set aside, for not every strategy ran on every trace: \(words)")
    }
    return shared
  }
}

/// The format and the folder of pictures.
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

  /// The options that change the pictures, as words of a command line.
  var words: [String] { (format == .svg ? [] : ["--format", format.rawValue]) + (dark ? ["--dark"] : []) }
}

extension PlotFormat: ExpressibleByArgument {}

extension SettingChoice: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension ReplayDelivery {
  /// Returns a strategy, which may have another's peak as its budget, as changed by `--delivery`.
  func applied(to strategy: PeakSpec, registry: StrategyRegistry) throws -> PeakSpec {
    let own = try applied(to: strategy.sample)
    let added = own.canonicalText.dropFirst(strategy.sample.canonicalText.count)
    return added.isEmpty ? strategy : try PeakSpec(strategy.canonicalText + added, registry: registry)
  }
}
