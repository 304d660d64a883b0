import CacheLab
import LabLibrary
import Strategies

/// Reads damaged traces, changes their screen, and replays them.
final class TraceUser {
  private let assets: ContiguousArray<AssetInfo>
  private let strategies: [StrategySpec]
  private let screens: [ScreenOverride]
  /// Each replay has other settings than the one before.
  private var replayCount = 0
  private var checkCount = 0

  private static let entriesMax = 2_000
  private static let itemsMax = 5_000
  /// Bitmaps of all sizes, and cells on screen in all frames.
  private static let slotsMax = 20_000
  private static let cellsMax = 50_000
  /// The slots that are looked at when books are checked in a replay, about.
  private static let looksMax = 20_000

  static func target(_ corpus: Corpus) throws -> FuzzTarget {
    FuzzTarget(seeds: try corpus.files("scrolltrace"), use: try TraceUser().use)
  }

  private init() throws {
    let sizes: [(Int32, Int32)] = [(1024, 768), (768, 1024), (1, 1), (65_500, 3000), (640, 1392), (2048, 512)]
    var assets: ContiguousArray<AssetInfo> = []
    for index in 0..<TraceUser.itemsMax {
      let (width, height) = sizes[index * 7 % sizes.count]
      let asset = AssetInfo(
        width: width, height: height, encodedBytes: Int32(2_000 + index * 79), thumbnailBytes: 900,
        // One in seven has none.
        thumbnailSize: index % 7 == 3 ? PixelSize(width: 0, height: 0) : PixelSize(width: 128, height: 96),
        isDecodable: index % 50 != 49)
      assets.append(asset)
    }
    self.assets = assets
    screens = [
      ScreenOverride(viewport: (.points(1_000_000), .points(1_000_000))), ScreenOverride(columns: 1),
      ScreenOverride(viewport: (MilliPoints(rawValue: 1), MilliPoints(rawValue: 1))), ScreenOverride(columns: 10_000),
      ScreenOverride(assetCount: 0), ScreenOverride(scaleThousandths: 16_000), ScreenOverride(assetCount: 7),
      ScreenOverride(viewport: (.points(430), .points(932)), scaleThousandths: 3000, columns: 3, assetCount: 1_000),
      ScreenOverride(scaleThousandths: 100), ScreenOverride(viewport: (.points(1), .points(1_000_000)), columns: 9),
    ]
    strategies = try [
      "none", "preheat2x+lru:budget=20MB", "preheat2x:height=999983/999979,delta=1/999983+lru:budget=1kB",
      "none+opportunistic", "preheat2x+lru:budget=9MB+opportunistic", "budget-priority:budget=8MB+opportunistic",
      "lru:match=at-least",
    ].map { text throws(SpecError) in try StrategySpec(text) }
  }

  private func use(_ input: [UInt8]) throws -> [String: Int] {
    let trace = try Trace.parse(input, name: "fuzz")
    let before = (replays: replayCount, checks: checkCount)
    try look(at: trace)
    try replay(trace, strategies[input.count % strategies.count])
    try compare(trace, strategies[input.count % 3])
    if let other = try? trace.applying(screens[input.count % screens.count]) {
      try look(at: other)
      try replay(other, strategies[(input.count + 1) % strategies.count])
    }
    return ["read": 1, "replays": replayCount - before.replays, "checks of books": checkCount - before.checks]
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

  private func replay(_ trace: Trace, _ strategy: StrategySpec) throws(Finding) {
    let script = ReplayScript(trace)
    guard isSmall(script, of: trace) else { return }
    var settings = ReplaySettings()
    if replayCount % 11 == 10 && !strategy.hasThumbnails { settings.delivery = .fast }
    settings.cloud = CloudModel(sharePercent: replayCount % 3 == 2 ? 40 : 0)
    settings.fit = Fit.allCases[replayCount % 2]
    settings.cells = replayCount % 2 == 0 ? .cancel : .keep
    let replay = Replay(
      script: script, assets: assets, device: DeviceProfile.all[replayCount % 4], settings: settings)
    // Each step, and each decode that ends.
    let looks = script.itemCapacity * (script.layouts.count + 1) * script.steps.count * 2
    let books = BooksObserver(stride: 1 + looks / TraceUser.looksMax)
    let (tally, checked) = replay.run(strategy, observer: books)
    replayCount += 1
    checkCount += checked.checkCount
    if let violation = checked.violation { throw Finding("the books of a replay do not agree: \(violation)") }
    if replayCount % 4 == 0 && settings.delivery == .highquality {
      try bound(replay, tally, strategy)
    }
  }

  /// No replay beats the bounds at its own peak.
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

  private func compare(_ trace: Trace, _ strategy: StrategySpec) throws(Finding) {
    guard let session = trace.session, let replay = try? SessionReplay(trace, name: "fuzz") else { return }
    // A session that no device follows is refused.
    let device = try? SessionFit.fit(session, name: "fuzz", session: "fuzz").device
    if let device, DeviceLimits.problem(of: device) != nil {
      throw Finding("a fitted device beyond limits: \(device)")
    }
    let script = ReplayScript(trace)
    guard isSmall(script, of: trace) else { return }
    let counters = replay.run(strategy, on: DeviceProfile.all[replayCount % 4])
    let outcomes = [.hits, .late, .misses].reduce(0) { $0 + (counters[$1] ?? 0) }
    guard outcomes == counters[.requests], counters[.blank] ?? .max <= counters[.visible] ?? 0 else {
      throw Finding("a session's counts contradict: \(counters)")
    }
  }

  private func isSmall(_ script: ReplayScript, of trace: Trace) -> Bool {
    guard trace.entries.count <= TraceUser.entriesMax, script.itemCapacity <= TraceUser.itemsMax,
      script.itemCapacity * script.layouts.count <= TraceUser.slotsMax
    else { return false }
    var (layout, cells) = (script.layouts[0], 0)
    for step in script.steps {
      switch step.kind {
      case .layout, .content: layout = script.layouts[Int(step.value)]
      case .frame: cells += layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: step.value))).count
      default: break
      }
    }
    return cells <= TraceUser.cellsMax
  }
}

/// Checks a replay's books at times spread over the replay, and keeps the first violation.
private struct BooksObserver: ReplayObserver {
  let stride: Int
  private var momentCount = 0
  private(set) var checkCount = 0
  private(set) var violation: String?

  init(stride: Int) { self.stride = stride }

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
