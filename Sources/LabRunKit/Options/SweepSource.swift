import ArgumentParser
import LabBase
import LabJudge
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

  @Option(
    help: ArgumentHelp(
      "A pack of traces (\(ToolName.current) trace pack): any number of them, in the memory of one.", valueName: "FILE"),
    completion: .file(extensions: ["pack"]))
  var pack: String?

  @Flag(help: "Of a pack: leave out damaged blocks and traces that cannot be read, and count them.")
  var skipDamaged = false

  @Option(
    help: ArgumentHelp(
      "One part of several: 2/8 is the second of eight (default: all); auto takes both from Slurm, Kubernetes, AWS Batch "
        + "or GNU parallel, auto/8 the number alone.", valueName: "i/n|auto"),
    transform: { word in
      do {
        if word == "auto" || word.hasPrefix("auto/") { return try JobArray.shard(word) }
      } catch let error as UsageError {
        throw ValidationError("\(error)")
      }
      guard let shard = SweepShard(word) else {
        throw ValidationError("'\(word)' is no shard: write 2/8 for the second of eight, or auto")
      }
      return shard
    })
  var shard = SweepShard.whole

  /// Reads file and options and makes all ready.
  func setup() throws -> SweepSetup {
    let (settings, strategies) = try words()
    if let pack = settings.packs.first {
      throw UsageError("\(pack.place) \(pack.text): a list of jobs is for traces: name some")
    }
    return try SweepSetup(settings, strategies: strategies, quiet: options.quiet)
  }

  /// The same over a pack; nil where none is named.
  func fleet() throws -> FleetSetup? {
    let (settings, strategies) = try words()
    guard let pack = settings.packs.first else { return nil }
    return try FleetSetup(settings, pack: pack, shard: shard, strategies: strategies, source: self)
  }

  private func words() throws -> (SweepSettings, [PeakSpec]) {
    var given = options.settings
    given.budgets = budget.map { SweepWord($0, at: "--budget") }
    given.packs = pack.map { [SweepWord($0, at: "--pack")] } ?? []
    var settings = given
    if let file {
      let text = try InputText.read(Places.input(file), as: .settings)
      settings = try SweepSettings(text: text, file: file).replaced(by: given)
    }
    if settings.strategies.isEmpty && settings.varies.isEmpty {
      throw UsageError(
        "name strategies: --strategy preheat2x, --vary preheat2x:delta=1/8..1/2/8, or a file with such lines")
    }
    if settings.traces.isEmpty && settings.packs.isEmpty {
      throw UsageError("name a trace: --trace fastscroll, all of them: --trace all, or a pack: --pack fleet.pack")
    }
    if settings.packs.count > 1 || !settings.packs.isEmpty && !(settings.traces + settings.withoutTraces).isEmpty {
      throw UsageError("a sweep is over traces or over one pack: add the others to the pack (trace pack --append)")
    }
    if skipDamaged && settings.packs.isEmpty { throw UsageError("--skip-damaged is for --pack: leave it out") }
    let strategies = try StrategyGrid.swept(
      named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: KnownStrategies.all)
    return (settings, strategies)
  }
}
