public import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabPictures
public import LabRecords
import StrategyKit

/// `lab-run plot`: pictures of replays, by gnuplot.
struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw pictures of replays and comparisons with gnuplot.",
    discussion: """
      Each picture is a script (.gp), its data (.tsv) and, where gnuplot is there, an
      SVG or PNG, in plots/. Replays are made in virtual time, nothing is decoded; or
      give event files (lab-run --events) to memory, waits, screen and outcomes, and
      records or folders of records to the others.

      PICTURES
        memory      bytes over time: on screen, kept, being decoded; and the scroll;
                    with --measure resident memory too
        waits       how many cells have their image by when, a curve a strategy
        screen      how the first screen fills, a curve a strategy
        decodes     how long decodes take on this machine, a curve a strategy
        outcomes    the screen over the scroll: ready, late, missed, blank
        compare     strategies side by side: hits, blank area, p95, peak memory,
                    decodes; one picture a set of traces
        heat        strategies x traces, one picture for each of these
        pareto      what memory buys: peak bytes against blank area and hits; and
                    what decodes buy in hits
        budget      hits against budget, with the working set marked
        history     a metric over records (of results/, unless named)
        fleet       blank area over the traces of a merged fleet, by tails and kinds

      EXAMPLES
        lab-run plot memory --strategy preheat2x --trace ios-fastscroll --measure
        lab-run plot waits --strategy all --trace fastscroll
        lab-run plot budget --strategy lru --strategy arc --trace hunt
        lab-run plot heat --strategy all --trace all
        lab-run plot compare results/
        lab-run plot history --metric peak-rss --strategy preheat2x --by revision
        lab-run plot fleet all.fleet
        lab-run plot memory run.jsonl --format png --dark
        cd plots && gnuplot memory-preheat2x-ios-fastscroll.gp
      """)

  enum Picture: String, ExpressibleByArgument, CaseIterable {
    case memory, waits, screen, decodes, outcomes, compare, heat, pareto, budget, history, fleet
  }

  @Argument(help: "Which picture, of those above.")
  var picture: Picture

  @Argument(help: ArgumentHelp("Event files, records or folders of them.", valueName: "FILE"), completion: .file())
  var files: [String] = []

  @Option(help: "svg or png.")
  var format = PlotFormat.svg

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where the files go (default: plots).", valueName: "DIR"),
    completion: .directory)
  var out: String?

  @Flag(help: "Light on dark; the files end in -dark.")
  var dark = false

  @Flag(help: "For memory: decode for real too, and draw resident memory.")
  var measure = false

  @Option(
    help: ArgumentHelp(
      "For heat and history: a metric, of \(ToolName.current) list metrics; -p95 and so on behind it. Repeat for several.",
      valueName: "metric"),
    completion: NameCompletion.metrics)
  var metric: [String] = []

  @Option(help: "For history: records by time, or revisions of the sources.")
  var by = HistoryAxis.time

  @Option(
    help: ArgumentHelp(
      "Of records of several settings take those of this one, as in cells=keep; repeat for several parts.",
      valueName: "part=value"))
  var only: [SettingChoice] = []

  @OptionGroup var options: PlotOptions

  func run() throws {
    try check()
    let plots = try plots()
    let words =
      [ToolName.current, "plot", picture.rawValue] + files + options.words + (measure ? ["--measure"] : [])
      + only.flatMap { ["--only", "\($0.name)=\($0.value)"] } + metric.flatMap { ["--metric", $0] }
      + (by == .time ? [] : ["--by", by.rawValue])
      + (format == .svg ? [] : ["--format", format.rawValue]) + (dark ? ["--dark"] : [])
    try PlotFiles(folder: out ?? "plots", command: ShellWords.line(words), format: format)
      .show(plots, isDark: dark)
  }

  /// - Throws: `UsageError` for words that do not go together.
  private func check() throws {
    let namesReplays = !options.strategy.isEmpty || !options.trace.isEmpty
    let isOfReplays = picture != .history && picture != .fleet
    let problems = [
      (measure && picture != .memory, "--measure is for memory: decodes measures anyway"),
      (measure && !files.isEmpty, "--measure runs what --strategy and --trace name: leave out files"),
      (!metric.isEmpty && picture != .heat && picture != .history, "--metric is for heat and history"),
      (
        !only.isEmpty && files.isEmpty && picture != .history,
        "--only chooses among records: name files or folders of them"
      ),
      (by != .time && picture != .history, "--by is for history"),
      (
        picture == .fleet && (files.isEmpty || namesReplays),
        "fleet draws what 'sweep merge' wrote: name all.fleet"
      ),
      (isOfReplays && !files.isEmpty && namesReplays, "give files, or --strategy and --trace, not both"),
      (!files.isEmpty && picture == .budget, "budget replays: name --strategy lru --trace hunt in place of files"),
      (
        isOfReplays && files.isEmpty && (options.strategy.isEmpty || options.trace.isEmpty),
        "name what to draw: --strategy preheat2x --trace fastscroll, or files"
      ),
    ]
    if let problem = problems.first(where: \.0) { throw UsageError(problem.1) }
  }

  private func plots() throws -> [Plot] {
    switch picture {
    case .memory: return try memory()
    case .outcomes: return try timelines().map { .outcomes($0) }
    case .waits: return byTrace(try timelines()).map { .waits($0) }
    case .screen: return byTrace(try timelines()).flatMap { Plot.firstScreen($0) }
    case .decodes: return try decodes()
    case .compare:
      let records = try records()
      let traces = records.map(\.trace).unique
      let one = traces.map { trace in Plot.compare(records.filter { $0.trace == trace }) }
      if shared(records).traces.count < 2 { return one }
      let names = one.map(\.name)
      return one + Plot.bySet(records) { .compare($0, in: $1) }.filter { !names.contains($0.name) }
    case .heat:
      let records = try records()
      _ = shared(records)
      return try metrics().map { .heat(records, metric: $0) }
    case .pareto:
      let records = try records()
      if shared(records).traces.isEmpty {
        throw LabError("these runs share no trace, so no strategy can be held against another")
      }
      return Plot.bySet(records) { .pareto($0, in: $1) }
        + Plot.bySet(records) { .pareto($0, against: .warmHitRate, in: $1) }
        + Plot.bySet(records) { .pareto($0, paysDecodes: true, against: .warmHitRate, in: $1) }
    case .budget: return try budgets()
    case .history: return try history()
    case .fleet: return try files.flatMap { Plot.fleet(try FleetTable($0)) }
    }
  }

  /// Replays of each trace and setting.
  private func byTrace(_ replays: [EventTimeline]) -> [[EventTimeline]] {
    replays.grouped { RunKey(trace: $0.trace, setting: $0.runSetting) }.map(\.members)
  }

  /// The runs of each strategy on each trace that are there for all; says what was set aside for that.
  private func shared(_ records: [RunRecord]) -> SharedRuns {
    let shared = SharedRuns(records)
    if let words = shared.asideWords() {
      Terminal.error("set aside, for not every strategy ran on every trace: \(words)")
    }
    return shared
  }

  private func memory() throws -> [Plot] {
    let runs = files.isEmpty ? try options.request.runs() : nil
    let replays = try runs?.timelines() ?? PlotInput(paths: files).timelines()
    let measured =
      if let runs { measure ? try runs.measuredRecords() : [] } else { try PlotInput(paths: files).records() }
    return replays.map { replay in
      .memory(replay, resident: measured.first { PlotInput.isSameReplay($0, replay) }.flatMap { ResidentMemory($0) })
    }
  }

  private func decodes() throws -> [Plot] {
    let records =
      files.isEmpty
      ? try options.request.runs().measuredRecords() : try PlotInput(paths: files).comparableRecords(only)
    return try records.map(\.trace).unique.map { trace in
      guard let plot = Plot.decodes(records.filter { $0.trace == trace }) else {
        throw LabError(
          "no record of \(trace) holds decode times one by one: run without --decode none, and fewer than "
            + "\(LatencySamples.rawMax) decodes")
      }
      return plot
    }
  }

  private func budgets() throws -> [Plot] {
    let (strategies, prepared) = (try options.request.specs(), try options.request.prepared())
    let names = TraceNames(prepared.map { (name: $0.traceName, identity: $0.trace.sha256) }).shown
    return try zip(prepared, names).map { run, name in
      let set = WorkingSet(run.replay)
      let setting = SettingValues(PlannedRun(prepared: run, strategy: strategies[0]).configuration.json)
      return .budget(try run.budgets(strategies, for: set), workingSet: set, trace: name, setting: setting.caption)
    }
  }

  private func history() throws -> [Plot] {
    let places = files.isEmpty ? [Places.results] : files
    let all = RunRecord.distinct(try PlotInput(paths: places).records())
    let settings = all.map { SettingValues($0) }
    let records = zip(all, settings).filter { record, setting in
      record.isOf(options.strategy, on: options.trace) && only.allSatisfy { $0.fits(setting, among: settings) }
    }.map(\.0)
    return try metrics().map { metric in
      guard let history = Plot.history(records, metric: metric, by: by) else {
        throw LabError(
          "no record of \(places.joined(separator: ", ")) has \(metric.id) of these strategies and traces"
            + (metric.absence(in: records).map { ": \($0)" } ?? ""))
      }
      if history.leftOut > 0 {
        Terminal.error(
          "\(metric.id): \(NumberText.count(history.leftOut, "line")) more than a picture shows, those with fewest records: "
            + "choose by --strategy and --trace")
      }
      return history.plot
    }
  }

  private func timelines() throws -> [EventTimeline] {
    files.isEmpty ? try options.request.runs().timelines() : try PlotInput(paths: files).timelines()
  }

  private func records() throws -> [RunRecord] {
    files.isEmpty ? try options.request.runs().records() : try PlotInput(paths: files).comparableRecords(only)
  }

  private func metrics() throws -> [Column] {
    if metric.isEmpty { return Column.judged }
    return try metric.map { id in
      guard let found = Column.named(id) else {
        let near = nearest(to: id, among: Metric.names).map { "did you mean '\($0)'? " } ?? ""
        throw UsageError("no metric '\(id)': \(near)\(ToolName.current) list metrics shows all")
      }
      return found
    }
  }
}

extension PlotFormat: ExpressibleByArgument {}

extension SettingChoice: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension HistoryAxis: ExpressibleByArgument {}
