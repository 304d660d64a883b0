import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import StrategyKit

/// A sweep made ready from its settings: traces read, library open, all words understood.
struct SweepSetup {
  let runner: SweepRunner

  var plan: SweepPlan { runner.plan }

  /// - Parameters:
  ///   - named: What is swept; the settings' own words for them were read by then.
  ///   - isAgain: Whether the notes on the same photos and traces were said before.
  init(_ settings: SweepSettings, strategies named: [PeakSpec], quiet: Bool, isAgain: Bool = false) throws {
    let paths = try SweepSetup.paths(settings.traces, without: settings.withoutTraces)
    let traces = try paths.map { try Trace.load(path: $0) }
    let ground = try SweepGround(settings, strategies: named, quiet: quiet)
    let plan = try ground.plan(
      traces: zip(paths, traces).map { SweepPlan.TraceSource(name: PreparedRun.name(ofTrace: $0), sha256: $1.sha256) })
    guard plan.jobCount <= SweepPlan.jobsMax else {
      throw LabError(
        "that is \(NumberText.count(plan.jobCount, "job")), \(NumberText.grouped(Int64(SweepPlan.jobsMax))) at most: "
          + "vary fewer values, sweep traces one by one, or make a pack of them (trace pack) and sweep --pack")
    }
    runner = try SweepRunner(
      plan: plan, strategies: ground.strategies, traces: traces, screens: ground.screens, devices: ground.devices,
      assets: ground.library.index.assets, settings: ground.shared.replay)
    if !isAgain { for note in ground.library.notes + runner.notes { Terminal.error(note) } }
  }

  private static func paths(_ words: [SweepWord]) throws -> [String] {
    try words.flatMap { word in try SweepGround.at(word) { try TracePaths.find([word.text]) } }.unique
  }

  /// The traces that are named, less those that are left out.
  private static func paths(_ words: [SweepWord], without others: [SweepWord]) throws -> [String] {
    var paths = try paths(words)
    for word in others {
      for path in try SweepSetup.paths([word]) {
        guard let index = paths.firstIndex(of: path) else {
          throw UsageError("\(word.place) \(word.text): it is none of the traces that are named, so leave it out")
        }
        paths.remove(at: index)
      }
    }
    if paths.isEmpty && !words.isEmpty { throw UsageError("--without-trace leaves no trace: keep one") }
    return paths
  }
}
