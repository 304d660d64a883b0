import Strategies

/// Runs a strategy over offsets and keeps the set of started items, as an engine that applies its plans would.
struct PlanModel {
  var strategy: any StrategyBehaviour
  let layout: GridLayout
  var meanDecodeTime = Nanoseconds.zero
  private(set) var started: Set<Int32> = []
  private(set) var lastSteps: [Plan.Step] = []

  init(_ spec: String, layout: GridLayout) throws {
    let spec = try StrategySpec(spec)
    strategy = spec.makeStrategy()
    self.layout = layout
  }

  mutating func scroll(to offset: Int64, at time: Int64 = 0) {
    var plan = Plan()
    let frame = FrameContext(
      time: Nanoseconds(rawValue: time), offset: MilliPoints(rawValue: offset), layout: layout,
      meanDecodeTime: meanDecodeTime)
    strategy.viewportChanged(frame, plan: &plan)
    for step in plan.steps {
      switch step {
      case .start(let items): started.formUnion(items.lower..<items.upper)
      case .stop(let items): started.subtract(items.lower..<items.upper)
      }
    }
    lastSteps = Array(plan.steps)
  }
}

/// Items that share a positive height with [low, high), both times `unit`, one by one.
func itemsOverlapping(_ low: Int64, _ high: Int64, unit: Int64 = 1, in layout: GridLayout) -> Set<Int32> {
  guard low < high else { return [] }
  return Set(
    (0..<layout.count).filter { item in
      let minY = layout.extent(ofRow: Int64(item / layout.columns)).minY.rawValue * unit
      return minY < high && minY + layout.cellHeight.rawValue * unit > low
    })
}
