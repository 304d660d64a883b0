import ArgumentParser
import StrategyKit

/// What is replayed for a picture: the same words as for a run, those that only measuring needs left out.
struct PlotOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Strategy, or 'all'; repeat for several.", valueName: "strategy"),
    completion: NameCompletion.strategies("all"))
  var strategy: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Trace, or 'all'; repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @OptionGroup
  var setting: SettingOptions

  /// As words of a command line.
  var words: [String] {
    strategy.flatMap { ["--strategy", $0] } + trace.flatMap { ["--trace", $0] } + setting.words
  }

  /// As a run takes them.
  ///
  /// - Parameter decode: Whether it measures.
  func runOptions(decode: DecodeMode = .none) throws -> RunOptions {
    var options = try RunOptions.parse(["--decode", decode.rawValue, "--quiet"])
    options.strategy = strategy
    options.trace = trace
    options.setting = setting
    return options
  }
}
