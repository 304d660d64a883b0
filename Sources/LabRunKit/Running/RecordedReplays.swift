import ArgumentParser
import CacheLab
import Strategies

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The replays behind records, made again in virtual time for the player and for pictures over time.
struct RecordedReplays {
  /// Traces given by path, which their names alone do not find.
  private let paths: [String: String]
  private var libraries: [String: PhotoLibrary] = [:]
  private var traces: [String: Trace] = [:]
  /// What traces say of themselves, by name.
  private(set) var titles: [String: String] = [:]

  init(options: ReportOptions) {
    let given = (options.trace + options.show).filter { $0.contains("/") || $0.hasSuffix(".scrolltrace") }
    paths = Dictionary(given.map { (PreparedRun.name(ofTrace: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Strategies on one trace as the player shows them.
  ///
  /// - Throws: `LabError` with why these records cannot be replayed.
  mutating func reels(_ records: [RunRecord]) throws -> ReelTrace {
    let first = try prepare(records[0]).run
    let reels = try records.map { record in
      let (run, strategy) = try prepare(record)
      let (tally, observer) = run.replay.run(
        strategy, cells: run.options.cells, observer: ReelObserver(table: run.replay.table))
      guard DeterministicBlock(RunFacts(tally: tally)).digest == record.deterministicDigest else {
        throw LabError(
          "\(record.strategy) on \(record.trace) replays otherwise than its record says: strategy or library have "
            + "changed since; run it again")
      }
      return ReplayReel(strategy: record.strategy, observer)
    }
    return ReelTrace(name: records[0].trace, script: first.replay.script, reels: reels)
  }

  /// The same as pictures read them. Through event files, so that a picture of a file and one of a replay cannot differ.
  mutating func timelines(_ records: [RunRecord]) throws -> [EventTimeline] {
    let path = "/tmp/cachelab-report.\(getpid()).jsonl"
    defer { unsafe unlink(path) }
    return try records.map { record in
      let (run, strategy) = try prepare(record)
      let file = try EventFile(path: path, configuration: run.configuration(strategy).json, table: run.replay.table)
      _ = run.replay.run(strategy, cells: run.options.cells, observer: file)
      try file.finish()
      return try EventTimeline(text: TextFile.read(path) ?? "", name: path)
    }
  }

  private mutating func prepare(_ record: RunRecord) throws -> (run: PreparedRun, strategy: StrategySpec) {
    let configuration = record.json["configuration"]
    guard !record.isRealTime else { throw LabError("\(record.trace) was run on the wall clock, which does not repeat") }
    guard let device = DeviceProfile(json: configuration?["device"]) else {
      throw LabError("the record of \(record.strategy) on \(record.trace) names no device: run it again")
    }
    let path = try paths[record.trace] ?? TracePaths.find([record.trace])[0]
    let trace = try trace(path, record)
    let settings = RecordWords.settings(of: record, layout: trace.layouts.first)
    let words = RecordedReplays.withoutDevice(settings)
    let spec = try StrategySpec(configuration?["strategy"]?.string ?? record.strategy, registry: KnownStrategies.all)
    let options = try RunOptions.parse(
      words + ["--strategy", spec.canonicalText, "--trace", path, "--decode", "none", "--quiet"])
    let key = "\(options.library.library) \(options.library.seed) \(options.screen.assets ?? 0)"
    let library = try libraries[key] ?? options.library.open(assetCount: options.screen.assets, quiet: false)
    libraries[key] = library
    let run = try PreparedRun(options: options, device: device, name: record.trace, trace: trace, library: library)
    return (run, spec)
  }

  private mutating func trace(_ path: String, _ record: RunRecord) throws -> Trace {
    let trace = try traces[path] ?? Trace.load(path: path)
    traces[path] = trace
    if let title = trace.header.title { titles[record.trace] = title }
    guard trace.sha256 == record.json["configuration"]?["trace"]?["sha256"]?.string else {
      throw LabError("\(path) is not the trace that \(record.trace) was run on: it has changed since; run it again")
    }
    return trace
  }

  /// The record itself says what the device costs, wherever its file is.
  private static func withoutDevice(_ words: [String]) -> [String] {
    guard let index = words.firstIndex(of: "--device") else { return words }
    return Array(words[..<index] + words[(index + 2)...])
  }
}
