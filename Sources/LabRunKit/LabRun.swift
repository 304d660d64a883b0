@_exported public import ArgumentParser
import CLabSystem
@_exported public import LabJudge
@_exported public import LabLibrary

/// The tool: `lab-run --strategy preheat2x --trace fastscroll`.
public struct LabRun: ParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: ToolName.current,
    abstract: "Replays recorded scrolling over a library of real JPEGs and measures what a caching strategy costs.",
    discussion: """
      EXAMPLES
        lab-run recommend --budget 30MB --screen iphone-17
        lab-run --strategy preheat2x --trace fastscroll
        lab-run -s all -t fastscroll -t ios-fastscroll --decode none
        lab-run gate
        lab-run list budget-priority

      EXIT CODES
        0 fine, 1 error, 2 regression, 3 machine unfit to measure, 5 no baseline, not
        comparable or nothing to judge, 6 inconclusive (with --strict), 64 usage,
        130 interrupted

      FILES
        Traces are looked for in traces/ of $CACHELAB_HOME, else of the current
        folder, else beside the executable; those of lab-run list come with the
        program. Records go to --out, else to results/ of $CACHELAB_HOME or of the
        current folder. Libraries, the device 'host' and copies of the program's
        traces are kept under $XDG_CACHE_HOME/cachelab, else ~/.cache/cachelab.
      """,
    version: CacheLabInfo.version,
    subcommands: [
      RunCommand.self,
      ListCommand.self,
      NewCommand.self,
      LibraryCommand.self,
      TraceCommand.self,
      ValidateCommand.self,
      CalibrateCommand.self,
      SessionCommand.self,
      BaselineCommand.self,
      GateCommand.self,
      PlotCommand.self,
      RequestsCommand.self,
      SweepCommand.self,
      WhyCommand.self,
      RecommendCommand.self,
      ReportCommand.self,
      CompareCommand.self,
    ],
    defaultSubcommand: RunCommand.self
  )

  public init() {}

  /// Runs the tool with the process's arguments and ends the process.
  ///
  ///     import LabRunKit
  ///     import Strategies
  ///
  ///     LabRun.main(.all.adding([MyStrategy.self]))
  ///
  /// The calling thread waits for an interrupt.
  ///
  /// - Parameter strategies: The strategies of the tool, with `none`, `preheat2x` and `clairvoyant`, which runs are
  ///   compared with.
  public static func main(_ strategies: StrategyRegistry) -> Never {
    lab_keep_streams()
    // There is always at least a name; on Linux Swift reads arguments from /proc.
    if CommandLine.arguments.isEmpty {
      Terminal.error("the words that this program was called with cannot be read: mount /proc")
      ThisProcess.end(1)
    }
    KnownStrategies.set(strategies)
    ToolName.set(Places.calledName)
    do { try Interrupts.prepare() } catch { leave(with: error) }
    if (try? SystemThread { runCommand() }) != nil { Interruption.wait() }
    // Without another thread nothing handles interrupts.
    Interrupts.endAtOnce()
    runCommand()
  }

  private static func runCommand() -> Never {
    do {
      if try PlannedRun.serveIfAsked(CommandLine.arguments) { ThisProcess.end(0) }
      try requireCommand(CommandLine.arguments.dropFirst().first)
      var command = try parseAsRoot()
      try command.run()
      Terminal.clearProgress()
      ThisProcess.end(0)
    } catch {
      leave(with: error)
    }
  }

  // The parser passes an unknown command to the default one, which then complains about its arguments.
  private static func requireCommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"), word != "help" else { return }
    let commands = configuration.subcommands
    if commands.contains(where: { $0._commandName == word }) { return }
    let isStrategy = (try? StrategySpec(word, registry: KnownStrategies.all)) != nil
    let names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
    let cure = isStrategy ? "did you mean '--strategy \(word)'?" : hint(for: word, among: names)
    throw UsageError("'\(_commandName)' has no command '\(word)'; \(cure)")
  }

  private static func leave(with error: any Error) -> Never {
    // Incompatible values are problems of the command line, too.
    if error is UsageError || error is SettingError {
      Terminal.error("\(UsageError("\(error)"))\n  See '\(ToolName.current) --help' for more information.")
      ThisProcess.end(ExitCode.validationFailure.rawValue)
    }
    if let code = (error as? LabError)?.exitCode {
      Terminal.error("\(error)")
      ThisProcess.end(code)
    }
    let code = exitCode(for: error)
    let text = fullMessage(for: error)
    if code == .success {
      // Help, version and completion scripts are results.
      Terminal.output(text + "\n")
    } else if code == .validationFailure {
      // Our label replaces the parser's.
      Terminal.error(String(text.trimmingPrefix("Error: ")))
    } else if !(error is ExitCode) {
      Terminal.error(message(for: error))
    }
    ThisProcess.end(code.rawValue)
  }
}
