import CacheLab
import LabBase
import LabJudge
import LabPictures
import LabRecords
import LabSystem

/// The replays behind a report's records, made again in virtual time for the player and for pictures over time.
struct RecordedReplays {
  /// Traces given by path, which their names alone do not find: by what tells them apart, and by name.
  private let paths: [String: String]
  /// What traces say of themselves, by name.
  private(set) var titles: [String: String] = [:]

  init(options: ReportOptions) {
    let given = (options.trace + options.show).filter { $0.contains("/") || $0.hasSuffix(".scrolltrace") }
    let named = given.map { (PreparedRun.name(ofTrace: $0), $0) }
    let identified = given.compactMap { path in (try? Trace.load(path: path)).map { ($0.sha256, path) } }
    paths = Dictionary(named + identified, uniquingKeysWith: { first, _ in first })
  }

  /// Strategies on one trace as the player shows them.
  ///
  /// - Parameter records: one at least, of one trace.
  /// - Throws: `LackOfReplay` with why these records cannot be replayed.
  mutating func reels(_ records: [RunRecord]) throws -> ReelTrace {
    let runs = try records.map { try rebuilt($0) }
    let reels = try zip(runs, records).map { run, record in
      let replay = run.prepared.replay
      let cells = run.prepared.request.cells
      let (tally, recorder) = replay.run(run.strategy, cells: cells, observer: ReelRecorder(replay))
      guard DeterministicBlock(RunFacts(tally: tally)).digest == record.deterministicDigest else {
        throw LackOfReplay("\(record.strategy) counts otherwise now than in its record: run it again")
      }
      return ReplayReel(strategy: record.strategy, recorder)
    }
    return ReelTrace(name: records[0].trace, script: runs[0].prepared.replay.script, reels: reels)
  }

  /// The same as pictures read them.
  mutating func timelines(_ records: [RunRecord]) throws -> [EventTimeline] {
    try records.map { record in
      let run = try rebuilt(record)
      var timeline = try run.prepared.timeline(run.strategy)
      timeline.trace = record.trace
      return timeline
    }
  }

  private mutating func rebuilt(_ record: RunRecord) throws -> RebuiltRun {
    let run = try RebuiltRun(
      record.configuration, tracePath: paths[record.traceIdentity] ?? paths[record.traceName])
    if let title = run.prepared.trace.header.title { titles[record.trace] = title }
    return run
  }
}
