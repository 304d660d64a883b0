/// The records of strategies over traces that differ in nothing else, in the order in which a report shows them.
public struct ReportMatrix: Sendable {
  /// The shared settings in words: `decode-12ms`, the library, the screen if flags gave one.
  public let name: String
  /// The records by trace, then by strategy.
  public private(set) var records: [RunRecord]
  /// The strategies: the one to ship, others by noticed waits, oracles, then those that are set aside.
  public private(set) var strategies: [String] = []
  private(set) var choices: [String] = []
  /// The traces; a one-way trace and its counterpart under iOS physics are neighbours.
  public private(set) var traces: [String] = []
  /// The traces that every compared strategy ran on; means are over these.
  private(set) var common: [String] = []
  /// The strategy to ship, or nil if none is compared.
  public private(set) var best: String?
  /// The traces that are set aside, or nil if there are none.
  private let asideWords: String?
  /// The set of all traces, if the report has other sets too.
  let set: String?

  init(_ records: [RunRecord], name: String = "", ofSet set: String? = nil) {
    (self.records, self.name, self.set, asideWords) = (records, name, set, records.asideWords)
    traces = records.map(\.trace).unique.ordered {
      (ReportMatrix.base(of: $0), $0.count, $0) < (ReportMatrix.base(of: $1), $1.count, $1)
    }
    let shared = Set(records.sharedTraces)
    common = traces.filter { shared.contains($0) }
    let names = records.map(\.strategy).unique
    let oracles = Set(records.filter(\.isOracle).map(\.strategy))
    if !common.isEmpty, RunRecord.refusal(records) == nil {
      let index = BestRow.index(of: names, name: \.self, isOracle: oracles.contains) {
        figure($0, $1, isWorst: $1 == .peak)
      }
      best = index.map { names[$0] }
    }
    let waits = names.map { mean($0, .noticed) ?? .infinity }
    let sorted = names.indices.ordered { (waits[$0], $0) < (waits[$1], $1) }.map { names[$0] }
    choices = [best].compactMap(\.self) + sorted.filter { $0 != best && !oracles.contains($0) }
    strategies = choices + sorted.filter(oracles.contains)
    self.records = traces.flatMap { trace in strategies.compactMap { record($0, trace) } }
  }

  /// Returns the records by setting, the setting with the most records first.
  public static func settings(of records: [RunRecord]) -> [ReportMatrix] {
    let groups = RunRecord.distinct(records).grouped { SettingValues($0) }
    let largest = groups.map(\.members.count).max() ?? 0
    let ordered = groups.filter { $0.members.count == largest } + groups.filter { $0.members.count != largest }
    return ordered.map { setting, members in
      // Settings with the same text add their differences.
      let differences = setting.differences(from: ordered.map(\.key).filter { $0.text == setting.text })
      return ReportMatrix(members, name: ([setting.text] + differences).joined(separator: ", "))
    }
  }

  /// A matrix for each set of traces, so that no mean is over two sets.
  var sets: [ReportMatrix] {
    let groups = TraceGroup.all(records.map(\.traceName))
    return groups.count < 2 ? [self] : groups.map { ReportMatrix($0.traces.map { records[$0] }, ofSet: $0.name) }
  }

  var commonWords: String { TraceGroup.words(common, of: set) }

  public func record(_ strategy: String, _ trace: String) -> RunRecord? {
    records.last { $0.strategy == strategy && $0.trace == trace }
  }

  public func records(on trace: String) -> [RunRecord] { records.filter { $0.trace == trace } }

  /// Returns a figure over the common traces: the highest, or the mean.
  private func figure(_ strategy: String, _ column: Column, isWorst: Bool) -> Double? {
    let values = common.compactMap { record(strategy, $0).flatMap(column.number) }
    return isWorst ? values.max() : values.mean
  }

  func mean(_ strategy: String, _ column: Column) -> Double? { figure(strategy, column, isWorst: false) }

