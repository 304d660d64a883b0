import ArgumentParser
import CacheLab
import Strategies

/// Everything that decides what a replay in virtual time counts, where nothing is decoded: one run's words without what
/// only measuring and records need.
struct ReplayOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Strategy, id[:key=value,...]; see lab-run list.", valueName: "strategy"),
    completion: .list(KnownStrategies.all.descriptors.map(\.id)))
  var strategy: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Name or path of a trace.", valueName: "trace"),
    completion: .file(extensions: ["scrolltrace"]))
  var trace: String?

  @Option(
    help: ArgumentHelp("What a decode costs in virtual time.", valueName: "device"),
    completion: .list(DeviceChoice.names))
  var device = DeviceProfile.all[0].name

  @OptionGroup(title: "Library")
  var library: LibraryOptions

  @OptionGroup(title: "Screen")
  var screen: ScreenOptions

  @Option(help: "When a cell leaves before its decode began: cancel the request, or keep it.")
  var cells = CellPolicy.cancel

  @Option(
    help: ArgumentHelp("Assume that the image manager itself keeps so many bytes of images.", valueName: "0|BYTES"))
  var managerCache = ByteCount.zero

  @Option(help: "Decoding scales: all, fast or pow2.")
  var scales = ScaleSet.all

  /// As a run takes them.
  func runOptions() throws -> RunOptions {
    var words = ["--decode", "none", "--quiet", "--device", device]
    if let strategy { words += ["--strategy", strategy] }
    if let trace { words += ["--trace", trace] }
    var options = try RunOptions.parse(words)
    (options.library, options.screen) = (library, screen)
    (options.cells, options.managerCache, options.scales) = (cells, managerCache, scales)
    return options
  }
}
