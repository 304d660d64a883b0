import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import LabSystem
import StrategyKit
import Synchronization

/// A sweep prepared from its settings: words parsed, traces read or their pack opened, library opened.
struct SweepSetup {
  let source: any SweepJobs
  let ground: SweepGround

  var plan: SweepPlan { source.plan }
  /// The runner of a sweep over traces.
  var runner: SweepRunner? { source as? SweepRunner }

  /// - Parameters:
  ///   - named: The strategies, already parsed from the settings.
  ///   - isAgain: True if notes on the same photos and traces were already printed.
  init(_ settings: SweepSettings, strategies named: [PeakSpec], quiet: Bool, isAgain: Bool = false) throws {
    let traces = try SweepSetup.paths(settings).map { path in
      (name: TracePaths.name(path), trace: try Trace.load(path: path))
    }
    let (ground, notes) = try SweepGround.opened(settings, strategies: named, quiet: quiet)
    let jobCount = traces.count * ground.jobCount
    guard jobCount <= SweepPlan.jobsMax else {
      throw LabError(
        "that is \(NumberText.count(jobCount, "job")), \(NumberText.grouped(Int64(SweepPlan.jobsMax))) at most: "
          + "vary fewer values, sweep traces one by one, or make a pack of them (trace pack) and sweep --pack")
    }
    let runner = try SweepRunner(ground, traces: traces)
    if !isAgain { for note in notes + runner.notes { Terminal.error(note) } }
    (self.ground, source) = (ground, runner)
  }

  /// - Parameter skipsDamage: True if damaged blocks and traces are left out.
  init(_ settings: SweepSettings, pack word: SweepWord, skipsDamage: Bool, strategies: [PeakSpec], quiet: Bool) throws {
    let path = try SweepGround.at(word) { try Places.input(word.text) }
    let pack: TracePack
    do throws(InputError) {
      pack = try TracePack(path, skippingDamage: skipsDamage)
    } catch {
      throw SweepError(word.place, error.description)
    }
    let content = try pack.content(skippingDamage: skipsDamage)
    guard pack.traceCount > 0 else { throw SweepError(word.place, "\(path): the pack is empty: add traces to it") }
    let (ground, notes) = try SweepGround.opened(settings, strategies: strategies, quiet: quiet)
    source = try PackRunner(
      ground, pack: pack, name: path.split(separator: "/").last.map(String.init) ?? path, content: content,
      skipsDamage: skipsDamage)
    self.ground = ground
    for note in notes + pack.damage.map({ "\(path): \($0)" }) { Terminal.error(note) }
    if !content.damaged.isEmpty {
      Terminal.error("\(path): \(NumberText.count(content.damaged.count, "block")) left out, because damaged")
    }
  }

  /// Runs all jobs, with progress on the terminal.
  func table(_ options: SweepOptions) throws -> SweepTable {
    let progress = SweepProgress(isShown: !options.quiet)
    progress.begin((0..<plan.jobCount).map { $0..<($0 + 1) })
    defer { Terminal.clearProgress() }
    return try source.table(threads: options.threadCount) { progress.finish($0) }
  }

  /// Runs the jobs that a writer lacks, with progress on the terminal.
  func run(_ options: SweepOptions, into writer: SweepWriter) throws {
    let progress = SweepProgress(isShown: !options.quiet)
    defer { Terminal.clearProgress() }
    try source.run(into: writer, threads: options.threadCount) {
      progress.begin($0)
    } finished: {
      progress.finish($0)
    }
    if let note = (source as? PackRunner)?.note { Terminal.error(note) }
  }

