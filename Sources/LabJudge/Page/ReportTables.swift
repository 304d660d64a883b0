import CacheLab
import LabRecords

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
