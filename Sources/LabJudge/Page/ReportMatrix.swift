public import LabRecords

/// The records of strategies over traces, in the order in which a report shows them.
public struct ReportMatrix: Sendable {
  /// The records by trace, then by strategy.
  public let records: [RunRecord]
  /// The strategies: the one to ship, others by noticed waits, oracles, then those that are set aside.
  public let strategies: [String]
  let choices: [String]
  /// The traces; a one-way trace and its counterpart under iOS physics are neighbours.
  public let traces: [String]
  /// The traces that every compared strategy ran on; means are over these.
  let common: [String]
  /// The strategy to ship, or nil if none is compared.
  public let best: String?
  /// The runs that are set aside, in words, or nil if there are none.
  let asideWords: String?
  /// The set of all traces, if the report has other sets too.
  let set: String?

  init(_ records: [RunRecord], ofSet set: String? = nil) {
    let records = RunRecord.distinct(records)
    self.set = set
    let all = records.map(\.strategy).unique
    func record(_ strategy: String, _ trace: String) -> RunRecord? {
      records.last { $0.strategy == strategy && $0.trace == trace }
    }
    let traces = records.map(\.trace).unique.sorted {
      (ReportMatrix.base(of: $0), $0.count, $0) < (ReportMatrix.base(of: $1), $1.count, $1)
    }
    let shared = Set(records.sharedTraces)
    let common = traces.filter { shared.contains($0) }
    let oracles = Set(records.filter(\.isOracle).map(\.strategy))
    let means = all.map { name in
      Dictionary(
        uniqueKeysWithValues: Column.judged.map { column in
          let values = common.compactMap { record(name, $0).flatMap(column.number) }
          return (column, column == .peak ? values.max() : values.mean)
        })
    }
    let lead =
      common.isEmpty || RunRecord.refusal(records) != nil
      ? nil
      : BestRow.index(
        of: Array(all.indices), name: { all[$0] }, isOracle: { oracles.contains(all[$0]) },
        number: { (means[$0][$1] ?? nil) })
    best = lead.map { all[$0] }
    let waits = means.map { ($0[.noticed] ?? nil) ?? .infinity }
    let sorted = all.indices.sorted { (waits[$0], $0) < (waits[$1], $1) }.sorted { one, two in
      one == lead && two != lead
    }.map { all[$0] }
    choices = sorted.filter { !oracles.contains($0) }
    let strategies = choices + sorted.filter { oracles.contains($0) }
    (self.strategies, self.traces, self.common, asideWords) = (strategies, traces, common, records.asideWords)
    self.records = traces.flatMap { trace in strategies.compactMap { record($0, trace) } }
  }

  /// A matrix for each set of traces, so that no mean is over two sets.
  var sets: [ReportMatrix] {
    let names = records.map(\.traceName)
    let groups = TraceGroup.all(names)
    return groups.count < 2 ? [self] : groups.map { ReportMatrix($0.traces.map { records[$0] }, ofSet: $0.name) }
  }

  var commonWords: String { TraceGroup.words(common, of: set) }

  public func record(_ strategy: String, _ trace: String) -> RunRecord? {
    records.first { $0.strategy == strategy && $0.trace == trace }
  }

  public func records(on trace: String) -> [RunRecord] { records.filter { $0.trace == trace } }

  var sharedRecords: [RunRecord] { records.shared }

  var hasThumbnails: Bool { records.contains { $0.metric(.thumbnailRatio)?.number != nil } }

  func values(_ strategy: String, _ value: (RunRecord) -> Double?) -> [(trace: String, value: Double)] {
    common.compactMap { trace in record(strategy, trace).flatMap(value).map { (trace, $0) } }
  }

  func mean(_ strategy: String, _ value: (RunRecord) -> Double?) -> Double? {
    values(strategy, value).map(\.value).mean
  }

  func most(_ strategy: String, _ value: (RunRecord) -> Double?) -> (trace: String, value: Double)? {
    values(strategy, value).max { $0.value < $1.value }
  }

  /// Pairs of traces of the same fingers: as recorded, and under the published physics of iOS.
  public var pairs: [(oneWay: String, physics: String)] {
    traces.filter { !$0.hasPrefix("ios-") && traces.contains("ios-" + $0) }.map { ($0, "ios-" + $0) }
  }

  /// The traces that a report draws in full by default: the pair on which strategies differ most, or else the trace.
  public var mostContrasting: [String] {
    func spread(_ trace: String) -> Double {
      let waits = records(on: trace).compactMap(Column.noticed.number)
      return (waits.max() ?? 0) - (waits.min() ?? 0)
    }
    let pair = pairs.max { spread($0.oneWay) + spread($0.physics) < spread($1.oneWay) + spread($1.physics) }
    if let pair { return [pair.oneWay, pair.physics] }
    return traces.max { spread($0) < spread($1) }.map { [$0] } ?? []
  }

  private static func base(of trace: String) -> String {
    trace.hasPrefix("ios-") ? String(trace.dropFirst("ios-".count)) : trace
  }
}

// MARK: Tables