  private static func paths(_ settings: SweepSettings) throws -> [String] {
    func found(_ words: [SweepWord]) throws -> [String] {
      try words.flatMap { word in try SweepGround.at(word) { try TracePaths.find([word.text]) } }.unique
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
    if paths.isEmpty && !settings.traces.isEmpty { throw UsageError("--without-trace leaves no trace: keep one") }
    return paths
  }
}

extension SweepGround {
  /// Parses all words and opens the library; also returns notes.
  static func opened(
    _ settings: SweepSettings, strategies named: [PeakSpec], quiet: Bool
  ) throws -> (ground: SweepGround, notes: [String]) {
    _ = try devices(settings.devices, for: nil)
    let screens = try screens(settings.screens)
    var shared = try settings.sharedValues
    let replay = shared.replay
    let strategies = try named.map { try replay.delivery.applied(to: $0, registry: KnownStrategies.all) }
    let library = try library(settings, shared, quiet: quiet)
    var told: [String: JSON] = [
      "library": .string(library.index.fingerprint), "assets": .integer(Int128(library.index.count)),
      "lab": .string(CacheLabInfo.version),
    ]
    shared.replay = replay.besideStrategies
    for (name, word) in RunSetting.words(of: shared) { told[name] = .string(word) }
    let ground = SweepGround(
      strategies: strategies, screens: screens, devices: try devices(settings.devices, for: library),
      assets: library.index.assets, settings: replay, told: .object(told), program: try BuildInfo.program())
    return (ground, library.notes)
  }

  /// - Parameter library: The open library, or nil to check only the words.
  private static func devices(_ words: [SweepWord], for library: PhotoLibrary?) throws -> [DeviceProfile] {
    if words.isEmpty { return library.map { [DeviceProfile.fitting(megapixels: $0.index.megapixels)] } ?? [] }
    return try words.map { word in
      try at(word) {
        guard let library else { return try DeviceChoice.named(word.text).device }
        let (device, note) = try DeviceChoice.device(word.text, for: library)
        if let note { Terminal.error("note: \(note)") }
        return device
      }
    }.unique
  }

  private static func screens(_ words: [SweepWord]) throws -> [SweepScreen] {
    words.isEmpty ? [.recorded] : try words.map { try SweepScreen($0) }.unique
  }

  private static func library(
    _ settings: SweepSettings, _ shared: RunSettings, quiet: Bool
  ) throws -> PhotoLibrary {
    guard let library = RunSetting.named("library"), let word = settings.shared[library] else {
      return try shared.openLibrary(quiet: quiet)
    }
    return try at(word) { try shared.openLibrary(quiet: quiet) }
  }

  /// Adds the location of a word to errors.
  static func at<Value>(_ word: SweepWord, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as LabError { throw SweepError(word.place, error.description) }
  }
}

/// Shows the progress of a sweep and the remaining time on the terminal, at most ten times a second.
final class SweepProgress: Sendable {
  private let began = Clocks.monotonic()
  private let isShown: Bool
  private let state = Mutex((all: 0, done: 0, shownAt: Int64(0)))

  init(isShown: Bool) { self.isShown = isShown && Terminal.showsProgress }

  func begin(_ units: [Range<Int>]) {
    let all = units.reduce(0) { $0 + $1.count }
    state.withLock { $0.all = all }
    if isShown && all > 0 { Terminal.progress("0 of \(NumberText.count(all, "job"))") }
  }

  func finish(_ jobs: Range<Int>) {
    guard isShown else { return }
    state.withLock { state in
      state.done += jobs.count
      let now = Clocks.monotonic()
      guard now - state.shownAt >= 100_000_000 else { return }
      state.shownAt = now
      let left = Double(now - began) * Double(state.all - state.done) / Double(state.done)
      Terminal.progress(
        "\(NumberText.grouped(Int64(state.done))) of \(NumberText.count(state.all, "job")), "
          + "\(SweepProgress.text(seconds: left / 1e9)) left")
    }
  }

  /// Returns a duration such as `1:05` or `2:00:10`.
  static func text(seconds: Double) -> String {
    let all = Int64(seconds.rounded(.up))
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let hours = all / 3600
    return hours > 0
      ? "\(hours):\(two(all / 60 % 60)):\(two(all % 60))" : "\(all / 60):\(two(all % 60))"
  }
}
