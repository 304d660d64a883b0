import CacheLab
import LabRecords

/// The figures of all jobs of a sweep. All that is said of a sweep is a view of it: a
/// summary, a comparison with one strategy, a recommendation.
///
/// Over a pack, its traces are those of groups of users: figures are means over the traces of a group.
public struct SweepTable: Sendable {
  public let plan: SweepPlan
  /// By the number of the job.
  private let figures: [SweepFigures]
  /// The traces of a pack; nil for traces that are listed.
  public let population: Population?

  /// - Precondition: a row for each job.
  public init(plan: SweepPlan, rows: [SweepRow]) {
    let rows = rows.sorted { $0.number < $1.number }
    precondition(rows.map(\.number) == Array(0..<plan.jobCount), "a row for each job")
    self.init(plan: plan, figures: rows.map { SweepFigures($0) })
  }

  init(plan: SweepPlan, figures: [SweepFigures], population: Population? = nil) {
    (self.plan, self.figures, self.population) = (plan, figures, population)
  }

  /// Reads the file of a whole sweep.
  ///
  /// - Parameter rule: The rule by which traces of a pack are counted.
  /// - Throws: `SweepError` for one shard of several, and for a damaged file.
  public init(reading path: String, _ rule: Population.Rule = Population.Rule()) throws(SweepError) {
    let reader = try SweepReader(path)
    guard reader.shard.isWhole else {
      throw SweepError(
        path, "it is shard \(reader.shard): put all of them together with '\(ToolName.current) sweep merge'")
    }
    if reader.plan.isPopulation {
      self = try Population.table(reader, rule)
      return
    }
    var figures: [SweepFigures] = []
    while let (row, _) = try reader.next() { figures.append(SweepFigures(row)) }
    self.init(plan: reader.plan, figures: figures)
  }

  subscript(strategy: Int, trace trace: Int, screen screen: Int, device device: Int) -> SweepFigures {
    figures[plan.number(strategy: strategy, trace: trace, screen: screen, device: device)]
  }

  func mean(_ strategy: Int, traces: [Int], screen: Int? = nil) -> SweepFigures {
    let screens = screen.map { $0..<($0 + 1) } ?? plan.screens.indices
    return SweepFigures(
      over: traces.flatMap { trace in
        screens.flatMap { screen in
          plan.devices.indices.map { self[strategy, trace: trace, screen: screen, device: $0] }
        }
      })
  }
}
