import ArgumentParser
import CacheLab
import LabJudge
import LabRecords
import StrategyKit

/// `lab-run plot`: draws pictures of replays with gnuplot.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw pictures of replays and comparisons with gnuplot.",
    discussion: """
      Each picture is a script (.gp), its data (.tsv) and, where gnuplot is there, an
      SVG or PNG, in plots/. Replays are made in virtual time, nothing is decoded; or
      give event files (lab-run --events) to memory, waits and screen, and files of
      runs (results/*.tsv) or folders of them to compare, heat and pareto.

      EXAMPLES
        lab-run plot memory --strategy preheat2x --trace ios-fastscroll --measure
        lab-run plot waits --strategy all --trace fastscroll
        lab-run plot budget --strategy lru --strategy arc --trace hunt
        lab-run plot heat --strategy all --trace all
        lab-run plot compare results/
        lab-run plot fleet all.tsv
        lab-run plot memory run.jsonl --format png --dark
        cd plots && gnuplot memory-preheat2x-ios-fastscroll.gp
      """,
    subcommands: [
      Memory.self, Waits.self, Screen.self, Compare.self, Heat.self, Pareto.self, Budget.self, Fleet.self,
    ])
}

/// A command that draws one kind of picture.
protocol PictureCommand: ParsableCommand {
  var output: PlotOutput { get }
  /// The words of the command line that draws the same pictures again.
  var words: [String] { get }
  func plots() throws -> [Plot]
}

extension PictureCommand {
  func run() throws {
    let words = [ToolName.current, "plot", Self._commandName] + words + output.words
    try PlotFiles(folder: output.folder, command: ShellWords.line(words), format: output.format)
      .show(try plots(), isDark: output.dark)
  }
}

// MARK: Of replays

extension PlotCommand {
  struct Memory: PictureCommand {
    static let configuration = CommandConfiguration(
      abstract: "Bytes over time: on screen, kept, being decoded; and the scroll.")

    @OptionGroup var replays: PlottedReplays
    @OptionGroup var output: PlotOutput

    @Flag(help: "Decode for real too, and draw resident memory.")
    var measure = false

    func validate() throws {
      if measure && !replays.files.isEmpty {
        throw ValidationError("--measure runs what --strategy and --trace name: leave out files")
      }
    }

    var words: [String] { replays.words + (measure ? ["--measure"] : []) }

    func plots() throws -> [Plot] {
      let runs = replays.files.isEmpty ? try replays.options.request.runs() : nil
      let timelines = try runs?.timelines() ?? PlottedFiles.timelines(replays.files)
      let measured = try runs.map { measure ? try $0.measuredRecords() : [] } ?? PlottedFiles.records(replays.files)
      return timelines.map { replay in
        .memory(
          replay, resident: measured.first { PlottedFiles.isSameReplay($0, replay) }.flatMap { ResidentMemory($0) })
      }
    }
  }

  struct Waits: PictureCommand {
    static let configuration = CommandConfiguration(
      abstract: "How many cells have their image by when, a curve a strategy.")

    @OptionGroup var replays: PlottedReplays
    @OptionGroup var output: PlotOutput

    var words: [String] { replays.words }
    func plots() throws -> [Plot] { try replays.byTrace().map { .waits($0) } }
  }

  struct Screen: PictureCommand {
    static let configuration = CommandConfiguration(
      abstract: "How the first screen fills, a curve a strategy.")

    @OptionGroup var replays: PlottedReplays
    @OptionGroup var output: PlotOutput

    var words: [String] { replays.words }
    func plots() throws -> [Plot] { try replays.byTrace().flatMap { Plot.firstScreen($0) } }
  }

  struct Budget: PictureCommand {
    static let configuration = CommandConfiguration(
      abstract: "Images ready against budget, with the working set marked.")

    @OptionGroup var options: ReplayOptions
    @OptionGroup var output: PlotOutput

    func validate() throws { try options.requireBoth() }

    var words: [String] { options.words }

    func plots() throws -> [Plot] {
      let (strategies, prepared) = (try options.request.specs(), try options.request.prepared())
      let names = TraceNames(prepared.map { (name: $0.traceName, identity: $0.trace.sha256) }).shown
      return try zip(prepared, names).map { run, name in
        let set = WorkingSet(run.replay)
        let setting = try SettingValues(PlannedRun(prepared: run, strategy: strategies[0]).configuration.json)
        return .budget(try run.budgets(strategies, for: set), workingSet: set, trace: name, setting: setting.caption)
      }
    }
  }
}

// MARK: Of records

extension PlotCommand {
  struct Compare: PictureCommand {
    static let configuration = CommandConfiguration(
      abstract: "Strategies side by side: noticed waits, first screen, peak memory, decodes.",
      discussion: "One picture a trace, and one a set of traces.")

    @OptionGroup var records: PlottedRecords
    @OptionGroup var output: PlotOutput

    var words: [String] { records.words }

    func plots() throws -> [Plot] {
      let all = try records.all()
      let one = all.map(\.trace).unique.map { trace in Plot.compare(all.filter { $0.trace == trace }) }
      if all.sharedTraces.count < 2 { return one }
      let names = one.map(\.name)
      return one + Plot.bySet(all) { .compare($0, in: $1) }.filter { !names.contains($0.name) }
    }
  }

  struct Heat: PictureCommand {
    static let configuration = CommandConfiguration(abstract: "Strategies x traces, a picture a metric.")

    @OptionGroup var records: PlottedRecords
    @OptionGroup var output: PlotOutput

    @Option(
      help: ArgumentHelp(
        "A metric, of \(ToolName.current) list metrics; -p95 and so on behind it. Repeat for several.",
        valueName: "metric"),
      completion: NameCompletion.metrics)
    var metric: [String] = []

    var words: [String] { records.words + metric.flatMap { ["--metric", $0] } }

    func plots() throws -> [Plot] {
      let metrics = try metric.map { id in
        guard let found = Column.named(id) else {
          let near = nearest(to: id, among: Metric.names).map { "did you mean '\($0)'? " } ?? ""
          throw UsageError("no metric '\(id)': \(near)\(ToolName.current) list metrics shows all")
        }
        return found
      }
      let all = try records.all()
      return (metrics.isEmpty ? Column.judged : metrics).map { .heat(all, metric: $0) }
    }
  }

  struct Pareto: PictureCommand {
    static let configuration = CommandConfiguration(
      abstract: "Noticed waits against peak memory, and against decodes.", discussion: "Two pictures a set of traces.")

    @OptionGroup var records: PlottedRecords
    @OptionGroup var output: PlotOutput

    var words: [String] { records.words }

    func plots() throws -> [Plot] {
      let all = try records.all()
      if all.sharedTraces.isEmpty {
        throw LabError("these runs share no trace, so no strategy can be held against another")
      }
      return Plot.bySet(all) { .pareto($0, in: $1) } + Plot.bySet(all) { .pareto($0, paying: .work, in: $1) }
    }
  }

  struct Fleet: PictureCommand {
    static let configuration = CommandConfiguration(
      abstract: "Noticed waits over the traces of a pack, by tails.")

    @Argument(
      help: ArgumentHelp("What '\(ToolName.current) sweep --pack' wrote.", valueName: "FILE"), completion: .file())
    var files: [String]
    @OptionGroup var counting: PopulationOptions
    @OptionGroup var output: PlotOutput

    var words: [String] { files + counting.words }
    func plots() throws -> [Plot] {
      try files.flatMap { Plot.fleet(try PopulationOptions.table($0, try counting.rule)) }
    }
  }
}
