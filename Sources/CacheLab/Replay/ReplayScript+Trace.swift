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

/// Goes through a trace's entries and notes what a phone would know of the scroll, when it would know it.
///
/// A touch, a drag, a lift, the way to the top and a dragged scroll indicator change the phase from their line on. The
/// offset at which a fling will stop (`up` with `target`, `bounce` with `to`, 0 for `top`) is told with the first frame
/// after that line. A layout, or another content, ends what is known of it. Rest is an `idle` line, or an offset that has
/// not changed for 100 ms while it coasts. A trace without a line of the finger tells nothing. Where a driver has written
/// what it told (`phase`), that alone is told.
private struct SignalWalk {
  /// As where a trace has no `idle` lines.
  private static let restAfter: Int64 = 100_000_000

  private let layouts: [GridLayout]
  private var layout: GridLayout
  private(set) var signals: ContiguousArray<ReplayScript.Signal> = []
  private var phase = ScrollPhase.still
  private var target: MilliPoints?
  private var offset: Int64?
  /// A driver said what it told: nothing is derived.
  private var isTold = false
  /// When the offset or the phase last changed.
  private var changedAt: Int64 = 0

  static func signals(of trace: Trace) -> ContiguousArray<ReplayScript.Signal> {
    guard trace.entries.contains(where: { $0.isOfFinger }) else { return [] }
    var walk = SignalWalk(trace.layouts)
    for entry in trace.entries { walk.take(entry) }
    return walk.signals
  }

  private init(_ layouts: [GridLayout]) {
    self.layouts = layouts
    layout = layouts[0]
    tell(at: 0)
  }

  private mutating func take(_ entry: TraceEntry) {
    let time = entry.time
    switch entry.kind {
    case .sample: sample(entry.value, at: time)
    case .event(.down): become(.tracking, at: time)
    case .event(.drag): become(.dragging, at: time)
    case .event(.up): become(.decelerating, to: entry.target, at: time)
    case .event(.decel): if phase != .decelerating { become(.decelerating, at: time) }
    case .event(.bounce): if let edge = entry.target { become(.decelerating, to: edge, at: time) }
    case .event(.idle): become(.still, at: time)
    case .event(.top): become(.animated, to: 0, at: time)
    case .event(.scrub): become(entry.value == 0 ? .still : .scrubbing, at: time)
    case .signal(let phase):
      (isTold, self.phase, target) = (true, phase, entry.target.map { MilliPoints(rawValue: $0) })
      tell(at: time)
    case .event:
      guard let number = entry.layout else { return }
      layout = layouts[number]
      if target != nil && !isTold { become(phase, at: time) }
    }
  }

  private mutating func sample(_ value: Int64, at time: Int64) {
    if value != offset {
      offset = value
      changedAt = time
    } else if !isTold && (phase == .decelerating || phase == .animated) && time - changedAt >= SignalWalk.restAfter {
      become(.still, at: time)
    }
  }

  private mutating func become(_ next: ScrollPhase, to offset: Int64? = nil, at time: Int64) {
    (phase, target, changedAt) = (next, nil, time)
    tell(at: time)
    guard let offset else { return }
    target = MilliPoints(rawValue: min(max(offset, 0), layout.lastOffset.rawValue))
    tell(at: time + 1)
  }

  private mutating func tell(at time: Int64) {
    // A signal that is overtaken before its time was never told.
    while let last = signals.last, last.time >= time { signals.removeLast() }
    signals.append(ReplayScript.Signal(time: Nanoseconds(rawValue: time), phase: phase, target: target))
  }
}
