import StrategyKit

extension TraceDocument {
  /// Returns the part between two times, in nanoseconds; its clock begins at 0 and the layout in force becomes the header's.
  ///
  /// - Throws: `InputError` if nothing of the trace lies there.
  public func cut(from: Int64, to: Int64, name: String) throws(InputError) -> TraceDocument {
    let trace = try trace(name: name)
    let end = min(to, trace.end.rawValue)
    guard from >= 0, from < end else {
      let range = "\(TraceText.milliseconds(from)) to \(TraceText.milliseconds(min(to, TraceParser.timeMax))) ms"
      throw InputError(
        name, "nothing lies in \(range)",
        cure: "the trace goes from 0 to \(TraceText.milliseconds(trace.end.rawValue)) ms")
    }
    var result = TraceDocument(header: header)
    // What is in force at the start: the last frame and layout before it, what the finger does, a scroll bar that is held.
    let before = trace.entries.prefix { $0.time <= from }
    let offset = before.last { $0.kind == .sample }?.value
    let number = before.last { $0.layout != nil }?.layout ?? 0
    let isScrubbing = before.last { $0.kind == .event(.scrub) && $0.time < from }?.value == 1
    var finger: [(code: String, details: TraceValue?)] = []
    for line in lines where line.time <= from {
      guard case .event(let code, let details) = line.body else { continue }
      if line.isLayoutChange {
        // Where a finger's scroll would have stopped is not known any longer.
        finger = finger.map { ($0.code, nil) }
      } else if line.time < from, TraceDocument.isOfStroke(code) {
        // Each begins anew but for what goes on: a drag after a touch, a fling after its lift.
        if ["down", "up", "top", "idle"].contains(code) { finger = [] }
        if code != "idle" { finger.append((code, details)) }
      }
    }
    result.begin(with: number, of: trace)
    for (code, details) in finger { result.lines.append(TraceLine(time: 0, body: .event(code, details: details))) }
    if isScrubbing { result.event(0, .scrub, .object([("on", .word("true"))])) }
    var isStarted = false
    for line in lines where line.time >= from && line.time <= end {
      if case .event("end", _) = line.body { continue }
      if line.time == from, line.isLayoutChange { continue }
      if !isStarted, line.time > from || isSample(line) {
        isStarted = true
        if let offset { result.sample(0, offset) }
        if line.time == from { continue }
      }
      result.lines.append(TraceLine(time: line.time - from, body: line.body))
    }
    if !isStarted, let offset { result.sample(0, offset) }
    result.event(end - from, .end)
    result.header.set("duration_ms", nil)
    return result
  }

  private mutating func begin(with number: Int, of trace: Trace) {
    let (layout, size) = (trace.layouts[number], trace.contentSizes[number])
    header.set("viewport", .viewport(layout))
    header.set("content", .pair(size.width, size.height))
    header.set("grid", .grid(layout))
    if layout.hasSections { header.set("scrolltrace", .version(of: layout)) }
    header.set("scale", .thousandths(layout.scaleThousandths))
    guard let content = trace.contents[number], !content.isPlain else { return }
    let items: [(key: String, value: TraceValue)] = [("items", .items(content.photos))]
    event(0, .access, .object(items + (layout.hasSections ? [("sections", .word(layout.traceSections))] : [])))
  }

  private static func isOfStroke(_ code: String) -> Bool {
    ["down", "drag", "up", "decel", "bounce", "top", "idle"].contains(code)
  }

  private func isSample(_ line: TraceLine) -> Bool { if case .sample = line.body { true } else { false } }
}
