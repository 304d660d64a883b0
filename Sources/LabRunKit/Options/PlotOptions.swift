public import ArgumentParser
import CacheLab
public import LabJudge
import LabRecords
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
    let replays = files.isEmpty ? try options.request.runs().timelines() : try PlottedFiles.timelines(files)
    return replays.grouped { [$0.trace, JSON.object($0.runSetting.members).compactText] }.map(\.members)
  }
}

/// The records of a picture: read from files, or of runs made now.
struct PlottedRecords: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Files of runs, or folders of them, in place of --strategy and --trace.", valueName: "FILE"),
    completion: .file())
  var files: [String] = []

  @OptionGroup var options: ReplayOptions

  func validate() throws { try options.check(beside: files) }

  var words: [String] { files + options.words }

  /// The runs; standard error names the traces that pictures over several set aside.
  func all() throws -> [RunRecord] {
    let records: [RunRecord]
    do {
      records = files.isEmpty ? try options.request.runs().records() : try PlottedFiles.records(files).ofOneSetting()
    } catch let mixed as RecordMismatch {
      throw UsageError("\(mixed)")
    }
    if let words = records.asideWords {
      Terminal.error("set aside, for not every strategy ran on them: \(words)")
    }
    return records
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

extension ReplayDelivery {
  /// Returns a strategy, which may have another's peak as its budget, as changed by `--delivery`.
  func applied(to strategy: PeakSpec, registry: StrategyRegistry) throws -> PeakSpec {
    let own = try applied(to: strategy.sample)
    let added = own.canonicalText.dropFirst(strategy.sample.canonicalText.count)
    return added.isEmpty ? strategy : try PeakSpec(strategy.canonicalText + added, registry: registry)
  }
}
