import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabRecords
import StrategyKit

/// What is replayed for a picture: the same words as for a run, those that only measuring needs left out.
struct PlotOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Strategy, or 'all'; repeat for several.", valueName: "strategy"),
    completion: NameCompletion.strategies("all"))
  var strategy: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Trace; 'people', 'searchers', 'stress' or 'all'; repeat for several.", valueName: "trace"),
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
