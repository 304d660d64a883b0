import CacheLab
import LabMeasure
import LabRecords
import StrategyKit

/// One replay on the wall clock, with progress.
struct RealTimeRun {
  let prepared: PreparedRun
  let pace: RealTimePace
  /// Goes before the strategy's name in the progress line.
  var label = ""

  func run(_ strategy: StrategySpec) throws -> RunFacts {
    defer { Terminal.clearProgress() }
    let request = prepared.request
    let label = "\(label)\(strategy.shortText) on \(prepared.traceName)"
    // The trace's refresh rate; 60 where it does not say.
    let refreshHz = max(1, prepared.trace.header.refreshHz ?? 60)
    return try RealTimeReplay(
      replay: prepared.replay, library: prepared.library, pace: pace, refreshHz: refreshHz,
      decodes: request.measuring.decodes
    ).run(strategy, cells: request.cells) { second, all in
      if !request.isQuiet { Terminal.progress("\(label), on the wall clock: \(second) of \(all) s of the trace") }
    }
  }

  /// What contradicts the wall clock is said before anything runs.
  static func check(_ request: RunRequest, _ pace: RealTimePace) throws {
    if request.events != nil {
      throw UsageError("--events writes what repeats: leave out --time real, or leave out --events")
    }
    if request.settings.replay.cloud.sharePercent > 0 {
      throw UsageError("downloads are modelled in virtual time alone: leave out --cloud, or the wall clock")
    }
    if !request.measuring.decodes && pace.decodeEnd == .host {
      throw UsageError("--decode none decodes nothing that could end: leave out --decodes-end host")
    }
  }
}
