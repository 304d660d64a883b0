/// Runs of one setting as a table for each trace, with the shared settings above it and the best row marked.
public struct RunTable: Sendable {
  package typealias Group = (title: [String], records: [RunRecord])

  package let groups: [Group]

  public init(_ records: [RunRecord]) {
    groups = RunRecord.distinct(records).grouped { $0.trace }.map { _, records in
      let title = RunTable.title(of: records[0]) + RunTable.deviceNotes(of: records).map { "note: \($0)" }
      return (title, records)
    }
  }

  /// The tables for a terminal, at most 100 columns wide.
  public var text: String {
    let parts = groups.flatMap { group -> [ReportPart] in
      let notes = RunTable.notes(of: group).map { "note: \($0)" }
      return [.wrapped(group.title), .table(RunTable.table(group.records)), .wrapped(notes)]
    }
    let mark = groups.contains { BestRow.index(of: $0.records) != nil } ? "> \(BestRow.legend); " : ""
    return (parts + [.paragraph(mark + RunTable.legend(groups.flatMap(\.records)))]).text
  }

  private struct Kinds {
    let hasThumbnails: Bool
    let isMeasured: Bool
    let hasNewScreens: Bool
    /// False if more columns would not fit the width of a page.
    var hasSeen: Bool { !hasThumbnails && !isMeasured }

    init(_ records: [RunRecord]) {
      hasThumbnails = records.contains(where: showsThumbnails)
      isMeasured = records.contains { record in
        [Metric.peakRSS, .decodeWall].contains { !Column.all(of: $0, record.metric($0)).isEmpty }
      }
      hasNewScreens = records.contains { Column(.newScreenSharpTime).number($0) != nil }
    }
  }

  package static func legend(_ records: [RunRecord]) -> String {
    let kinds = Kinds(records)
    let parts = [
      records.contains { $0.isOracle } ? "* knows the trace or has no budget: an oracle, not to ship; " : "",
      "waits noticed: cells after the first screen that did not show their image within 100 ms; hit: the image was ready when ",
      "its cell appeared; sharp\(kinds.hasThumbnails ? ", thumbs" : ""), blank: shares of the ",
      "visible cell area over time that show \(kinds.hasThumbnails ? "their image, a thumbnail alone" : "their image"), and ",
      "nothing; first screen: until each cell of the first frame ",
      "\(kinds.hasThumbnails ? "shows something, and until each " : "")is sharp",
      kinds.hasNewScreens ? "; new screens: the same after jumps and changes of layout or content" : "",
      "; decodes a cell: of images, for each cell that asked for one",
      kinds.hasSeen ? "; ahead, seen: of the decodes that began before a cell waited, those that one then showed" : "",
      ".",
    ]
    return parts.joined()
  }

  /// The tables for a pull request or a document.
  public var markdown: String {
    groups.map { group in
      let title = group.title.map(Markup.markdown)
      return "**\(title[0])**  \n" + title.dropFirst().joined(separator: "  \n") + "\n\n"
        + RunTable.table(group.records).markdown + "\n"
        + RunTable.notes(of: group).map { "Note: \(Markup.markdown($0))\n\n" }.joined()
    }.joined(separator: "\n")
  }

  package static func notes(of group: Group) -> [String] {
    let ofDevice = Set(deviceNotes(of: group.records))
    return group.records.flatMap(\.notes).filter { !ofDevice.contains($0) }.unique + budgetNotes(of: group.records)
      + [RunRecord.refusal(group.records)].compactMap(\.self)
  }

  /// Returns the notes about a device that does not suit the photos, which come before any number.
  private static func deviceNotes(of records: [RunRecord]) -> [String] {
    records.first?.notes.filter { $0.hasPrefix("device '") } ?? []
  }

  private static func title(of record: RunRecord) -> [String] {
    let screen = record.configuration.screen
    let items = NumberText.grouped(screen?.items ?? 0)
    let nanoseconds: Int128 = if case .ratio(_, let all)? = record.metric(.meanBitmapBytes) { all } else { 0 }
    let requests = record.metric(.requests)?.number ?? 0
    let load = NumberText.fixed(record.metric(.load)?.number ?? 0, decimals: 2)
    let worst = NumberText.fixed(record.metric(.loadWorstSecond)?.number ?? 0, decimals: 2)
    return [
      "\(record.trace): \(NumberText.fixed(Double(nanoseconds) / 1e9, decimals: 1)) s, "
        + "\(NumberText.grouped(requests)) requests, load \(load) (worst second \(worst))",
      "\(items) photos (\(record.configuration.library.words(", "))) in \(screen?.columns ?? 0) columns of "
        + "\(screen?.target ?? "?") px on \(screen?.words ?? "? pt @0x"), \(record.device), cells \(record.cells)",
    ]
  }

