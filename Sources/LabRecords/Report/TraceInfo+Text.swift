extension TraceInfo {
  /// Returns a table of traces, with their origins and warnings below.
  public static func table(_ traces: [(name: String, trace: Trace)]) -> String {
    let rows = traces.map { (name: $0.name, info: TraceInfo($0.trace)) }
    typealias Row = (name: String, info: TraceInfo)
    func fixed(_ value: @escaping (TraceInfo) -> Double) -> (Row) -> String {
      { NumberText.fixed(value($0.info), decimals: 1) }
    }
    let columns: [TableColumn<Row>] = [
      .words("trace", text: \.name), .numbers("seconds", text: fixed(\.seconds)),
      .numbers("samples") { NumberText.grouped(Int64($0.info.sampleCount)) },
      .numbers("speed", "p50", text: fixed(\.medianSpeed)), .numbers("", "p90", text: fixed(\.p90Speed)),
      .numbers("", "peak", text: fixed(\.peakSpeed)), .numbers("way", text: fixed(\.distance)),
      .numbers("turns") { "\($0.info.reversals)" }, .numbers("jumps") { "\($0.info.jumps)" },
      .numbers("layouts") { "\($0.info.layoutChanges)" },
      .numbers("cells", "seen") { NumberText.grouped(Int64($0.info.cellsSeen)) },
      .numbers("over-", "scroll") { NumberText.fixed($0.info.overscrollPoints, decimals: 0) },
    ]
    var text = TextTable(rows, columns).text(width: ReportPart.width)
    text += "\nspeeds in screens/s while it moves, by time; way in screens; overscroll in points at most\n"
    for ((name, trace), (_, info)) in zip(traces, rows) {
      text += "\n\(name.visible): \(trace.header.title ?? "untitled")\n"
      var lines = [origin(trace.header), info.signals].compactMap { $0 }
      if let session = trace.session { lines.append(words(of: session)) }
      let changes = info.contentChanges
      if changes > 0 { lines.append("\(NumberText.count(changes, "change")) of its photos: insert, remove, access") }
      lines.append("sha256 \(trace.sha256)")
      lines.append(NumberText.count(trace.warningCount, "warning"))
      lines += trace.warnings.map { "  \($0)" }
      text += lines.flatMap { "  \($0)".wrapped(width: ReportPart.width) }.map { $0 + "\n" }.joined()
    }
    return text
  }

  private static func words(of session: TraceSession) -> String {
    let counted = session.counters.map { "counted until \(NumberText.fixed(Double($0.time) / 1e9, decimals: 1)) s" }
    return "session: \(session.strategy), \(NumberText.count(session.workers, "request")) open at once, "
      + "\(NumberText.count(session.images.count, "answer")), \(counted ?? "no counters")"
  }

  private var signals: String {
    guard hasPhases else { return "signals: none, offsets alone" }
    var text = "signals: phase"
    if lifts > 0 { text += ", target of \(targets) of \(NumberText.count(lifts, "lift"))" }
    if ways > 0 { text += ", \(NumberText.count(ways, "way")) to the top" }
    if scrubs > 0 { text += ", \(NumberText.count(scrubs, "drag")) of the scroll indicator" }
    return text
  }

  private static func origin(_ header: TraceHeader) -> String? {
    let parts = [
      header.source.kind, header.refreshHz.map { "\($0) Hz" }, header.source.by, header.source.model,
      header.source.fingers, header.source.seed.map { "seed \($0)" }, header.device,
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  public func json(name: String) -> JSON {
    .object([
      "name": .string(name), "seconds": .number(seconds), "samples": .integer(Int128(sampleCount)),
      "peak-screens-per-second": .number(peakSpeed), "mean-screens-per-second": .number(meanSpeed),
      "p50-screens-per-second": .number(medianSpeed), "p90-screens-per-second": .number(p90Speed),
      "moving-share": .number(movingShare), "distance-screens": .number(distance),
      "reversals": .integer(Int128(reversals)), "jumps": .integer(Int128(jumps)),
      "layout-changes": .integer(Int128(layoutChanges)), "content-changes": .integer(Int128(contentChanges)),
      "cells-seen": .integer(Int128(cellsSeen)),
      "overscroll-samples": .integer(Int128(overscrolledSamples)), "overscroll-points": .number(overscrollPoints),
      "signals": .object([
        "phase": .bool(hasPhases), "lifts": .integer(Int128(lifts)), "targets": .integer(Int128(targets)),
        "ways-to-the-top": .integer(Int128(ways)), "scrubs": .integer(Int128(scrubs)),
      ]),
    ])
  }
}

extension FingerFigures {
  /// Returns the figures beside the published ones.
  public func table(_ tally: FingerTally) -> String {
    let columns = [("reader", FingerFigures.reader), ("looker", FingerFigures.looker), ("these", self)]
    var percentiles = TextTable(
      columns: [.init(["percentile"], alignsRight: false), .init([""], alignsRight: false)]
        + FingerFigures.percents.map { .init(["\($0)"]) })
    for index in distributions.indices {
      for (place, (name, figures)) in columns.enumerated() {
        let (title, values) = figures.distributions[index]
        percentiles.append(
          [place == 0 ? title : "", name]
            + (values.isEmpty ? FingerFigures.percents.map { _ in "" } : values.map { NumberText.grouped($0) }))
      }
    }
    var others = TextTable(columns: [.init([""], alignsRight: false)] + columns.map { .init([$0.0]) })
    for fact in Fact.allCases {
      others.append(
        [fact.rawValue] + columns.map { $0.1.facts[fact].map { NumberText.fixed($0, decimals: fact.decimals) } ?? "" })
    }
    return percentiles.text() + "\n" + others.text()
      + "\nreader and looker: people of two studies (docs/trust.md); these: "
      + "\(NumberText.count(tally.traceCount, "trace")), \(NumberText.count(tally.strokeCount, "stroke"))"
      + (tally.isFull ? ", the first of them" : "") + "\n"
  }

  /// Returns these figures and the published ones.
  public func json(_ tally: FingerTally) -> JSON {
    .object([
      "traces": .integer(Int128(tally.traceCount)), "strokes": .integer(Int128(tally.strokeCount)),
      "percents": .array(FingerFigures.percents.map { .integer(Int128($0)) }), "these": json,
      "reader": FingerFigures.reader.json, "looker": FingerFigures.looker.json,
    ])
  }

  private var json: JSON {
    var members: [String: JSON] = [:]
    for (name, values) in distributions { members[name] = .array(values.map { .number($0) }) }
    for (fact, value) in facts { members[fact.rawValue] = .number(value) }
    return .object(members)
  }
}
