struct TraceUser {
  private let strategies: [StrategySpec]
  private let screens = [
    ScreenOverride(viewport: (.points(1_000_000), .points(1_000_000))), ScreenOverride(columns: 1),
    ScreenOverride(viewport: (MilliPoints(rawValue: 1), MilliPoints(rawValue: 1))), ScreenOverride(columns: 10_000),
    ScreenOverride(assetCount: 0), ScreenOverride(scaleThousandths: 16_000), ScreenOverride(assetCount: 7),
    ScreenOverride(viewport: (.points(430), .points(932)), scaleThousandths: 3000, columns: 3, assetCount: 1_000),
    ScreenOverride(scaleThousandths: 100), ScreenOverride(viewport: (.points(1), .points(1_000_000)), columns: 9),
  ]
  private let devices = Array(DeviceProfile.all.prefix(4))
  private let assets = ContiguousArray((0..<5_000).map(asset))

  static func target(_ corpus: Corpus) throws -> FuzzTarget {
    let user = try TraceUser(
      strategies: [
        "none", "preheat2x+lru:budget=20MB", "preheat2x:height=999983/999979,delta=1/999983+lru:budget=1kB",
        "none+opportunistic", "preheat2x+lru:budget=9MB+opportunistic", "budget-priority:budget=8MB+opportunistic",
        "lru:match=at-least",
      ].map { try StrategySpec($0) })
    return FuzzTarget(seeds: try corpus.files("scrolltrace"), uses: [user.use])
  }

  private static func asset(_ index: Int) -> AssetInfo {
    let sizes: [(Int32, Int32)] = [(1024, 768), (768, 1024), (1, 1), (65_500, 3000), (640, 1392), (2048, 512)]
    let (width, height) = sizes[index * 7 % sizes.count]
    return AssetInfo(
      width: width, height: height, encodedBytes: Int32(2_000 + index * 79), thumbnailBytes: 900,
      // One in seven has none.
      thumbnailSize: index % 7 == 3 ? PixelSize(width: 0, height: 0) : PixelSize(width: 128, height: 96),
      isDecodable: index % 50 != 49)
  }

  private func use(_ input: [UInt8]) throws -> [String: Int] {
    let trace = try Trace.parse(input, name: "fuzz")
    // The input alone decides how it is used, so that a second try does the same.
    var random = SplitMix64(seed: XXHash64.hash(input))
    var checkCounts: [Int] = []
    for shown in [trace, try? trace.applying(random.pick(screens))].compactMap(\.self) {
      try look(at: shown)
      if let script = script(of: shown) { checkCounts.append(try replay(script, &random)) }
    }
    try compare(trace, &random)
    return ["replays": checkCounts.count, "checks of books": checkCounts.reduce(0, +)]
  }

  private func look(at trace: Trace) throws(Finding) {
    let info = TraceInfo(trace)
    for figure in [info.seconds, info.peakSpeed, info.meanSpeed, info.distance] where !figure.isFinite || figure < 0 {
      throw Finding("a figure of the trace is \(figure)")
    }
    guard info.sampleCount == trace.sampleCount else { throw Finding("samples are counted in two ways") }
    guard trace.warnings.count <= Trace.warningsMax, trace.warningCount >= trace.warnings.count else {
      throw Finding("\(trace.warnings.count) of \(trace.warningCount) warnings are kept")
    }
    let times = [0] + trace.entries.map(\.time) + [trace.end.rawValue]
    guard zip(times, times.dropFirst()).allSatisfy(<=) else { throw Finding("time goes back") }
    let samples = trace.entries.filter { $0.kind == .sample }.map(\.time)
    guard zip(samples, samples.dropFirst()).allSatisfy(<) else { throw Finding("two samples are at one time") }
  }

  /// Returns what a replay acts on, or nil for a trace that takes long.
  private func script(of trace: Trace) -> ReplayScript? {
    let script = ReplayScript(trace)
    guard trace.entries.count <= 2_000, script.itemCapacity <= assets.count,
      script.itemCapacity * script.layouts.count <= 20_000
    else { return nil }
    var (layout, cells) = (script.layouts[0], 0)
    for step in script.steps {
      switch step.kind {
      case .layout, .content: layout = script.layouts[Int(step.value)]
      case .frame: cells += layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: step.value))).count
      default: break
      }
    }
    return cells <= 50_000 ? script : nil
  }

  private func replay(_ script: ReplayScript, _ random: inout SplitMix64) throws(Finding) -> Int {
    let strategy = random.pick(strategies)
    var settings = ReplaySettings()
    if random.chance(10) && !strategy.hasThumbnails { settings.delivery = .fast }
    settings.cloud = CloudModel(sharePercent: random.chance(33) ? 40 : 0)
    settings.fit = random.pick(Fit.allCases)
    settings.cells = random.pick([.cancel, .keep])
    let replay = Replay(script: script, assets: assets, device: random.pick(devices), settings: settings)
    // Each step, and each decode that ends; about 20,000 slots are looked at.
    let looks = script.itemCapacity * (script.layouts.count + 1) * script.steps.count * 2
    let books = BooksObserver(stride: 1 + looks / 20_000)
    let (tally, checked) = replay.run(strategy, observer: books)
    if let violation = checked.violation { throw Finding("the books of a replay do not agree: \(violation)") }
    if random.chance(25) && settings.delivery == .highquality { try bound(replay, tally, strategy) }
    return checked.checkCount
  }

  private func bound(_ replay: Replay, _ tally: ReplayTally, _ strategy: StrategySpec) throws(Finding) {
    guard OfflineBound.missingReason(for: strategy, over: replay) == nil else { return }
    let memory = tally.peak.bytes
    guard tally.warmRequests.hits <= HitBound(replay).hits(memory: memory) else {
      throw Finding("more hits than the bound")
    }
    let blank = Int128(tally.warmBlank.part)
    guard blank >= PricedBound(replay).warmBlank(memory: memory, rounds: 20, stepsMax: 50_000) else {
      throw Finding("less blank than the bound")
    }
  }

  /// Replays a session as its app ran it. A session that no device follows is refused.
  private func compare(_ trace: Trace, _ random: inout SplitMix64) throws(Finding) {
    guard let session = trace.session, let replay = try? SessionReplay(trace, name: "fuzz") else { return }
    let fitted = try? SessionFit.fit(session, name: "fuzz", session: "fuzz").device
    if let fitted, DeviceLimits.problem(of: fitted) != nil {
      throw Finding("a fitted device beyond limits: \(fitted)")
    }
    guard script(of: trace) != nil else { return }
    let counters = replay.run(strategies[random.next(below: 3)], on: random.pick(devices))
    let outcomes = [.hits, .late, .misses].reduce(0) { $0 + (counters[$1] ?? 0) }
    guard outcomes == counters[.requests], counters[.blank] ?? .max <= counters[.visible] ?? 0 else {
      throw Finding("a session's counts contradict: \(counters)")
    }
  }
}

/// Checks a replay's books at times spread over the replay, and keeps the first violation.
private struct BooksObserver: ReplayObserver {
  let stride: Int
  var momentCount = 0
  var checkCount = 0
  var violation: String?

  mutating func take(_ event: ReplayEvent, at time: Int64) {}

  mutating func isCheckingBooks(at time: Nanoseconds) -> Bool {
    momentCount += 1
    let isNext = violation == nil && momentCount % stride == 0
    if isNext { checkCount += 1 }
    return isNext
  }

  mutating func booksDisagree(_ found: InvariantViolation, at time: Nanoseconds) {
    violation = "at \(time.rawValue) ns \(found)"
  }
}
