import ArgumentParser
import LabBase
import LabJudge
import LabRecords
import StrategyKit

/// What is swept: every strategy over every trace, screen and device.
struct SweepOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Strategy, id[:key=value,...], or 'all'; repeat for several.", valueName: "strategy"),
    completion: NameCompletion.strategies("all"))
  var strategy: [String] = []

  @Option(
    help: ArgumentHelp(
      "A parameter over several values, STRATEGY:key=VALUES; repeat for a grid.",
      discussion: "VALUES are single ones and ranges FROM..TO/COUNT, joined by commas: 1/8..1/2/8 is 8 values.",
      valueName: "vary"))
  var vary: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Name or path of a trace, or 'all'; repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @Option(
    help: ArgumentHelp(
      "What a decode costs, a name of \(ToolName.current) list or a device file; repeat for several "
        + "(default: decode-12ms).",
      valueName: "device"),
    completion: NameCompletion.devices)
  var device: [String] = []

  @Option(
    help: ArgumentHelp(
      "Screen in points and pixels a point, 390x844@3, with six columns 1024x1366@2:6, or 'recorded', as each trace has "
        + "it (the default); repeat for several.", valueName: "WxH@S"))
  var screen: [String] = []

  @Option(
    help: ArgumentHelp("The photos: small, default or full, or a folder of JPEGs.", valueName: "name|DIR"),
    completion: NameCompletion.libraries)
  var library: String?

  @Option(help: ArgumentHelp("Seed of the made library (default: 1).", valueName: "n"))
  var seed: String?

  @Option(
    help: ArgumentHelp(
      "Photos in the library, of a folder the first by name (default: 4000, or the whole folder).", valueName: "n"))
  var assets: String?

  @Option(help: ArgumentHelp("Requests of cells that left: cancel (default) or keep.", valueName: "cancel|keep"))
  var cells: String?

  @Option(help: ArgumentHelp("Decoding scales: all (default), fast or pow2.", valueName: "scales"))
  var scales: String?

  @Option(
    help: ArgumentHelp("Images of a cell: highquality (default), opportunistic or fast.", valueName: "mode"))
  var delivery: String?

  @Option(
    help: ArgumentHelp(
      "Photos in the cloud, of 100: PERCENT[:key=value,...], as \(ToolName.current) run takes it (default: 0).",
      valueName: "cloud"))
  var cloud: String?

  @Option(
    help: ArgumentHelp(
      "Photos that the app may see: all (default), or limited:500 for a choice of so many.",
      valueName: "all|limited:N"))
  var access: String?

  @Option(
    help: ArgumentHelp(
      "Assume that the image manager keeps so many bytes by itself, as \(ToolName.current) run takes it (default: 0).",
      valueName: "0|BYTES"))
  var managerCache: String?

  @Option(help: ArgumentHelp("Replays at once (default: as many as there are processors).", valueName: "n"))
  var threads: Int?

  @Flag(name: .shortAndLong, help: "No progress.")
  var quiet = false

  func validate() throws {
    if let threads, threads < 1 || threads > 1024 {
      throw ValidationError("--threads \(threads): 1 to 1024 replays at once")
    }
  }

  /// The options as a sweep's settings.
  var settings: SweepSettings {
    func words(_ texts: [String], _ option: String) -> [SweepWord] { texts.map { SweepWord($0, at: option) } }
    var settings = SweepSettings()
    settings.strategies = words(strategy, "--strategy")
    settings.varies = words(vary, "--vary")
    settings.traces = words(trace, "--trace")
    settings.devices = words(device, "--device")
    settings.screens = words(screen, "--screen")
    for setting in SweepSettings.sharedSettings {
      settings.shared[setting] = text(of: setting).map { SweepWord($0, at: "--\(setting.rawValue)") }
    }
    return settings
  }

  /// What was given for a setting that all jobs share.
  private func text(of setting: RunSetting) -> String? {
    switch setting {
    case .device, .viewport, .scale, .columns: nil
    case .library: library
    case .seed: seed
    case .assets: assets
    case .managerCache: managerCache
    case .delivery: delivery
    case .access: access
    case .cloud: cloud
    case .cells: cells
    case .scales: scales
    }
  }
}