  /// The traces that a report draws in full by default: the pair on which strategies differ most, or else the trace.
  public var mostContrasting: [String] {
    func spread(_ trace: String) -> Double {
      let waits = records(on: trace).compactMap(Column.noticed.number)
      return (waits.max() ?? 0) - (waits.min() ?? 0)
    }
    return (pairs.isEmpty ? traces.map { [$0] } : pairs).max {
      $0.reduce(0) { $0 + spread($1) } < $1.reduce(0) { $0 + spread($1) }
    } ?? []
  }

  /// The same fingers, as recorded and under the published physics of iOS.
  private var pairs: [[String]] { traces.filter { traces.contains("ios-" + $0) }.map { [$0, "ios-" + $0] } }

  private static func base(of trace: String) -> String {
    trace.hasPrefix("ios-") ? String(trace.dropFirst("ios-".count)) : trace
  }

  /// The strategy to ship and its deciding figures, one line for each set of traces, or the reason why there is none.
  var answers: [PagePart] {
    if let refusal = RunRecord.refusal(records, withTraces: true) { return [.warning(refusal)] }
    let lines = sets.compactMap { matrix in
      (matrix.best ?? (matrix.choices.count == 1 ? matrix.choices[0] : nil)).map { name in
        func text(_ column: Column) -> String {
          column.text(matrix.figure(name, column, isWorst: column == .peak))
        }
        return PagePart.answer(
          "\(name) on \(matrix.commonWords): \(text(.noticed)) noticed waits of 1,000 cells, first screen "
            + "\(text(.firstSharp)) ms, peak \(text(.peak)) MB, \(text(.work)) decodes a request")
      }
    }
    let aside = asideWords.map { PagePart.note("Set aside, for not every strategy ran on them: \($0).") }
    return (common.isEmpty ? [.warning("These runs share no trace, so none is marked.")] : lines)
      + [aside].compactMap(\.self)
  }

  /// A table of strategies for each set of traces, one row each, the strategy to ship first.
  var overview: [PagePart] { sets.flatMap(\.overviewOfSet) + [.note(ReportMatrix.overviewLegend)] }

  private var overviewOfSet: [PagePart] {
    func column(_ figure: Column, _ heading: String..., isWorst: Bool = false) -> TableColumn<String> {
      let value = { name in self.figure(name, figure, isWorst: isWorst) }
      // Deciding columns have bars if their values differ.
      let decides = Column.judged.contains(figure) && Set(strategies.map { figure.text(value($0)) }).count > 1
      return TableColumn(heading, bar: { decides ? value($0) : nil }) { figure.text(value($0)) }
    }
    func has(_ metric: Metric) -> Bool { records.contains { $0.metric(metric)?.number != nil } }
    let columns: [TableColumn<String>?] = [
      .words("strategy") { $0 }, column(.noticed, "waits noticed", "of 1,000"),
      has(.firstScreenSharpTime) ? column(.firstSharp, "first screen", "sharp, ms") : nil,
      column(.peak, "bitmaps", "peak, MB", isWorst: true), column(.work, "decodes", "a request"),
      column(.noticed, "noticed,", "worst trace", isWorst: true), column(.hits, "images", "ready"),
      .numbers("sharp") { NumberText.sharp(mean($0, Column(.warmSharpRatio))) },
      has(.thumbnailRatio) ? column(.thumbnailArea, "thumb-", "nails") : nil, column(.blank, "blank"),
      column(.waitP95, "time to image", "p95, worst, ms", isWorst: true),
      has(.peakRSS) ? column(Column(.peakRSS), "RSS", "peak, MB", isWorst: true) : nil,
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
    return [.details("The same fingers, two scroll physics", [.note(legend)] + pairs.flatMap(physics))]
  }

  private func physics(_ traces: [String]) -> [PagePart] {
    let figures = [("noticed", Column.noticed), ("ready", .hits), ("MB", .peak)]
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
