import CacheLab
import LabBase
import LabRecords

extension ReportMatrix {
  /// Strategies over the traces of a set, a row each, the one that lacks least first; of several sets a table each.
  var overview: [PagePart] { sets.flatMap(\.overviewOfSet) + [.note(ReportMatrix.overviewLegend)] }

  private var overviewOfSet: [PagePart] {
    func mean(_ figure: Column, _ heading: String...) -> TableColumn<String> {
      let value = { self.mean($0, figure.number) }
      return TableColumn(heading, bar: { figure.unit == .nanoseconds ? nil : value($0) }) { figure.text(value($0)) }
    }
    func worst(_ figure: Column, _ heading: String..., hasBar: Bool = false) -> TableColumn<String> {
      let value = { self.most($0, figure.number)?.value }
      return TableColumn(heading, bar: { hasBar ? value($0) : nil }) { figure.text(value($0)) }
    }
    func has(_ metric: Metric) -> Bool { records.contains { $0.metric(metric)?.number != nil } }
    let sharp = { self.mean($0) { ReportMatrix.lacking($0).map { 1 - $0 } } }
    let columns: [TableColumn<String>?] = [
      .words("strategy") { $0 }, mean(Column(.warmHitRate), "images ready", "mean"),
      TableColumn(["sharp", "mean"], bar: sharp) { NumberText.sharp(sharp($0)) },
      hasThumbnails ? mean(Column(.warmSoftRatio), "thumbnails", "mean") : nil,
      mean(Column(.warmBlankRatio), "blank", "mean"),
      .words(hasThumbnails ? "not sharp" : "blank", "worst trace") { name in
        most(name, ReportMatrix.lacking).map { "\(NumberText.percent($0.value)) \($0.trace)" } ?? "-"
      },
      has(.firstScreenSharpTime) ? mean(Column(.firstScreenSharpTime), "first screen", "sharp, mean ms") : nil,
      worst(Column(.warmTimeToImage, .p95), "time to image", "p95, worst, ms"),
      worst(Column(.peakBitmapBytes), "bitmaps", "peak, MB", hasBar: true),
      mean(Column(.decodesPerRequest), "decodes", "a request"),
      has(.peakRSS) ? worst(Column(.peakRSS), "RSS", "peak, MB") : nil,
      .words("drives", "Photos", text: drives),
    ]
    let shown = columns.compactMap(\.self)
    let table = PagePart.table(
      TextTable(compared, shown), label: "Strategies over \(commonWords)",
      bars: shown.map { column in compared.map(column.bar) }, lead: compared.firstIndex { $0 == best })
    return set == nil ? [table] : [.subtitle(commonWords), table]
  }

  private func drives(_ name: String) -> String {
    guard let record = records.first(where: { $0.strategy == name }) else { return "" }
    if record.isOracle { return "an oracle, not to ship" }
    return record.configuration.drivesPhotos ? "yes" : "no"
  }

  private static let overviewLegend =
    "Means and worst are over the traces that all of these strategies ran on. Images ready: found when their cell "
    + "appeared. Sharp, thumbnails, blank: shares of the visible cell area over time that show their image, a thumbnail "
    + "alone, and nothing. All these leave out the first screen, which no strategy can have ready; how long it takes to be "
    + "sharp stands beside them. Decodes a request: decodes of images for each that a cell asks for. Peaks are the highest of any of these traces."

  /// The same fingers in two scroll views, side by side: recorded traces and what the physics of iOS makes of them; none
  /// without such a pair.
  var physics: [PagePart] {
    if pairs.isEmpty { return [] }
    return [
      .chapter("The same fingers, two scroll physics"),
      .note(
        "A strategy that is tried on one scroll view alone is tuned to it and not to people: the recorded fling and what an "
          + "iPhone's published physics makes of the same strokes. Load: what the requests cost over what the workers can "
          + "decode; in a worst second above 1 nobody can have everything ready. MB: peak of bitmap memory."),
    ] + pairs.flatMap { physics([$0.oneWay, $0.physics]) }
  }

  private func physics(_ traces: [String]) -> [PagePart] {
    let figures = [
      ("ready", Column(.warmHitRate)), ("blank", Column(.warmBlankRatio)), ("MB", Column(.peakBitmapBytes)),
    ]
    let columns = traces.flatMap { trace in
      figures.map { title, figure in
        TableColumn<String>.numbers(trace, title) { figure.text(record($0, trace).flatMap(figure.number)) }
      }
    }
    // Those that ran on both.
    let rows = strategies.filter { name in traces.allSatisfy { record(name, $0) != nil } }
    let title = traces.map { name in name + (load(name).map { " (\($0))" } ?? "") }.joined(separator: " beside ")
    return [.subtitle(title), .table(TextTable(rows, [.words("strategy") { $0 }] + columns), label: title)]
  }

  /// `load 0.75, worst second 1.93`; nil where a record does not say it.
  private func load(_ trace: String) -> String? {
    guard let record = records(on: trace).first, let load = record.metric(.load)?.number,
      let worst = record.metric(.loadWorstSecond)?.number
    else { return nil }
    return "load \(NumberText.fixed(load, decimals: 2)), worst second \(NumberText.fixed(worst, decimals: 2))"
  }
}
