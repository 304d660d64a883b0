public import ArgumentParser
public import CacheLab
import Strategies

/// `lab-run plot`: pictures of replays, by gnuplot.
struct PlotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw pictures of replays and comparisons with gnuplot.",
    discussion: """
      Each picture is a script (.gp), its data (.tsv) and, where gnuplot is there, an
      SVG or PNG, in plots/. Replays are made in virtual time, nothing is decoded; or
      give event files (lab-run --events) to memory, waits and outcomes, and records
      to heat and pareto.

      PICTURES
        memory      bytes over time: on screen, kept, being decoded; and the scroll
        waits       how many cells have their image by when, a line a strategy
        outcomes    hits, late and missed requests over the scroll; blank cells
        heat        strategies x traces: hit rate, blank area, peak memory
        pareto      what memory buys: peak bytes against blank area

      EXAMPLES
        lab-run plot memory --strategy preheat2x --trace ios-fastscroll
        lab-run plot waits --strategy all --trace fastscroll
        lab-run plot heat --strategy all --trace all
        lab-run plot memory run.jsonl --format png --dark
        cd plots && gnuplot memory-preheat2x-ios-fastscroll.gp
      """)

  enum Picture: String, ExpressibleByArgument, CaseIterable {
    case memory, waits, outcomes, heat, pareto
  }

  @Argument(help: "Which picture: memory, waits, outcomes, heat or pareto.")
  var picture: Picture

  @Argument(help: ArgumentHelp("Event files or records, in place of --strategy and --trace.", valueName: "FILE"))
  var files: [String] = []

  @Option(help: "svg or png.")
  var format = PlotFormat.svg

  @Option(help: ArgumentHelp("Where the files go (default: plots).", valueName: "DIR"))
  var to: String?

  @Flag(help: "Light on dark.")
  var dark = false

  @OptionGroup var options: PlotOptions

  func run() async throws {
    let plots = try files.isEmpty ? fromReplays() : fromFiles()
    let folder = to ?? "plots"
    let command = (["lab-run", "plot", picture.rawValue] + files + options.words).joined(separator: " ")
    for plot in plots {
      try await PlotFiles(plot: plot, folder: folder).write(
        script: plot.script(command: command, isDark: dark, format: format), format: format)
    }
  }

  private func fromFiles() throws -> [Plot] {
    if !options.strategy.isEmpty || !options.trace.isEmpty {
      throw UsageError("give files, or --strategy and --trace, not both")
    }
    let texts = try files.map { path -> (String, String) in
      guard let text = try TextFile.read(path) else {
        throw LabError("there is no \(path): name an event file or a record")
      }
      return (path, text)
    }
    switch picture {
    case .memory, .waits, .outcomes: return plots(try texts.map { try EventTimeline(text: $0.1, name: $0.0) })
    case .heat, .pareto: return plots(try texts.map { try RunRecord(text: $0.1, name: $0.0) })
    }
  }

  private func fromReplays() throws -> [Plot] {
    if options.strategy.isEmpty || options.trace.isEmpty {
      throw UsageError("name what to draw: --strategy preheat2x --trace fastscroll, or files")
    }
    let replays = try PlotReplays(options: options)
    switch picture {
    case .memory, .waits, .outcomes: return plots(try replays.timelines())
    case .heat, .pareto: return plots(try replays.records())
    }
  }

  private func plots(_ replays: [EventTimeline]) -> [Plot] {
    guard picture == .waits else { return replays.map { picture == .memory ? .memory($0) : .outcomes($0) } }
    var traces: [String] = []
    for replay in replays where !traces.contains(replay.trace) { traces.append(replay.trace) }
    return traces.map { trace in .waits(replays.filter { $0.trace == trace }) }
  }

  private func plots(_ records: [RunRecord]) -> [Plot] {
    if picture == .pareto { return [.pareto(records)] }
    return ["warm-hit-rate", "warm-blank-ratio", "peak-bitmap-bytes"].map { .heat(records, metric: $0) }
  }
}

extension PlotFormat: ExpressibleByArgument {}
