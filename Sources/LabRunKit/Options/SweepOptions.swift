struct SweepOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: "Strategy, id[:key=value,...], or 'all'; repeat for several.",
    completion: NameCompletion.strategies("all"))
  private var strategy: [String] = []

  @Option(
    help: ArgumentHelp(
      "A parameter over several values, STRATEGY:key=VALUES; repeat for a grid.",
      discussion: "VALUES are single ones and ranges FROM..TO/COUNT, joined by commas: 1/8..1/2/8 is 8 values "
        + "from 1/8 to 1/2, and 1/8..2/1/8 is 8 from 1/8 to 2."))
  private var vary: [String] = []

  @Option(
    name: .shortAndLong, help: "Name or path of a trace; \(TracePaths.setsInWords); repeat for several.",
    completion: NameCompletion.traces)
  private var trace: [String] = []

  @Option(
    help: ArgumentHelp("A trace of those named that is left out; repeat for several.", valueName: "name"),
    completion: NameCompletion.traces)
  private var without: [String] = []

  @Option(
    help: """
      What a decode costs, a name of \(ToolName.current) list or a device file; repeat for several \
      (default: decode-12ms, and decode-12mp for photos of more than about 3 megapixels).
      """,
    completion: NameCompletion.devices)
  private var device: [String] = []

  @Option(
    help: ArgumentHelp(
      "Screen by name, iphone-17, or in points and pixels a point, 390x844@3, with six columns 1024x1366@2:6, or "
        + "'recorded', as each trace has it (the default); repeat for several.", valueName: "name|WxH@S"),
    completion: NameCompletion.screens)
  private var screen: [String] = []

  @Option(
    help: ArgumentHelp("Columns on screens that do not set their own.", valueName: "n"),
    transform: ScreenOptions.columns)
  private var columns: Int32?

  @OptionGroup
  private var shared: SettingFlags<SharedGroup>

  @Option(help: ArgumentHelp("Replays at once (default: as many as there are processors).", valueName: "n"))
  private var threads: Int?

  @OptionGroup private var quiet: QuietOption

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
    let screens = screen.isEmpty && columns != nil ? ["\(ScreenChoice.recorded)"] : screen
    let ending = columns.map { ":\($0)" } ?? ""
    settings.screens = words(screens.map { $0.contains(":") ? $0 : $0 + ending }, "--screen")
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

/// An engine that starts the tasks of an array, each with its number in the environment.
struct JobArray {
  let engine: String
  let number: String
  let first: Int
  /// The variable with the number of tasks, or nil if the engine has none.
  let count: String?
  /// The variables with the smallest number and with the size of the array, which show parts and gaps.
  var least: String?, tasks: String?

  static let all = [
    JobArray(
      engine: "Slurm", number: "SLURM_ARRAY_TASK_ID", first: 1, count: "SLURM_ARRAY_TASK_MAX",
      least: "SLURM_ARRAY_TASK_MIN", tasks: "SLURM_ARRAY_TASK_COUNT"),
    JobArray(engine: "Kubernetes", number: "JOB_COMPLETION_INDEX", first: 0, count: nil),
    JobArray(engine: "AWS Batch", number: "AWS_BATCH_JOB_ARRAY_INDEX", first: 0, count: "AWS_BATCH_JOB_ARRAY_SIZE"),
    JobArray(engine: "GNU parallel", number: "PARALLEL_SEQ", first: 1, count: nil),
  ]

  /// Returns a shard, `2/8`, or that of this process: for `auto`, or for `auto/8` if the engine gives only the number.
  static func shard(_ word: String, _ variable: (String) -> String? = ThisProcess.variable) throws -> SweepShard {
    if let shard = SweepShard(word) { return shard }
    guard word == "auto" || word.hasPrefix("auto/") else {
      throw ValidationError("'\(word)' is no shard; write 2/8 for the second of eight, or auto")
    }
    guard let array = all.first(where: { variable($0.number) != nil }), let text = variable(array.number) else {
      let engines = all.map { "\($0.engine) (\($0.number))" }
      throw ValidationError(
        "this is no task of \(engines.dropLast().joined(separator: ", ")) or \(engines.last ?? ""): "
          + "give it a number, --shard 2/8")
    }
    guard let number = Int(text), (0...1_000_000_000).contains(number) else {
      throw ValidationError("\(array.number) is '\(text)', no number of a task")
    }
    let count = try word == "auto" ? array.count(variable) : Int(word.dropFirst("auto/".count)) ?? 0
    guard word == "auto" || (1...1_000_000_000).contains(count) else {
      throw ValidationError("write auto, or auto/8 for eight shards")
    }
    guard let shard = SweepShard("\(number - array.first + 1)/\(count)") else {
      throw ValidationError(
        "\(array.number) is \(number), and \(array.engine) numbers \(NumberText.count(count, "shard")) "
          + "from \(array.first) to \(array.first + count - 1); ask for that array")
    }
    return shard
  }

  private func count(_ variable: (String) -> String?) throws -> Int {
    guard let name = count, let count = variable(name).flatMap({ Int($0) }), (0...1_000_000_000).contains(count) else {
      throw ValidationError("\(engine) does not say how many tasks there are; write --shard auto/N")
    }
    if let least, let text = variable(least), text != "\(first)" {
      throw ValidationError("this array begins at \(text), so it is a part of one; write --shard auto/N")
    }
    if let tasks, let text = variable(tasks), text != "\(count)" {
      throw ValidationError("this array has \(text) tasks up to number \(count), so it has gaps; write --shard auto/N")
    }
    return count
  }
}

