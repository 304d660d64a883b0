import CacheLab
import LabMeasure
import StrategyKit

/// One replay on the wall clock, with progress.
struct RealTimeRun {
  let prepared: PreparedRun
  let pace: RealTimePace
  /// Goes before the strategy's name in the progress line.
  var label = ""

  func run(_ strategy: StrategySpec) throws -> RunFacts {
    defer { Terminal.clearProgress() }
    let options = prepared.options
    let label = "\(label)\(strategy.shortText) on \(prepared.traceName)"
    // The trace's refresh rate; 60 where it does not say.
    let refreshHz = max(1, prepared.trace.header.refreshHz ?? 60)
    return try RealTimeReplay(
      replay: prepared.replay, library: prepared.library, pace: pace, refreshHz: refreshHz,
      decodes: options.decode == .real
    ).run(strategy, cells: options.cells) { second, all in
      if !options.quiet { Terminal.progress("\(label), on the wall clock: \(second) of \(all) s of the trace") }
    }
  }

  /// What contradicts the wall clock is said before anything runs.
  static func check(_ options: RunOptions, _ pace: RealTimePace) throws {
    if options.events != nil {
      throw UsageError("--events writes what repeats: leave out --time real, or leave out --events")
    }
    if options.setting.cloud.sharePercent > 0 {
      throw UsageError("downloads are modelled in virtual time alone: leave out --cloud, or the wall clock")
    }
    if options.decode == .none && pace.decodeEnd == .host {
      throw UsageError("--decode none decodes nothing that could end: leave out --decodes-end host")
    }
  }
}
