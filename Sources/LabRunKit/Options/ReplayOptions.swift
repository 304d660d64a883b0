import ArgumentParser
import LabBase
import StrategyKit

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
