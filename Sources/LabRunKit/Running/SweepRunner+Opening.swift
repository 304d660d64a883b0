import Synchronization

extension SweepRunner {
  /// Opens what settings name: traces or a pack, and the library. Notes go to standard error.
  ///
  /// - Parameter isAgain: True if notes on the same photos and traces were already printed.
  static func opened(
    _ settings: SweepSettings, strategies: [PeakSpec], skippingDamage: Bool = false, isAgain: Bool = false
  ) throws -> SweepRunner {
    let pack = try settings.packs.first.map { try SweepRunner.pack($0, skippingDamage: skippingDamage) }
    let traces = try paths(settings).map { path in
      (name: TracePaths.name(path), trace: try Trace.load(path: path))
    }
    for word in settings.devices { _ = try at(word) { try DeviceChoice.named(word.text) } }
    let screens = try settings.screens.map { word in try at(word) { try ScreenChoice(word.text) } }.unique
    var shared = RunSettings()
    for (setting, word) in settings.shared.ordered(by: { $0.key.name < $1.key.name }) {
      try at(word) { try setting.set(word.text, in: &shared) }
    }
    let replay = shared.replay
    let strategies = try strategies.map { try replay.delivery.applied(to: $0, registry: KnownStrategies.all) }
    func open() throws -> PhotoLibrary { try shared.openLibrary() }
    let library = try RunSetting.named("library").flatMap { settings.shared[$0] }.map { try at($0, open) } ?? open()
    var told: [String: JSON] = [
      "library": .string(library.index.fingerprint), "assets": .integer(Int128(library.index.count)),
      "lab": .string(CacheLabInfo.version),
    ]
    shared.replay = replay.besideStrategies
    for (name, word) in RunSetting.words(of: shared) { told[name] = .string(word) }
    let ground = SweepGround(
      strategies: strategies, screens: screens.isEmpty ? [.recorded] : screens,
      devices: try devices(settings.devices, for: library),
      assets: library.index.assets, settings: replay, told: .object(told), program: try BuildInfo.program.get())
    let runner =
      try pack.map { try SweepRunner(ground, pack: $0, skippingDamage: skippingDamage) }
      ?? SweepRunner(ground, traces: traces)
    guard pack != nil || runner.plan.jobCount <= SweepPlan.jobsMax else {
      throw LabError(
        "that is \(NumberText.count(runner.plan.jobCount, "job")), "
          + "\(NumberText.grouped(Int64(SweepPlan.jobsMax))) at most: vary fewer values, sweep traces one by one, or make "
          + "a pack of them (trace pack) and sweep --pack")
    }
    if !isAgain { for note in library.notes + runner.notes { Terminal.error(note) } }
    return runner
  }

  private static func pack(_ word: SweepWord, skippingDamage: Bool) throws -> TracePack {
    let path = try at(word) { try Places.input(word.text) }
    let pack: TracePack
    do throws(InputError) {
      pack = try TracePack(path, skippingDamage: skippingDamage)
    } catch {
      throw SweepError(word.place, error.description)
    }
    guard pack.traceCount > 0 else { throw SweepError(word.place, "\(path): the pack is empty; add traces to it") }
    return pack
  }

  private static func paths(_ settings: SweepSettings) throws -> [String] {
    func found(_ words: [SweepWord]) throws -> [String] {
      try words.flatMap { word in try at(word) { try TracePaths.find([word.text]) } }.unique
    }
    var paths = try found(settings.traces)
    for word in settings.withoutTraces {
      for path in try found([word]) {
        guard let index = paths.firstIndex(of: path) else {
          throw UsageError("\(word.place) \(word.text): it is none of the traces that are named, so leave it out")
        }
        paths.remove(at: index)
      }
    }
    if paths.isEmpty && !settings.traces.isEmpty { throw UsageError("--without leaves no trace; keep one") }
    return paths
  }

  private static func devices(_ words: [SweepWord], for library: PhotoLibrary) throws -> [DeviceProfile] {
    if words.isEmpty { return [DeviceProfile.fitting(megapixels: library.index.megapixels)] }
    return try words.map { word in
      try at(word) {
        let (device, note) = try DeviceChoice.device(word.text, for: library)
        if let note { Terminal.error("note: \(note)") }
        return device
      }
    }.unique
  }

  @inline(never) private static func at<Value>(_ word: SweepWord, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error where error is LabError || error is SettingError {
      throw SweepError(word.place, "\(error)")
    }
  }
}

extension SweepOptions {
  /// Prints the progress of a sweep and the remaining time to the terminal, at most ten times a second.
  static func progress() -> @Sendable (_ done: Int, _ all: Int) -> Void {
    let began = Clocks.monotonic()
    let shownAt = Atomic(Int64(0))
    return { done, all in
      let now = Clocks.monotonic()
      guard all > 0, now - shownAt.load(ordering: .relaxed) >= 100_000_000 else { return }
      shownAt.store(now, ordering: .relaxed)
      let seconds = Double(now - began) / 1e9 * Double(all - done) / Double(max(done, 1))
      let (minutes, rest) = Int64(seconds.rounded(.up)).quotientAndRemainder(dividingBy: 60)
      let time = minutes < 60 ? "\(minutes):\(rest < 10 ? "0" : "")\(rest)" : "\(minutes / 60) h \(minutes % 60) min"
      let left = done == 0 ? "" : ", \(time) left"
      Terminal.progress("\(NumberText.grouped(Int64(done))) of \(NumberText.count(all, "job"))\(left)")
    }
  }
}

extension ReplayDelivery {
  /// Returns a strategy, which may have another's peak as its budget, as changed by `--delivery`.
  func applied(to strategy: PeakSpec, registry: StrategyRegistry) throws -> PeakSpec {
    let own = try applied(to: strategy.sample)
    let added = own.canonicalText.dropFirst(strategy.sample.canonicalText.count)
    return added.isEmpty ? strategy : try PeakSpec(strategy.canonicalText + added, registry: registry)
  }
}
