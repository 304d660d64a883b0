struct RecommendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recommend",
    abstract: "Say which strategy to ship, with which parameters, within a budget of bitmap memory.",
    discussion: """
      Every strategy is replayed over the traces, with a few values of its main
      parameters, without decoding. The best of those within the budget on every
      trace, screen and device keeps a person waiting for more than 100 ms in the
      fewest cells. Parameters have to beat the best default on other traces, and
      with the photos in other orders. Traces of your own decide before the others;
      with --trace only the traces that you name count. docs/sweeps.md has the rules
      and the candidates.

      --strategy and --vary try other strategies, as in lab-run sweep.

      EXAMPLES
        lab-run recommend --device decode-12ms --budget 30MB
        lab-run recommend --device host --budget 20MB -t my.scrolltrace -t stress
        lab-run recommend --budget 30MB --screen 375x667@2 --format markdown
        lab-run recommend --budget 40MB --screen 390x844@3 --screen 440x956@3
        lab-run recommend --budget 30MB --drives-photos --without scrub
        lab-run recommend --budget 30MB --for swiftui
        lab-run recommend --budget 40MB --work 1.0
        lab-run recommend --fleet all.tsv --budget 30MB --today preheat2x
        lab-run recommend --budget 30MB --vary preheat2x:height=5/4..5/2/6

      EXIT CODES
        0 an answer, weak or not; 1 an error, or no answer: no strategy stays within
        the budget on enough traces (the output names the smallest budget with an
        answer), or a scroll is longer than the grid; 64 usage; 130 interrupted
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, json, markdown
  }

  @Option(help: ArgumentHelp("What all bitmaps may take at their highest point, such as 30MB.", valueName: "BYTES"))
  private var budget: String?

  @Option(
    help: ArgumentHelp(
      "Decodes that an answer may begin for each image that a cell asks for, the mean over each set of traces: 1 is about what "
        + "decoding on demand costs.", valueName: "DECODES"))
  private var work: String?

  @Option(
    help: ArgumentHelp(
      "What the app does today, id[:key=value,...]: the output says what the answer changes; 'nothing' leaves it out.",
      valueName: "strategy"), completion: NameCompletion.strategies("nothing"))
  private var today = "preheat2x"

  @Flag(help: "Only strategies that PHCachingImageManager can run.")
  private var drivesPhotos = false

  @Option(
    help: ArgumentHelp(
      "Answer from the rows of a sweep over a pack (\(ToolName.current) sweep --pack) in place of replays.",
      valueName: "FILE"),
    completion: .file(extensions: ["tsv"]))
  private var fleet: String?

  @OptionGroup private var counting: PopulationOptions

  @OptionGroup private var options: SweepOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "What shows the photos, for the Swift lines: uikit (a collection view), swiftui, photos (cells that ask Photos themselves; "
        + "as --drives-photos), driver (a view of your own).", valueName: "KIND"))
  private var shownBy: RecommendedCode.Target?

  @Option(help: "How the answer is printed: table, json or markdown.")
  private var format = Format.table

  func run() throws {
    let budget = try bytes()
    if let fleet { return try recommend(from: fleet, budget) }
    var settings = options.settings
    if settings.traces.isEmpty { settings.traces = TraceSet.allCases.map { SweepWord($0.rawValue, at: "--trace") } }
    let strategies = try strategies(settings, budget)
    // Strategies may set their own delivery.
    if !(strategies + (try current())).contains(where: \.hasThumbnails) { settings.deliverAsPhotos() }
    var recommendation = try replayed(settings, strategies, budget)
    if recommendation.answer == nil {
      recommendation.offer = try smallest(settings, strategies, recommendation)
    }
    try show(recommendation, command: words(budget) + options.settings.words)
  }

  private func show(_ advice: Recommendation, command: [String]) throws {
    let code = RecommendedCode.text(
      for: shownBy ?? (drivesPhotos ? .photos : .uikit), advice,
      command: ShellWords.line([ToolName.current, "recommend"] + command))
    switch format {
    case .table: Terminal.output(advice.parts(code: code).text)
    case .json: Terminal.output(advice.json(code: code).prettyText)
    case .markdown: Terminal.output(advice.parts(code: code).markdown)
    }
    if advice.answer == nil { throw ExitCode(1) }
  }

  private func replayed(
    _ settings: SweepSettings, _ strategies: [StrategySpec], _ budget: ByteCount, isAgain: Bool = false
  ) throws -> Recommendation {
    let current = try current()
    let texts = (strategies + current).map(\.canonicalText).unique
    let runner = try SweepRunner.opened(
      settings, strategies: (strategies + current).prefix(texts.count).map { PeakSpec($0) }, isAgain: isAgain)
    if let refusal = runner.refusal { throw LabError(refusal) }
    // An answer must hold in four other orders of the photos, too.
    return try Recommendation(
      try runner.table(threads: options.threadCount, progress: SweepOptions.progress()), budget: budget,
      workMax: try workMax(), today: current.first.flatMap { texts.firstIndex(of: $0.canonicalText) },
      candidates: Array(strategies.indices)
    ) { finalists in
      try (1...4).map { try runner.reordered(seed: $0, strategies: finalists).table(threads: options.threadCount) }
    }
  }

  private func current() throws -> [StrategySpec] {
    if today == "nothing" { return [] }
    do throws(SpecError) {
      let current = try StrategySpec(today, registry: KnownStrategies.all)
      if !current.isOracle { return [current] }
    } catch {
      throw UsageError("--today \(today): \(error)")
    }
    throw UsageError(
      "--today \(today): it measures others, and no app can run it; name what the app does, or 'nothing'")
  }

  /// Returns the smallest budget with an answer, in steps. A candidate that follows the budget holds more at a larger
  /// one, so the search starts at the budget that `refused` promises.
  private func smallest(
    _ settings: SweepSettings, _ strategies: [StrategySpec], _ refused: Recommendation
  ) throws -> Recommendation.Offer? {
    let step = Recommendation.Offer.step
    func ask(_ steps: Int64) throws -> Recommendation.Offer? {
      let budget = ByteCount(rawValue: steps * step)
      return try replayed(settings, try self.strategies(settings, budget), budget, isAgain: true).offered
    }
    guard let promised = refused.offer,
      try self.strategies(settings, promised.budget).map(\.canonicalText) != strategies.map(\.canonicalText)
    else { return refused.offer }
    let start = promised.budget.rawValue / step
    var (low, high, found) = (start - 1, start, try ask(start))
    // Each step up is twice as far as the last.
    for raise in 0..<14 where found == nil {
      (low, high) = (high, high + 1 << raise)
      found = try ask(high)
    }
    while found != nil, high - low > 1 {
      let middle = (low + high) / 2
      if let lower = try ask(middle) { (high, found) = (middle, lower) } else { low = middle }
    }
    return found
  }

  private func recommend(from path: String, _ budget: ByteCount) throws {
    guard options.settings == SweepSettings() else {
      throw UsageError("--fleet has its strategies, screens and devices; leave out the other options")
    }
    let table = try SweepTable(reading: path, try counting.rule)
    let strategies = table.plan.strategies
    let candidates = strategies.indices.filter { canAnswer(strategies[$0]) }
    guard !candidates.isEmpty else {
      throw LabError(
        "\(path) has no strategy that may be the answer: sweep others" + (isForPhotos ? ", or allow all" : ""))
    }
    // The sweep may have set the delivery of images.
    let current = try current().map { PeakSpec($0) }
    let ways = current.flatMap { current in
      ReplayDelivery.allCases.compactMap { try? $0.applied(to: current, registry: KnownStrategies.all) }
    }
    let texts = (current + ways).map(\.canonicalText)
    let now = strategies.firstIndex { texts.contains($0.canonicalText) }
    if now == nil, today != "nothing", today != "preheat2x" {
      throw UsageError("--today \(today): \(path) has no such strategy: sweep it too, or name one of it")
    }
    try show(
      Recommendation(table, budget: budget, workMax: try workMax(), today: now, candidates: candidates),
      command: ShellWords.option("fleet", path) + counting.words + words(budget))
  }

  /// Returns whether an app could run a strategy: it is no oracle, and its budget is not another strategy's peak.
  private func canAnswer(_ strategy: SweepPlan.Strategy) -> Bool {
    guard PeakSpec.budgetCount(of: strategy.canonicalText) == 0, !isForPhotos || strategy.canDrivePhotos else {
      return false
    }
    return (try? StrategySpec(strategy.canonicalText, registry: KnownStrategies.all))?.isOracle != true
  }

  private func words(_ budget: ByteCount) -> [String] {
    ["--budget", "\(budget)"] + (drivesPhotos ? ["--drives-photos"] : [])
      + (shownBy.map { ["--for", $0.rawValue] } ?? []) + (work.map { ["--work", $0] } ?? [])
      + (today == "preheat2x" ? [] : ["--today", today])
  }

  private var isForPhotos: Bool { drivesPhotos || shownBy == .photos }

  private func workMax() throws -> Double? {
    guard let work else { return nil }
    guard let limit = Rational(work, digitsMax: 6), limit > Rational(0) else {
      throw UsageError("--work \(work): a number of decodes a request, such as 1.0 or 3/4")
    }
    return limit.double
  }

  private func bytes() throws -> ByteCount {
    guard let budget else { throw UsageError("name a budget: --budget 30MB") }
    guard let bytes = ByteCount(budget) else {
      throw UsageError("--budget \(budget): a recommendation is for bytes, such as 30MB")
    }
    guard bytes > .zero else { throw UsageError("--budget \(budget) holds no bitmap; give more, such as 30MB") }
    guard budget.last?.isLetter == true else {
      throw UsageError("--budget \(budget) has no unit; did you mean \(budget)MB?")
    }
    return bytes
  }

  private func strategies(_ settings: SweepSettings, _ budget: ByteCount) throws -> [StrategySpec] {
    var strategies: [StrategySpec]
    if settings.strategies.isEmpty && settings.varies.isEmpty {
      strategies = try RecommendationGrid.strategies(budget: budget, registry: KnownStrategies.all)
    } else {
      let specs = try StrategyGrid.strategies(
        named: settings.strategies, varying: settings.varies, budgets: [SweepWord("\(budget)", at: "--budget")],
        registry: KnownStrategies.all)
      if let other = specs.first(where: { $0.sample.isOracle || !$0.budgets.isEmpty }) {
        throw UsageError(
          "'\(other.shortText)' measures others, or takes its budget from another, and cannot be shipped; leave it out")
      }
      strategies = specs.map(\.sample)
    }
    if isForPhotos { strategies.removeAll { !$0.canDrivePhotos } }
    if strategies.isEmpty {
      throw UsageError(
        "PHCachingImageManager can run none of these strategies; name others, or leave out "
          + (drivesPhotos ? "--drives-photos" : "--for photos"))
    }
    return strategies
  }
}

extension RecommendedCode.Target: ExpressibleByArgument {}
