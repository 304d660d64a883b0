import CacheLab
import LabBase
import StrategyKit

extension Validation {
  /// Frames that may miss their refresh before frames are said to be late.
  static let droppedShareMax = 0.005
  /// Decodes that may take longer than their declared cost.
  static let overrunShareMax = 0.01
  /// How late the end of a held decode may be dealt with, as a share of the mean declared cost, and at least this.
  static let endLatenessShareMax = 0.05
  static let endLatenessFloor = 300_000.0
  /// How far the mean decode may be from its declared cost where decodes end as the machine is done.
  static let costShareMax = 0.1
  /// How much of the machine others may take.
  static let othersShareMax = 0.1

  static func assumptions(_ virtual: RunFacts, _ rounds: [RunFacts], _ pace: RealTimePace) -> [ValidationAssumption] {
    let timings = rounds.compactMap(\.frames)
    let frames = punctualFrames(timings)
    switch pace.decodeEnd {
    case .hold: return [frames, sufficientCost(timings), punctualEnds(virtual, timings)]
    case .host: return [frames, trueCost(virtual, rounds)]
    }
  }

  /// Others took nothing of the machine.
  static func isolation(_ share: Double?) -> ValidationAssumption? {
    share.map { share in
      ValidationAssumption(
        "the machine is otherwise idle",
        "others took \(NumberText.percent(share)) of its cores (limit \(NumberText.percent(othersShareMax)))",
        holds: share <= othersShareMax)
    }
  }

  private static func punctualFrames(_ timings: [FrameTimings]) -> ValidationAssumption {
    let frames = timings.reduce(0) { $0 + $1.lateness.count }
    let dropped = timings.reduce(0) { $0 + $1.dropped }
    let lateness = Distribution(samples: timings.flatMap(\.lateness))
    return ValidationAssumption(
      "a frame happens when it is due",
      "\(dropped) of \(NumberText.grouped(Int64(frames))) frames dropped (limit \(NumberText.percent(droppedShareMax))), "
        + "done \(milliseconds(lateness.p50)) ms late in the middle, \(milliseconds(lateness.p99)) ms at p99",
      holds: Double(dropped) <= droppedShareMax * Double(frames))
  }

  private static func sufficientCost(_ timings: [FrameTimings]) -> ValidationAssumption {
    let decodes = timings.reduce(0) { $0 + $1.decodeTimes.count }
    let overruns = timings.reduce(0) { $0 + $1.overruns }
    return ValidationAssumption(
      "a decode is done within the cost that the device declares",
      "\(overruns) of \(NumberText.grouped(Int64(decodes))) took longer (limit \(NumberText.percent(overrunShareMax)))",
      holds: Double(overruns) <= overrunShareMax * Double(decodes))
  }

  private static func punctualEnds(_ virtual: RunFacts, _ timings: [FrameTimings]) -> ValidationAssumption {
    let late = Distribution(samples: timings.flatMap(\.decodeLateness))
    let limit = max(endLatenessFloor, endLatenessShareMax * meanCost(virtual))
    return ValidationAssumption(
      "a decode ends when its cost is over",
      "dealt with \(milliseconds(late.p50)) ms later in the middle, \(milliseconds(late.p95)) ms at p95 "
        + "(limit \(NumberText.milliseconds(limit)) ms)",
      holds: Double(late.p95) <= limit)
  }

  private static func trueCost(_ virtual: RunFacts, _ rounds: [RunFacts]) -> ValidationAssumption {
    let span = Distribution(samples: rounds.compactMap(\.frames).flatMap(\.decodeTimes))
    let declared = meanCost(virtual)
    let ratio = declared > 0 ? span.mean / declared : .infinity
    return ValidationAssumption(
      "a decode takes this machine what the device declares",
      "\(NumberText.milliseconds(span.mean)) ms against \(NumberText.milliseconds(declared)) ms in the mean "
        + "(\(NumberText.fixed(ratio, decimals: 2)) times, limit 1 +- \(costShareMax)); "
        + "\(ToolName.current) calibrate makes a device of this machine",
      holds: abs(ratio - 1) <= costShareMax)
  }

  /// Mean declared cost of a request's decode, nanoseconds.
  private static func meanCost(_ virtual: RunFacts) -> Double {
    Double(virtual.tally.requestedCost) / Double(max(1, virtual.tally.requests.count))
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String { NumberText.milliseconds(Double(nanoseconds)) }
}
