import StrategyKit

extension TraceDocument {
  /// The trace on another screen, as `Trace.applying` moves it: offsets keep their row.
  ///
  /// - Returns: the document, and how many frames lay beyond the new screen's ends and were moved to them.
  /// - Throws: `TraceError` when no cell fits.
  public func scaled(to screen: ScreenOverride, name: String) throws(TraceError) -> (TraceDocument, clamped: Int) {
    let trace = try trace(name: name)
    let scaled = try trace.applying(screen)
    var result = TraceDocument(header: header)
    result.setLayout(scaled.layouts[0], content: nil)
    var entries = scaled.entries.makeIterator()
    var next = entries.next()
    var (number, inForce) = (0, 0)
    var clamped = scaled.clampedFrames
    for line in lines {
      switch line.body {
      case .sample:
        while let entry = next, entry.time < line.time || entry.kind != .sample {
          inForce = entry.layout ?? inForce
          next = entries.next()
        }
        guard let entry = next, entry.time == line.time else { continue }
        // A file holds no more overscroll than a screen; a lower screen may have less room above than the old one had.
        let low = -scaled.layouts[inForce].viewportHeight.rawValue
        if entry.value < low { clamped += 1 }
        result.sample(line.time, max(entry.value, low))
      case .event("layout", _):
        number += 1
        result.event(line.time, .layout, .object(TraceValue.geometry(scaled.layouts[number])))
      case .event(let code, let details?) where line.changesLayout:
        number += 1
        var changed = TraceDocument.value(details)
        let layout = scaled.layouts[number]
        if changed?["content"] != nil { changed?.set("content", .content(layout)) }
        result.lines.append(Line(time: line.time, body: .event(code, details: changed?.json ?? details)))
      case .event(let code, let details?):
        let scale = screen.scale(of: trace.layouts[number], headerColumns: trace.layouts[0].columns)
        let changed = TraceDocument.value(details).map { TraceDocument.scaled($0, by: scale).json }
        result.lines.append(Line(time: line.time, body: .event(code, details: changed ?? details)))
      default: result.lines.append(line)
      }
    }
    return (result, clamped)
  }

  /// Offsets and speeds in an event's details, as samples are scaled.
  private static func scaled(_ details: TraceValue, by scale: (new: Int128, old: Int128)) -> TraceValue {
    var result = details
    for key in ["v", "target", "from", "to"] {
      guard case .number(let number, _)? = details[key], let value = number.scaled(decimals: 3) else { continue }
      let moved = Int128(value) * scale.new / scale.old
      result.set(key, .thousandths(Int64(clamping: moved)))
    }
    return result
  }
}
