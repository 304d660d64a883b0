public import CacheLab

extension Plot {
  /// Returns the offset and the speed of a trace over time.
  public static func trace(_ trace: Trace, name: String) -> Plot {
    let info = TraceInfo(trace)
    let title = trace.header.title.map { ": \($0)" } ?? ""
    return Plot(
      name: "trace-\(name)", title: "How does \(name) scroll\(title)?",
      subtitle: "\(NumberText.grouped(Int64(info.sampleCount))) samples, "
        + "\(NumberText.fixed(info.distance, decimals: 1)) screens, at most "
        + "\(NumberText.fixed(info.peakSpeed, decimals: 1)) screens a second; sha256 \(trace.sha256.prefix(16))",
      height: 520, data: data(trace),
      values: [
        ("end", .number(Double(max(trace.end.rawValue, 1_000_000)) / 1e9)), ("speedtic", .number(tic(info.peakSpeed))),
      ], templates: PackageResources.trace_gp)
  }

  private static func data(_ trace: Trace) -> PlotData {
    var data = PlotData("time s", "offset screens", "speed screens/s")
    var layout = trace.layouts[0]
    var last: (time: Int64, offset: Int64)?
    var leaps = false
    func append(_ time: Int64, _ offset: Int64, _ speed: String) {
      let height = Double(layout.viewportHeight.rawValue)
      data.append([
        TraceText.decimal(time / 1000, decimals: 6), NumberText.fixed(Double(offset) / height, decimals: 4), speed,
      ])
    }
    for entry in trace.entries {
      if case .event(let code) = entry.kind {
        if let number = entry.layout { layout = trace.layouts[number] }
        // A gap in both curves.
        if code == .layout || code == .jump {
          leaps = true
          data.gap()
        }
        continue
      }
      var speed = "0"
      if let last, !leaps, entry.time > last.time {
        let screens = Double(entry.value - last.offset) / Double(layout.viewportHeight.rawValue)
        speed = NumberText.fixed(screens / (Double(entry.time - last.time) / 1e9), decimals: 3)
      }
      append(entry.time, entry.value, speed)
      last = (entry.time, entry.value)
      leaps = false
    }
    if let last, last.time < trace.end.rawValue { append(trace.end.rawValue, last.offset, "0") }
    return data
  }
}
