public import ArgumentParser
public import LabJudge
import LabRecords
import StrategyKit

/// What a sweep is made of: a file, options, or both.
struct SweepSource: ParsableArguments {
  @Argument(help: "A file that says what to run.", completion: .file(extensions: ["sweep"]))
  var file: String?

  @OptionGroup var options: SweepOptions

  @Option(
    help: ArgumentHelp(
      "Budgets, VALUES as for --vary, of each strategy that has one and does not set it.", valueName: "VALUES"))
  var budget: [String] = []

  @Option(help: ArgumentHelp("One part of several: 2/8 is the second of eight (default: all).", valueName: "i/n"))
  var shard = SweepShard.whole

  /// Reads file and options and makes all ready.
  func setup() throws -> SweepSetup {
    var given = options.settings
    given.budgets = budget.map { SweepWord($0, at: "--budget") }
    var settings = given
    if let file {
      let text = try InputText.read(Places.input(file), as: .settings)
      settings = try SweepSettings(text: text, file: file).replaced(by: given)
    }
    if settings.strategies.isEmpty && settings.varies.isEmpty {
      throw UsageError(
        "name strategies: --strategy preheat2x, --vary preheat2x:delta=1/8..1/2/8, or a file with such lines")
    }
    if settings.traces.isEmpty { throw UsageError("name a trace: --trace fastscroll, or all of them: --trace all") }
    let strategies = try StrategyGrid.swept(
      named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: KnownStrategies.all)
    return try SweepSetup(settings, strategies: strategies, quiet: options.quiet)
  }
}

extension SweepShard: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
