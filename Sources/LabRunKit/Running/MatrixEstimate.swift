import CacheLab
import LabBase
import LabJudge
import LabMeasure
import LabRecords
import StrategyKit

/// How long runs that measure will take, said before they begin, and how to have what they count at once.
struct MatrixEstimate {
  let runCount: Int
  /// Decodes of all runs; nil on the wall clock, where the trace decides.
  let decodes: Int64?
  let seconds: Double

  /// Below this many frames of all runs together nothing is worked out: that takes no minute.
  private static let framesMin = 20_000

  /// Nil where it takes no time worth a word, or cannot be told.
  init?(_ runs: [Matrix.Run], _ request: RunRequest) {
    if case .real(let pace) = request.measuring.time {
      let speed = Double(pace.speed.numerator) / Double(pace.speed.denominator)
      let lengths = runs.map { Double($0.prepared.replay.script.end.rawValue) / 1e9 / speed }
      self.init(runCount: runs.count, decodes: nil, seconds: lengths.reduce(0, +))
      return
    }
    guard request.measures, runs.reduce(0, { $0 + $1.prepared.replay.script.steps.count }) >= MatrixEstimate.framesMin
    else { return nil }
    var (decodes, nanoseconds) = (Int64(0), 0.0)
    // All strategies decode about what `none` does, and one counting replay takes milliseconds.
    var known: [String: (decodes: Int64, cost: Int64)] = [:]
    for run in runs {
      let prepared = run.prepared
      if known[run.tracePath] == nil {
        guard let cost = try? DecodeCost.sample(prepared.replay.table, library: prepared.library) else { return nil }
        known[run.tracePath] = (prepared.replay.run(.nothing, cells: request.cells).decodes, cost)
      }
      guard let (count, cost) = known[run.tracePath] else { return nil }
      decodes += count
      nanoseconds += Double(count * cost) / Double(min(prepared.device.workers, SweepRunner.processorCount))
    }
    self.init(runCount: runs.count, decodes: decodes, seconds: nanoseconds / 1e9)
  }

  init(runCount: Int, decodes: Int64?, seconds: Double) {
    (self.runCount, self.decodes, self.seconds) = (runCount, decodes, seconds)
  }

  /// Nil below a minute.
  var text: String? {
    let minutes = Int((seconds / 60).rounded())
    guard minutes >= 1 else { return nil }
    let (runs, length) = (NumberText.count(runCount, "run"), NumberText.count(minutes, "minute"))
    guard let decodes else {
      return "\(runs) on the wall clock take about \(length); --decode none without --time real takes seconds"
    }
    return "\(runs) decode about \(NumberText.grouped(decodes)) photos, which takes this machine about \(length); "
      + "--decode none has all but RSS and decode ms in seconds"
  }
}
