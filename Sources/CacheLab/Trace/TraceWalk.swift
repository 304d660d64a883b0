import StrategyKit

/// Goes through a trace's entries and adds up what `TraceInfo` tells.
struct TraceWalk {
  private let layouts: [GridLayout]
  private let contents: [GridContent?]
  private var layout: GridLayout
  /// What the grid shows; nil where place and photo are the same.
  private var content: GridContent?
  private var last: (time: Int64, offset: Int64)?
  private var direction: Int64 = 0
  private var leaps = false
  private var changed = false

  private(set) var samples = 0
  private(set) var signals = TraceSignals()
  private(set) var reversals = 0
  private(set) var jumps = 0
  private(set) var layoutChanges = 0
  private(set) var contentChanges = 0
  private(set) var overscrolled = 0
  /// Thousandths of a point.
  private(set) var overscroll: Int64 = 0
  /// Viewport heights.
  private(set) var distance = 0.0
  /// Movements from sample to sample: viewport heights a second, and for how many seconds.
  private(set) var steps: [(speed: Double, elapsed: Double)] = []
  /// By photo.
  private(set) var seen: [Bool]
  private var shown = 0..<0

  init(_ trace: Trace) {
    layouts = trace.layouts
    contents = trace.contents
    layout = trace.layouts[0]
    content = trace.contents[0]
    let bounds = zip(trace.layouts, trace.contents).map { $1?.photoBound ?? $0.count }
    seen = Array(repeating: false, count: Int(bounds.max() ?? 0))
  }

  mutating func take(_ entry: TraceEntry) {
    signals.take(entry)
    switch entry.kind {
    case .event(.jump):
      jumps += 1
      leaps = true
    case .event(.layout):
      layoutChanges += 1
      changed = true
      show(entry)
    case .event(.insert), .event(.remove), .event(.access):
      contentChanges += 1
      changed = true
      show(entry)
    case .event, .signal: break
    case .sample: takeSample(entry.time, entry.value)
    }
  }

  private mutating func show(_ entry: TraceEntry) {
    guard let number = entry.layout else { return }
    layout = layouts[number]
    content = contents[number]
    // What the frame before showed lies elsewhere now.
    shown = 0..<0
  }

  private mutating func takeSample(_ time: Int64, _ offset: Int64) {
    samples += 1
    let past = max(-offset, offset - layout.lastOffset.rawValue)
    if past > 0 {
      overscrolled += 1
      overscroll = max(overscroll, past)
    }
    if let last, !changed { step(from: last, to: (time, offset)) }
    see(offset)
    last = (time, offset)
    (leaps, changed) = (false, false)
  }

  private mutating func step(from: (time: Int64, offset: Int64), to: (time: Int64, offset: Int64)) {
    let moved = to.offset - from.offset
    guard moved != 0 else { return }
    let screens = Double(moved.magnitude) / Double(layout.viewportHeight.rawValue)
    distance += screens
    if !leaps {
      let elapsed = Double(to.time - from.time) / 1e9
      steps.append((screens / elapsed, elapsed))
    }
    if direction * moved.signum() < 0 { reversals += 1 }
    direction = moved.signum()
  }

  /// Marks what is visible.
  private mutating func see(_ offset: Int64) {
    let range = layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: offset)))
    let items = Int(range.lower)..<Int(range.upper)
    if items == shown { return }
    shown = items
    for photos in content?.photos(at: range) ?? [range] {
      for photo in photos.lower..<photos.upper { seen[Int(photo)] = true }
    }
  }
}
