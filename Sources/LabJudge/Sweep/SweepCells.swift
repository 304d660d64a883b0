/// The figures of a sweep's jobs by their places in the plan, and means over them.
struct SweepCells: Sendable {
  let plan: SweepPlan
  /// By number of the job.
  private let figures: [SweepFigures]

  /// - Parameter table: Of a whole sweep.
  init(_ table: SweepTable) {
    plan = table.plan
    figures = table.rows.map { SweepFigures($0) }
  }

  subscript(trace trace: Int, screen screen: Int, device device: Int, strategy strategy: Int) -> SweepFigures {
    let view = trace * plan.screens.count + screen
    return figures[(view * plan.devices.count + device) * plan.strategies.count + strategy]
  }

  /// The mean of a strategy over some traces and all devices, on one screen or on all.
  func mean(strategy: Int, traces: [Int], screen: Int? = nil) -> SweepFigures {
    var runs: [SweepFigures] = []
    for trace in traces {
      for screen in screen.map({ $0..<($0 + 1) }) ?? plan.screens.indices {
        for device in plan.devices.indices {
          runs.append(self[trace: trace, screen: screen, device: device, strategy: strategy])
        }
      }
    }
    return SweepFigures(over: runs)
  }
}