extension ReportMatrix {
  /// The strategy to ship and its deciding figures, one line for each set of traces, or the reason why there is none.
  var answers: [PagePart] {
    if let refusal = RunRecord.refusal(records, withTraces: true) { return [.warning(refusal)] }
    let lines = sets.compactMap { matrix in
      (matrix.best ?? (matrix.choices.count == 1 ? matrix.choices[0] : nil)).map { name in
        func text(_ column: Column) -> String { column.text(matrix.figure(name, column)) }
        return PagePart.answer(
          "\(name) on \(matrix.commonWords): \(text(.noticed)) noticed waits of 1,000 cells, first screen "
            + "\(text(.firstSharp)) ms, peak \(text(.peak)) MB, \(text(.work)) decodes a request")
      }
    }
    let aside = asideWords.map { PagePart.note("Set aside, for not every strategy ran on them: \($0).") }
    return (common.isEmpty ? [.warning("These runs share no trace, so none is marked.")] : lines)
      + [aside].compactMap(\.self)
  }

  /// Returns a figure over the common traces: the highest peak, or the mean of any other column.
  private func figure(_ name: String, _ column: Column) -> Double? {
    column == .peak ? most(name, column.number)?.value : mean(name, column.number)
  }

  /// A table of strategies for each set of traces, one row each, the strategy to ship first.
  var overview: [PagePart] { sets.flatMap(\.overviewOfSet) + [.note(ReportMatrix.overviewLegend)] }

  private var overviewOfSet: [PagePart] {
    func column(_ heading: [String], _ column: Column, _ value: @escaping (String) -> Double?) -> TableColumn<String> {
      // Deciding columns have bars if their values differ.
      let decides = Column.judged.contains(column) && Set(strategies.map { column.text(value($0)) }).count > 1
      return TableColumn(heading, bar: { decides ? value($0) : nil }) { column.text(value($0)) }
    }
    func mean(_ figure: Column, _ heading: String...) -> TableColumn<String> {
      column(heading, figure) { self.mean($0, figure.number) }
    }
    func worst(_ figure: Column, _ heading: String...) -> TableColumn<String> {
      column(heading, figure) { self.most($0, figure.number)?.value }
    }
    func has(_ metric: Metric) -> Bool { records.contains { $0.metric(metric)?.number != nil } }
    let columns: [TableColumn<String>?] = [
      .words("strategy") { $0 }, mean(.noticed, "waits noticed", "of 1,000"),
      has(.firstScreenSharpTime) ? mean(.firstSharp, "first screen", "sharp, ms") : nil,
      worst(.peak, "bitmaps", "peak, MB"), mean(.work, "decodes", "a request"),
      worst(.noticed, "noticed,", "worst trace"), mean(.hits, "images", "ready"),
      .numbers("sharp") { NumberText.sharp(self.mean($0, Column(.warmSharpRatio).number)) },
      hasThumbnails ? mean(.thumbnailArea, "thumb-", "nails") : nil, mean(.blank, "blank"),
      worst(.waitP95, "time to image", "p95, worst, ms"),
      has(.peakRSS) ? worst(Column(.peakRSS), "RSS", "peak, MB") : nil,
      .words("drives", "Photos", text: drives),
    ]
    let shown = columns.compactMap(\.self)
    let table = PagePart.table(
      TextTable(strategies, shown, lead: strategies.firstIndex { $0 == best }), label: "Strategies over \(commonWords)",
      bars: shown.map { column in strategies.map(column.bar) })
    return set == nil ? [table] : [.subtitle(commonWords), table]
  }

  private func drives(_ name: String) -> String {
    guard let record = records.first(where: { $0.strategy == name }) else { return "" }
    if record.isOracle { return "an oracle, not to ship" }
    return record.configuration.canDrivePhotos ? "yes" : "no"
  }

  private static let overviewLegend =
    "Marked: \(BestRow.legend). Means, worst and peaks are over the traces that all of these strategies ran on. Waits "
    + "noticed: cells after the first screen that did not show their image within 100 ms. Images ready: found when their "
    + "cell appeared. Sharp, thumbnails, blank: shares of the visible cell area over time that show their image, a "
    + "thumbnail alone, and nothing. All but the first screen leave out the first frame, which no strategy can have ready. "
    + "Decodes a request: decodes of images for each that a cell asks for."

  /// The results of recorded traces beside those of the same fingers under iOS physics; empty without such a pair.
  var physics: [PagePart] {
    if pairs.isEmpty { return [] }
    let legend =
      "The recorded fling, and what an iPhone's published physics makes of the same strokes. Load: what the requests cost "
      + "over what the workers can decode; in a worst second above 1 no strategy can have everything ready. MB: peak of bitmap "
      + "memory."
    return [
      .details(
        "The same fingers, two scroll physics", [.note(legend)] + pairs.flatMap { physics([$0.oneWay, $0.physics]) })
    ]
  }

  private func physics(_ traces: [String]) -> [PagePart] {
    let figures = [
      ("noticed", Column.noticed), ("ready", .hits), ("MB", .peak),
    ]
    let columns = traces.flatMap { trace in
      figures.map { title, figure in
        TableColumn<String>.numbers(trace, title) { figure.text(record($0, trace).flatMap(figure.number)) }
      }
    }
    let rows = strategies.filter { name in traces.allSatisfy { record(name, $0) != nil } }
    let title = traces.map { name in name + (load(name).map { " (\($0))" } ?? "") }.joined(separator: " beside ")
    return [.subtitle(title), .table(TextTable(rows, [.words("strategy") { $0 }] + columns), label: title)]
  }

  /// Returns `load 0.75, worst second 1.93`, or nil if the record has no loads.
  private func load(_ trace: String) -> String? {
    guard let record = records(on: trace).first, let load = record.metric(.load)?.number,
      let worst = record.metric(.loadWorstSecond)?.number
    else { return nil }
    return "load \(NumberText.fixed(load, decimals: 2)), worst second \(NumberText.fixed(worst, decimals: 2))"
  }
}
