import ArgumentParser
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
    help: ArgumentHelp("Trace; 'people', 'stress' or 'all'; repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @OptionGroup
  var setting: SettingOptions

  /// As words of a command line.
  var words: [String] {
    strategy.flatMap { ["--strategy", $0] } + trace.flatMap { ["--trace", $0] } + setting.settings.words
  }

  /// What is asked for; nothing is decoded.
  var request: RunRequest { RunRequest(strategies: strategy, traces: trace, settings: setting.settings) }
}
