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

  @Option(help: "When a cell leaves before its decode began: cancel the request, or keep it.")
  var cells = CellPolicy.cancel

  @OptionGroup(title: "Library")
  var library: LibraryOptions

  @OptionGroup(title: "Screen")
  var screen: ScreenOptions

  /// As words of a command line.
  func words() throws -> [String] {
    strategy.flatMap { ["--strategy", $0] } + trace.flatMap { ["--trace", $0] } + (try runOptions().settingWords)
  }

  /// As a run takes them.
  ///
  /// - Parameter decode: Whether it measures.
  func runOptions(decode: DecodeMode = .none) throws -> RunOptions {
    var options = try RunOptions.parse(["--device", device, "--decode", decode.rawValue, "--quiet"])
    options.strategy = strategy
    options.trace = trace
    options.cells = cells
    options.library = library
    options.screen = screen
    return options
  }
}
