public import ArgumentParser
import CacheLab
public import LabJudge
import LabRecords
import StrategyKit

/// The format and the folder of pictures.
struct PlotOutput: ParsableArguments {
  @Option(help: "svg or png.")
  var format = PlotFormat.svg

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where the files go (default: plots).", valueName: "DIR"),
    completion: .directory)
  var out: String?

  @Flag(help: "Light on dark; the files end in -dark.")
  var dark = false

  var folder: String { out ?? "plots" }

  /// The options that change the pictures, as arguments.
  var words: [String] { (format == .svg ? [] : ["--format", format.rawValue]) + (dark ? ["--dark"] : []) }
}

extension PlotFormat: ExpressibleByArgument {}

extension ReplayDelivery {
  /// Returns a strategy, which may have another's peak as its budget, as changed by `--delivery`.
  func applied(to strategy: PeakSpec, registry: StrategyRegistry) throws -> PeakSpec {
    let own = try applied(to: strategy.sample)
    let added = own.canonicalText.dropFirst(strategy.sample.canonicalText.count)
    return added.isEmpty ? strategy : try PeakSpec(strategy.canonicalText + added, registry: registry)
  }
}
