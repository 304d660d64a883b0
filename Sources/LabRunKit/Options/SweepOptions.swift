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
    help: ArgumentHelp("Name or path of a trace; 'people', 'stress' or 'all'; repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @Option(
    help: ArgumentHelp("A trace of those named that is left out; repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var withoutTrace: [String] = []

  @Option(
    help: ArgumentHelp(
      "What a decode costs, a name of \(ToolName.current) list or a device file; repeat for several "
        + "(default: decode-12ms, and decode-12mp for photos of more than about 3 megapixels).",
      valueName: "device"),
    completion: NameCompletion.devices)
  var device: [String] = []

  @Option(
    help: ArgumentHelp(
      "Screen by name, iphone-17, or in points and pixels a point, 390x844@3, with six columns 1024x1366@2:6, or "
        + "'recorded', as each trace has it (the default); repeat for several.", valueName: "name|WxH@S"),
    completion: NameCompletion.screens("recorded"))
  var screen: [String] = []

  /// On every screen that does not say its own.
  @OptionGroup
  var columns: SettingFlags<ColumnsGroup>

  /// What all jobs share.
  @OptionGroup
  var shared: SettingFlags<SharedGroup>

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
    settings.withoutTraces = words(withoutTrace, "--without-trace")
    settings.devices = words(device, "--device")
    var screens = screen
    if let count = columns.given.values.first {
      if screens.isEmpty { screens = ["\(SweepScreen.recorded)"] }
      screens = screens.map { $0.contains(":") ? $0 : "\($0):\(count)" }
    }
    settings.screens = words(screens, "--screen")
    for (setting, word) in shared.given { settings.shared[setting] = SweepWord(word, at: "--\(setting.name)") }
    return settings
  }
}

/// Settings that all jobs of a sweep share.
enum SharedGroup: SettingGroup {
  static var settings: [RunSetting] { SweepSettings.sharedSettings }

  static func usual(_ setting: RunSetting) -> String? {
    setting.name == "delivery" ? setting.usual.map { "\($0); of recommend opportunistic" } : setting.usual
  }
}

/// Columns alone: a sweep's screens are a list of their own.
enum ColumnsGroup: SettingGroup {
  static var settings: [RunSetting] { RunSetting.all.filter { $0.name == "columns" } }
}
