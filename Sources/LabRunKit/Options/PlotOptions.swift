import ArgumentParser
import CacheLab
import Strategies

/// What is replayed for a picture: the same words as for a run, those that only measuring needs left out.
struct PlotOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("Strategy, or 'all'; repeat for several.", valueName: "strategy"))
  var strategy: [String] = []

  @Option(name: .shortAndLong, help: ArgumentHelp("Trace, or 'all'; repeat for several.", valueName: "trace"))
  var trace: [String] = []

  @Option(help: ArgumentHelp("What a decode costs in virtual time.", valueName: "device"))
  var device = DeviceProfile.all[0].name

  /// As words of a command line.
  var words: [String] {
    strategy.flatMap { ["--strategy", $0] } + trace.flatMap { ["--trace", $0] }
      + (device == DeviceProfile.all[0].name ? [] : ["--device", device])
  }

  /// As a run takes them.
  func runOptions() throws -> RunOptions { try RunOptions.parse(words + ["--decode", "none", "--quiet"]) }
}
