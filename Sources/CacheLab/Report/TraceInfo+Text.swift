extension TraceInfo {
  /// Traces as a table, a row each, with their origin below.
  public static func table(_ traces: [(name: String, trace: Trace)]) -> String {
    var table = TextTable(columns: [
      .init(["trace"], alignsRight: false), .init(["kind"], alignsRight: false), .init(["Hz"]), .init(["samples"]),
      .init(["seconds"]), .init(["peak", "screens/s"]), .init(["mean", "screens/s"]), .init(["distance", "screens"]),
      .init(["reversals"]), .init(["jumps"]), .init(["layouts"]), .init(["overscroll", "samples"]),
    ])
    for (name, trace) in traces {
      let info = TraceInfo(trace)
      table.append([
        name, trace.header.source.kind ?? "-", trace.header.refreshHz.map { "\($0)" } ?? "-",
        NumberText.grouped(Int64(info.sampleCount)), NumberText.fixed(info.seconds, decimals: 1),
        NumberText.fixed(info.peakSpeed, decimals: 1), NumberText.fixed(info.meanSpeed, decimals: 1),
        NumberText.fixed(info.distance, decimals: 1), "\(info.reversals)", "\(info.jumps)", "\(info.layoutChanges)",
        "\(info.overscrolledSamples)",
      ])
    }
    var text = table.text()
    for (name, trace) in traces {
      let header = trace.header
      let origin = [header.source.by, header.source.fingers, header.device].compactMap { $0 }
      text += "\n\(name): \(header.title ?? "untitled")\n"
      text += origin.map { "  \($0)\n" }.joined()
      text += "  sha256 \(trace.sha256)\n"
    }
    return text
  }

  public func json(name: String) -> JSON {
    .object([
      "name": .string(name), "seconds": .number(seconds), "samples": .integer(Int128(sampleCount)),
      "peak-screens-per-second": .number(peakSpeed), "mean-screens-per-second": .number(meanSpeed),
      "distance-screens": .number(distance), "reversals": .integer(Int128(reversals)),
      "jumps": .integer(Int128(jumps)), "layout-changes": .integer(Int128(layoutChanges)),
      "overscroll-samples": .integer(Int128(overscrolledSamples)),
    ])
  }
}