  package static func table(_ records: [RunRecord]) -> TextTable {
    let kinds = Kinds(records)
    func number(_ metric: Metric) -> (RunRecord) -> String { { Column(metric).text($0) } }
    func times(_ some: Metric, _ sharp: Metric) -> (RunRecord) -> String {
      { screenTimes(of: $0, some, sharp, both: kinds.hasThumbnails) }
    }
    let columns: [TableColumn<RunRecord>?] = [
      .words("strategy") { $0.strategy + ($0.isOracle ? " *" : "") },
      .numbers("waits", "noticed", "of 1,000", text: number(.noticedWaits)),
      .numbers("hit", "rate", text: number(.hitRate)),
      .numbers("sharp") { NumberText.sharp(Column(.sharpRatio).number($0)) },
      kinds.hasThumbnails ? .numbers("thumbs", text: number(.thumbnailRatio)) : nil,
      .numbers("blank", text: number(.blankRatio)),
      .numbers("first", "screen", "ms", text: times(.firstScreenTime, .firstScreenSharpTime)),
      kinds.hasNewScreens
        ? .numbers("new", "screens", "p95 ms", text: times(.newScreenTime, .newScreenSharpTime)) : nil,
      kinds.hasSeen ? .numbers("time to", "image", "p95 ms") { Column(.timeToImage, .p95).text($0) } : nil,
      .numbers("bitmaps", "peak MB", text: number(.peakBitmapBytes)),
      kinds.isMeasured ? .numbers("RSS", "peak MB", text: number(.peakRSS)) : nil,
      kinds.isMeasured ? .numbers("decode ms", "p50/p90/p99/max", text: decodeTimes) : nil,
      .numbers("decodes", "a cell", text: number(.decodesPerRequest)),
      kinds.hasSeen ? .numbers("ahead,", "seen", text: number(.preheatAccuracy)) : nil,
    ]
    return TextTable(records, columns.compactMap(\.self), lead: BestRow.index(of: records))
  }

  private static func showsThumbnails(_ record: RunRecord) -> Bool { Column(.thumbnailRatio).number(record) != nil }

  /// Returns `16/262`: the milliseconds until each cell shows something, and until each is sharp.
  private static func screenTimes(of record: RunRecord, _ some: Metric, _ sharp: Metric, both: Bool) -> String {
    let time = Column(sharp).text(record)
    return both && showsThumbnails(record) ? "\(Column(some).text(record))/\(time)" : time
  }

  private static func decodeTimes(of record: RunRecord) -> String {
    guard case .distribution(let times)? = record.metric(.decodeWall) else { return "-" }
    return [times.p50, times.p90, times.p99, times.max].map { nanoseconds in
      NumberText.fixed(Double(nanoseconds) / 1e6, decimals: nanoseconds < 100_000_000 ? 1 : 0)
    }.joined(separator: "/")
  }

  static func budgetNotes(of records: [RunRecord]) -> [String] {
    let names = records.filter(exceedsBudget).map(\.strategy).unique
    if names.isEmpty { return [] }
    return [
      "above the budget, for what cells show takes more, and an image that a cell waits for is decoded all the same: "
        + names.joined(separator: ", ")
    ]
  }

  /// Returns whether bitmaps exceeded a budget. A record does not have the bytes of a budget in screens, but the count of
  /// decodes beyond it.
  private static func exceedsBudget(_ record: RunRecord) -> Bool {
    let settings = StrategyWords(record.configuration.strategy ?? "").parts.flatMap(\.settings)
    return !record.isOracle
      && settings.contains { setting in
        switch setting.key == "budget" ? Budget(setting.value) : nil {
        case .bytes(let bytes)?: (record.metric(.peakBitmapBytes)?.number ?? 0) > Double(bytes.rawValue)
        case .screens?: (record.metric(.overdrafts)?.number ?? 0) > 0
        case nil: false
        }
      }
  }
}

/// Runs as CSV: a row a run, a column a number, in the unit of the metric (bytes, nanoseconds, shares).
public enum RecordCSV {
  public static func text(_ records: [RunRecord]) -> String {
    let (some, all) = (RunFacts.nothing(withAll: false), RunFacts.nothing(withAll: true))
    let metrics = Metric.all.filter { metric in
      // Metrics of thumbnails are left out if no run has them.
      metric.value(of: some) == metric.value(of: all)
        || records.contains { !Column.all(of: metric, $0.metric(metric)).isEmpty }
    }
    let columns = Column.all(of: metrics)
    let names = ["strategy", "trace", "device", "cells", "digest"]
    let header = names + columns.map(\.id)
    let rows = RunRecord.distinct(records).map { record in
      let names = [record.strategy, record.trace, record.device, record.cells, record.deterministicDigest]
      return CSV.line(names, columns.map { $0.cell(record.metric($0.metric)) })
    }
    return CSV.line(header) + rows.joined()
  }
}
