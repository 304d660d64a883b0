import ArgumentParser
import CacheLab
import LabBase
import StrategyKit

/// What a replay in virtual time depends on beside its strategy and trace.
struct SettingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What a decode costs in virtual time: a name of \(ToolName.current) list, or a device file.", valueName: "device"),
    completion: NameCompletion.devices)
  var device = DeviceProfile.all[0].name

  @OptionGroup(title: "Library")
  var library: LibraryOptions

  @OptionGroup(title: "Screen")
  var screen: ScreenOptions

  @Option(
    help: ArgumentHelp(
      "Photos that the app may see: all, or limited:500 for a choice of so many, spread over the library.",
      valueName: "all|limited:N"))
  var access = AccessArgument.all

  @Option(help: "When a cell leaves before its decode began: cancel the request, or keep it as the sample does.")
  var cells = CellPolicy.cancel

  @Option(
    help: ArgumentHelp(
      "Assume that the image manager itself keeps so many bytes of images that nothing shows or has started.",
      discussion: "An assumption, for Photos does not say; only below strategies that retain nothing themselves.",
      valueName: "0|BYTES"))
  var managerCache = ByteCount.zero

  @Option(
    help: ArgumentHelp(
      "Which images a cell gets, as in Photos: highquality, opportunistic or fast.",
      discussion: "highquality: the image. opportunistic: the embedded thumbnail first, which is the same as "
        + "+opportunistic behind each strategy. fast: one image, the thumbnail where the file has one.",
      valueName: "mode"))
  var delivery = ReplayDelivery.highquality

  @Option(
    help: ArgumentHelp(
      "Photos that are in the cloud, of 100: PERCENT[:key=value,...].",
      discussion: "Before its first decode each is downloaded: latency (150ms), then its bytes at the bandwidth (2.5MB "
        + "a second), so many downloads at once (4); seed (1) draws the photos. A model, for Photos documents none. "
        + "Thumbnails are on the device.",
      valueName: "cloud"),
    transform: CloudModel.argument)
  var cloud = CloudModel()

  @Option(help: "Decoding scales: all eighths, fast (without 5, 6, 7) or pow2 (1, 2, 4, 8).")
  var scales = ScaleSet.all
}
