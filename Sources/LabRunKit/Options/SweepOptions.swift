import ArgumentParser
import LabJudge

/// The grid of a sweep: every strategy over every trace, screen and device.
struct SweepOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Strategy, id[:key=value,...], or 'all'; repeat for several.", valueName: "strategy"),
    completion: NameCompletion.strategies("all"))
  var strategy: [String] = []

  @Option(
    help: ArgumentHelp(
      "A parameter over several values, STRATEGY:key=VALUES; repeat for a grid.",
      discussion: "VALUES are single ones and ranges FROM..TO/COUNT, joined by commas: 1/8..1/2/8 is 8 values "
        + "from 1/8 to 1/2, and 1/8..2/1/8 is 8 from 1/8 to 2.",
      valueName: "vary"))
  var vary: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Name or path of a trace; \(TracePaths.setsInWords); repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @Option(
    help: ArgumentHelp("A trace of those named that is left out; repeat for several.", valueName: "name"),
    completion: NameCompletion.traces)
  var without: [String] = []

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
    completion: NameCompletion.screens)
  var screen: [String] = []

  @Option(
    help: ArgumentHelp("Columns on screens that do not set their own.", valueName: "n"),
    transform: ScreenOptions.columns)
  var columns: Int32?

  @OptionGroup
  var shared: SettingFlags<SharedGroup>

  @Option(help: ArgumentHelp("Replays at once (default: as many as there are processors).", valueName: "n"))
  var threads: Int?

  @OptionGroup var quiet: QuietOption

  func validate() throws {
    if let threads, threads < 1 || threads > 1024 {
      throw ValidationError("--threads \(threads): 1 to 1024 replays at once")
    }
  }

  var threadCount: Int { threads ?? Machine.processorCount }

  var settings: SweepSettings {
    func words(_ texts: [String], _ option: String) -> [SweepWord] { texts.map { SweepWord($0, at: option) } }
    var settings = SweepSettings()
    settings.strategies = words(strategy, "--strategy")
    settings.varies = words(vary, "--vary")
    settings.traces = words(trace, "--trace")
    settings.withoutTraces = words(without, "--without")
    settings.devices = words(device, "--device")
    var screens = screen
    if let columns {
      if screens.isEmpty { screens = ["\(ScreenChoice.recorded)"] }
      screens = screens.map { $0.contains(":") ? $0 : "\($0):\(columns)" }
    }
    settings.screens = words(screens, "--screen")
    for (setting, word) in shared.given { settings.shared[setting] = SweepWord(word, at: "--\(setting.name)") }
    return settings
  }
}

enum SharedGroup: SettingGroup {
  static var settings: [RunSetting] { SweepSettings.sharedSettings }

  static func defaultText(_ setting: RunSetting) -> String? {
    setting.name == "delivery"
      ? setting.defaultValue.map { "\($0); of recommend and --pack opportunistic" } : setting.defaultValue
  }
}

/// The sources of a sweep: a file, options, or both.
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
      "A pack of traces (\(ToolName.current) trace pack): any number of them, in the memory of a few.",
      valueName: "FILE"),
    completion: .file(extensions: ["pack"]))
  var pack: String?

  @Flag(help: "Of a pack: leave out damaged blocks and traces that cannot be read, and count them.")
  var skipDamaged = false

  @Option(
    help: ArgumentHelp(
      "One part of several: 2/8 is the second of eight (default: all); auto takes both from Slurm or AWS Batch; "
        + "auto/8 takes the number alone, also from Kubernetes or GNU parallel.", valueName: "i/n|auto"),
    transform: { word in
      if let shard = SweepShard(word) { return shard }
      guard word == "auto" || word.hasPrefix("auto/") else {
        throw ValidationError("'\(word)' is no shard; write 2/8 for the second of eight, or auto")
      }
      do { return try JobArray.shard(word) } catch let error as UsageError { throw ValidationError("\(error)") }
    })
  var shard = SweepShard.whole

  /// Returns the settings of file and options together, and the strategies.
  func words() throws -> (SweepSettings, [PeakSpec]) {
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
      throw UsageError("a sweep is over traces or over one pack: pack all traces together (trace pack)")
    }
    // An answer is about what an app shows.
    if !settings.packs.isEmpty { settings.deliverAsPhotos() }
    if skipDamaged && settings.packs.isEmpty { throw UsageError("--skip-damaged is for --pack; leave it out") }
    let strategies = try StrategyGrid.strategies(
      named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: KnownStrategies.all)
    return (settings, strategies)
  }
}

/// An engine that starts the tasks of an array, each with its number in the environment.
struct JobArray {
  let engine: String
  let number: String
  let first: Int
  /// The variable with the number of tasks, or nil if the engine has none.
  let count: String?
  /// The variable with the smallest task number, which shows that only part of an array runs.
  var least: String?
  /// The variable with the size of the array, which shows that an array has gaps.
  var tasks: String?

  static let all = [
    JobArray(
      engine: "Slurm", number: "SLURM_ARRAY_TASK_ID", first: 1, count: "SLURM_ARRAY_TASK_MAX",
      least: "SLURM_ARRAY_TASK_MIN", tasks: "SLURM_ARRAY_TASK_COUNT"),
    JobArray(engine: "Kubernetes", number: "JOB_COMPLETION_INDEX", first: 0, count: nil),
    JobArray(engine: "AWS Batch", number: "AWS_BATCH_JOB_ARRAY_INDEX", first: 0, count: "AWS_BATCH_JOB_ARRAY_SIZE"),
    JobArray(engine: "GNU parallel", number: "PARALLEL_SEQ", first: 1, count: nil),
  ]

  /// Returns the shard of this process: for `auto`, or for `auto/8` if the engine gives only the number.
  ///
  /// - Throws: `UsageError` naming the engines, or what is wrong with a number.
  static func shard(_ word: String, _ variable: (String) -> String? = ThisProcess.variable) throws -> SweepShard {
    guard let array = all.first(where: { variable($0.number) != nil }), let text = variable(array.number) else {
      let engines = all.map { "\($0.engine) (\($0.number))" }
      throw UsageError(
        "this is no task of \(engines.dropLast().joined(separator: ", ")) or \(engines.last ?? ""): "
          + "give it a number, --shard 2/8")
    }
    guard let number = Int(text), (0...1_000_000_000).contains(number) else {
      throw UsageError("\(array.number) is '\(text)', no number of a task")
    }
    let count = try array.count(word, variable)
    guard let shard = SweepShard("\(number - array.first + 1)/\(count)") else {
      throw UsageError(
        "\(array.number) is \(number), and \(array.engine) numbers \(NumberText.count(count, "shard")) "
          + "from \(array.first) to \(array.first + count - 1); ask for that array")
    }
    return shard
  }

  private func count(_ word: String, _ variable: (String) -> String?) throws -> Int {
    if word.hasPrefix("auto/") {
      guard let count = Int(word.dropFirst("auto/".count)), count > 0 else {
        throw UsageError("write auto, or auto/8 for eight shards")
      }
      return count
    }
    guard let name = count, let count = variable(name).flatMap({ Int($0) }) else {
      throw UsageError("\(engine) does not say how many tasks there are; write --shard auto/N")
    }
    if let least, let text = variable(least), text != "\(first)" {
      throw UsageError("this array begins at \(text), so it is a part of one; write --shard auto/N")
    }
    if let tasks, let text = variable(tasks), text != "\(count)" {
      throw UsageError("this array has \(text) tasks up to number \(count), so it has gaps; write --shard auto/N")
    }
    return count
  }
}
