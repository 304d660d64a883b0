import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import LabSystem
import StrategyKit
import Synchronization

/// A sweep made ready from its settings: traces read, library open, all words understood.
struct SweepSetup {
  let runner: SweepRunner

  var plan: SweepPlan { runner.plan }

  /// - Parameters:
  ///   - named: What is swept; the settings' own words for them were read by then.
  ///   - isAgain: Whether the notes on the same photos and traces were said before.
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
    runner = try SweepRunner(ground, traces: traces)
    if !isAgain { for note in notes + runner.notes { Terminal.error(note) } }
  }

  /// Runs all jobs of a shard, each noted in a journal as it ends, with progress on the terminal.
  ///
  /// - Parameter journal: Where finished jobs are noted and taken from; nil keeps nothing.
  /// - Returns: The rows, and how many of them an interrupted sweep had made.
  func run(
    _ options: SweepOptions, shard: SweepShard = .whole, journal: Journal? = nil
  ) throws -> (table: SweepTable, reusedCount: Int) {
    let known = journal.map { plan.finished(shard, in: $0) } ?? []
    let numbers = runner.left(of: shard, known: known)
    let progress = SweepProgress(runner: runner, numbers: numbers, isShown: !options.quiet)
    let table = runner.table(shard, known: known, threads: options.threadCount) { row in
      if let journal, (try? journal.append(plan.line(row))) == nil { return false }
      progress.finish(row.number)
      return true
    }
    Terminal.clearProgress()
    try journal?.check()
    guard let table else { preconditionFailure("only a journal that cannot be written ends a sweep") }
    return (table, known.count)
  }

  /// The traces that are named, less those that are left out.
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
  /// All words understood and the library open, with what is to be said of it.
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

  /// - Parameter library: Nil before it is open, to find what is wrong with a word.
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

  /// What is wrong with a word says where the word stands.
  static func at<Value>(_ word: SweepWord, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as LabError { throw SweepError(word.place, error.description) }
  }
}

/// How far a sweep is and how long it still takes, on the terminal, at most ten times a second.
final class SweepProgress: Sendable {
  private let runner: SweepRunner
  private let count: Int
  private let work: Int64
  private let began = Clocks.monotonic()
  private let isShown: Bool
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var work: Int64 = 0
    var shownAt: Int64 = 0
  }

  init(runner: SweepRunner, numbers: [Int], isShown: Bool) {
    self.runner = runner
    self.isShown = isShown && Terminal.showsProgress
    count = numbers.count
    work = self.isShown ? numbers.reduce(0) { $0 + runner.work($1) } : 0
    if self.isShown && count > 0 { Terminal.progress("0 of \(NumberText.count(count, "job"))") }
  }

  /// A job is done.
  func finish(_ number: Int) {
    guard isShown else { return }
    state.withLock { state in
      state.count += 1
      state.work += runner.work(number)
      let now = Clocks.monotonic()
      guard now - state.shownAt >= 100_000_000 else { return }
      state.shownAt = now
      let left = Double(now - began) * Double(work - state.work) / Double(max(state.work, 1))
      Terminal.progress(
        "\(NumberText.grouped(Int64(state.count))) of \(NumberText.count(count, "job")), "
          + "\(SweepProgress.text(seconds: left / 1e9)) left")
    }
  }

  /// `1:05`, `2:00:10`.
  static func text(seconds: Double) -> String {
    let all = Int64(seconds.rounded(.up))
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let hours = all / 3600
    return hours > 0
      ? "\(hours):\(two(all / 60 % 60)):\(two(all % 60))" : "\(all / 60):\(two(all % 60))"
  }
}