struct SweepOutput: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, markdown, json, tsv, csv
  }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File for all rows, written as it ends: .tsv, .csv or .json (default: sweep-<digest>.tsv in results).",
      valueName: "FILE"),
    completion: .file())
  private var out: String?

  @Option(help: "What is printed: the summary as table, markdown or json; or the rows as tsv or csv.")
  private var format = Format.table

  @Option(
    help: ArgumentHelp(
      "Compare every strategy of the sweep with this one of them, case by case; printed in place of the summary.",
      valueName: "strategy"),
    completion: NameCompletion.strategies())
  var against: String?

  @OptionGroup var counting: PopulationOptions

  /// Returns the index of the strategy that the others are compared with, if one is given.
  func base(_ plan: SweepPlan) throws -> Int? {
    guard let against else { return nil }
    let text = (try? PeakSpec(against, registry: KnownStrategies.all))?.shortText ?? against
    guard let base = plan.strategies.firstIndex(where: { $0.text == text }) else {
      throw UsageError(
        "--against \(against): the sweep has no such strategy to hold the others against; add --strategy "
          + "\(against), or name one of \(NameList.text(plan.strategies.map(\.text)))")
    }
    return base
  }

  /// Returns the path for the rows of a shard, whose folder it makes, and the format.
  func place(_ plan: SweepPlan, _ shard: SweepShard) throws -> (path: String, format: SweepFormat) {
    let part = shard.isWhole ? "" : "-\(shard.number)-of-\(shard.count)"
    let path = out ?? "\(Places.results)/sweep-\(plan.digest.prefix(16))\(part).tsv"
    guard let dot = path.lastIndex(of: "."), let format = SweepFormat(rawValue: String(path[dot...].dropFirst()))
    else { throw UsageError("--out \(path) ends in none of .tsv, .csv and .json; name it results.tsv") }
    guard shard.isWhole || format == .tsv else {
      throw UsageError("a shard is merged from its .tsv; give --out a name that ends in .tsv")
    }
    let isOfRows = self.format == .tsv || self.format == .csv
    if !shard.isWhole && (against != nil || !isOfRows && self.format != .table) {
      throw UsageError(
        "a shard has no summary and compares nothing; leave out --format and --against, and give it to sweep merge")
    }
    if against != nil && isOfRows {
      throw UsageError(
        "--format \(self.format.rawValue) prints rows, and --against a summary; leave out one of the two")
    }
    _ = try base(plan)
    // Checked before the work, not after it.
    if try Paths.isFolder(path) { throw ResultError.isFolder(path) }
    try ResultFile.prepare(Paths.directory(of: path))
    return (path, format)
  }

  /// - Parameter bound: Computes bounds at the peaks of the strategy that the others are compared with, if asked for.
  func show(_ rows: String, path: String, note: String, bound: ((SweepTable, Int) -> SweepBounds)? = nil) throws {
    let rule = try counting.rule
    if format == .tsv || format == .csv {
      return try (format == .tsv ? SweepFormat.tsv : .csv).write(try SweepReader(rows)) { Terminal.output($0) }
    }
    let reader = try SweepReader(rows)
    guard reader.shard.isWhole else {
      while try reader.next() != nil {}
      let (rows, all) = (NumberText.count(reader.rowCount, "row"), NumberText.grouped(Int64(reader.plan.jobCount)))
      Terminal.output(line: "shard \(reader.shard): \(rows) of \(all)\(note): \(path)")
      return Terminal.output(
        line: "\(ToolName.current) sweep merge puts all \(reader.shard.count) shards together")
    }
    let table: SweepTable
    do throws(ResultError) { table = try SweepTable(reading: rows, rule) } catch {
      // The rows are written, although no trace counts.
      guard reader.plan.isPopulation else { throw error }
      return Terminal.error("\(error)")
    }
    let comparison = try base(table.plan).map { StrategyComparison(table, against: $0, bounds: bound?(table, $0)) }
    let parts = comparison?.whole ?? table.summary
    switch format {
    case .json: Terminal.output(parts.json.prettyText)
    case .markdown: Terminal.output(parts.markdown)
    default:
      Terminal.output((comparison?.text ?? parts.text) + "\n")
      Terminal.output(line: "\(NumberText.count(reader.plan.jobCount, "row"))\(note): \(path)")
    }
  }
}

struct PopulationOptions: ParsableArguments {
  enum Weight: String, ExpressibleByArgument, CaseIterable, Sendable {
    case session, time
  }

  @Option(
    help: ArgumentHelp("Of a pack: leave out traces that are shorter, because they are no scrolls.", valueName: "s"))
  private var minSeconds = "5"

  @Option(help: "Of a pack: whether each trace counts the same, or by its length: session or time.")
  private var weigh = Weight.session

  var rule: Population.Rule {
    get throws {
      guard let seconds = Rational(minSeconds), seconds >= Rational(0) else {
        throw UsageError("--min-seconds \(minSeconds): a number of seconds, such as 5 or 0")
      }
      return (seconds.double, weigh == .time)
    }
  }

  static func table(_ path: String, _ rule: Population.Rule) throws -> SweepTable {
    let table = try SweepTable(reading: path, rule)
    if table.population == nil {
      throw LabError("\(path) is a sweep over traces, and not over a pack; give what sweep --pack wrote")
    }
    return table
  }

  var words: [String] {
    (minSeconds == "5" ? [] : ["--min-seconds", minSeconds]) + (weigh == .session ? [] : ["--weigh", weigh.rawValue])
  }
}
