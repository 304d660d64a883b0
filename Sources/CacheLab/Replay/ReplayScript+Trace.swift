import StrategyKit

extension ReplayScript {
  /// What of a trace a replay acts on.
  public init(_ trace: Trace) {
    var steps: ContiguousArray<Step> = []
    steps.reserveCapacity(trace.entries.count)
    for entry in trace.entries {
      let time = Nanoseconds(rawValue: entry.time)
      switch entry.kind {
      case .sample: steps.append(Step(time: time, value: entry.value, kind: .frame))
      case .event(.layout): steps.append(Step(time: time, value: entry.value, kind: .layout))
      case .event(.insert), .event(.remove), .event(.access):
        steps.append(Step(time: time, value: entry.value, kind: .content))
      case .event(.memoryWarning): steps.append(Step(time: time, kind: .memoryWarning))
      case .event(.background): steps.append(Step(time: time, kind: .background))
      case .event, .signal: break
      }
    }
    self.init(
      steps: steps, layouts: trace.layouts, contents: trace.contents, signals: SignalWalk.signals(of: trace),
      end: trace.end)
  }
}
