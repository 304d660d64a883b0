import CacheLab
package import LabBase
import StrategyKit

/// Records as one table a trace: what the runs share stands above, what differs in rows, what it means below.
public struct RunTable: Sendable {
  /// Runs over one trace in one setting.
  package struct Group: Sendable {
    package var title: [String]
    package var records: [RunRecord]
  }

  private struct Key: Hashable {
    var trace: String
    var setting: SettingValues
  }

  package let groups: [Group]

  public init(_ records: [RunRecord]) {
    var groups: [(key: Key, records: [RunRecord])] = []
    for record in RunRecord.distinct(records) {
      let key = Key(trace: record.trace, setting: SettingValues(record))
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].records.append(record)
      } else {
        groups.append((key, [record]))
      }
    }
    self.groups = groups.map { group in
      // What the title leaves out is told where it is the difference to another table of the trace.
      let others = groups.filter { $0.key.trace == group.key.trace }.map(\.key.setting)
      let differing = SettingValues.differences(others).map { part in
        "\(part.name) \(group.key.setting.value(part.name, among: others))"
      }
      let title = RunTable.title(of: group.records[0])
      return Group(
        title: title + (differing.isEmpty ? [] : [differing.joined(separator: ", ")]), records: group.records)
    }
  }

  /// The width that text is made for.
  static let width = 100

  /// For a terminal, at most 100 columns wide.
  public var text: String {
    let parts = groups.map { group in
      let title = group.title.flatMap { $0.wrapped(width: RunTable.width) }
      let below = RunTable.notes(of: group).map { "note: \($0)" } + [Conclusion(group.records).sentence]
      return (title + [""]).joined(separator: "\n") + "\n" + RunTable.tables(group.records)
        + "\n" + below.flatMap { $0.wrapped(width: RunTable.width) }.map { $0 + "\n" }.joined()
    }
    let isRealTime = groups.contains { $0.records.contains { $0.isRealTime } }
    let hasYardsticks = groups.contains { $0.records.contains { $0.isYardstick } }
    let isSoft = groups.contains { $0.records.contains(where: RunTable.hasCoarse) }
    let isHelped = groups.contains { $0.records.contains { $0.decodesInHelpers } }
    let words =
      (hasYardsticks ? RunTable.yardstickLegend : "") + RunTable.legend + (isSoft ? RunTable.coarseLegend : "")
      + (isHelped ? RunTable.helperLegend : RunTable.workLegend)
      + (isSoft || isRealTime || isHelped ? "" : RunTable.seenLegend)
      + (isRealTime ? RunTable.realTimeLegend : ".")
    let legend = words.wrapped(width: RunTable.width).map { $0 + "\n" }.joined()
    return (parts + [legend]).joined(separator: "\n")
  }

  /// What the headings mean, once below all tables.
  package static let legend =
    "hit: the image was ready when its cell appeared; late: its decode had been asked for before, but had not ended; "
    + "blank: share of the visible cell area without an image, over time"

  package static let workLegend = "; decodes a cell: of images, for each cell that asked for one"
  package static let seenLegend =
    "; ahead, seen: of the decodes that began before a cell waited, those that one then showed"

  private static let yardstickLegend = "* knows the trace or has no budget: a yardstick, not to ship; "

  private static let coarseLegend =
    "; soft: share of it that shows a thumbnail only; first image: the wait for either"

  package static let realTimeLegend =
    "; dropped: frames not done when the next refresh of the screen was due; hitch: time without a frame that was due."

  /// For a pull request or a document.
  public var markdown: String {
    groups.map { group in
      "**\(group.title[0])**  \n" + group.title.dropFirst().joined(separator: "  \n") + "\n\n"
        + RunTable.table(group.records, hasGaps: true).markdown + "\n"
        + RunTable.notes(of: group).map { "Note: \($0)\n\n" }.joined()
        + Conclusion(group.records).sentence + "\n"
    }.joined(separator: "\n")
  }

  package static func notes(of group: Group) -> [String] {
    var seen: Set<String> = []
    return group.records.flatMap(\.notes).filter { seen.insert($0).inserted } + budgetNotes(of: group.records)
  }

  /// What all rows of a group share.
  private static func title(of record: RunRecord) -> [String] {
    let screen = record.configuration.screen
    let items = NumberText.grouped(screen?.items ?? 0)
    let duration = record.metric(.meanBitmapBytes).flatMap { value -> Double? in
      if case .ratio(_, let nanoseconds) = value { Double(nanoseconds) } else { nil }
    }
    let requests = record.metric(.requests)?.number ?? 0
    let load = NumberText.fixed(record.metric(.load)?.number ?? 0, decimals: 2)
    let worst = NumberText.fixed(record.metric(.loadWorstSecond)?.number ?? 0, decimals: 2)
    return [
      "\(record.trace): \(NumberText.fixed((duration ?? 0) / 1e9, decimals: 1)) s, "
        + "\(NumberText.grouped(requests)) requests, load \(load) (worst second \(worst))",
      "\(items) photos (\(record.configuration.library.words(", "))) in \(screen?.columns ?? 0) columns of "
        + "\(screen?.target ?? "?") px on \(screen?.words ?? "? pt @0x"), \(record.device), cells \(record.cells)\(pace(of: record))"
        + (record.decodesInHelpers ? ", decoded in other processes" : ""),
    ]
  }

  /// How the clock went, where it was the wall's.
  private static func pace(of record: RunRecord) -> String {
    guard case .real(let pace) = record.configuration.measuring.time else { return "" }
    let end = pace.decodeEnd == .host ? "as this machine decodes" : "decodes held to their declared cost"
    return ", on the wall clock\(pace.speed == Rational(1) ? "" : " at \(pace.speed) times its speed"), \(end)"
  }

  /// - Parameter hasGaps: Whether shares of the gap that are too many for a sentence stand in columns.
  package static func table(_ records: [RunRecord], hasGaps: Bool = false) -> TextTable {
    let isRealTime = records.contains { $0.isRealTime }
    let isSoft = records.contains(where: hasCoarse)
    let isHelped = records.contains { $0.decodesInHelpers }
    var columns: [TextTable.Column] = [
      .init(["strategy"], alignsRight: false), .init(["hit", "rate"]), .init(["late"]), .init(["blank"]),
      .init(["time to", "image", "p95 ms"]), .init(["bitmaps", "peak MB"]),
    ]
    let isMeasured = records.contains(where: isMeasured)
    if isMeasured { columns += [.init(["RSS", "peak MB"]), .init(["decode ms", "p50/p90/p99/max"])] }
    columns += isHelped ? helperColumns : [.init(["decodes", "a cell"])]
    if isRealTime { columns += [.init(["frames", "dropped"]), .init(["hitch", "ms/s"])] }
    // Both would not fit the width of a page.
    if isSoft {
      columns += [.init(["soft"]), .init(["first", "image", "p95 ms"])]
    } else if !isRealTime && !isHelped {
      columns.append(.init(["ahead,", "seen"]))
    }
    let hasGaps = hasGaps && !Conclusion.tabledShares(records).isEmpty
    if hasGaps { columns += gapColumns }
    var table = TextTable(columns: columns)
    for record in records {
      table.append(
        row(record, isMeasured: isMeasured) + (isHelped ? helperCells(of: record) : [work(of: record)])
          + (isRealTime ? frameCells(of: record) : [])
          + (isSoft
            ? softCells(of: record)
            : isRealTime || isHelped ? [] : [NumberText.percent(record.metric(.preheatAccuracy)?.number)])
          + (hasGaps ? gapCells(of: record) : []))
    }
    return table
  }

  /// True for a run that decoded.
  private static func isMeasured(_ record: RunRecord) -> Bool {
    [record.metric(.peakRSS), record.metric(.decodeWall)].contains { !($0?.fields ?? []).isEmpty }
  }

  /// True for a run with a coarse tier.
  private static func hasCoarse(_ record: RunRecord) -> Bool { record.metric(.softRatio)?.number != nil }

  private static func softCells(of record: RunRecord) -> [String] {
    guard hasCoarse(record), case .distribution(let waits)? = record.metric(.timeToFirstImage) else {
      return ["-", "-"]
    }
    return [
      NumberText.percent(record.metric(.softRatio)?.number), NumberText.milliseconds(Double(waits.p95)),
    ]
  }

  /// Decodes a request.
  private static func work(of record: RunRecord) -> String {
    NumberText.decodes(perRequest: record.metric(.decodesPerRequest)?.number)
  }

  private static func count(_ metric: Metric, of record: RunRecord) -> String {
    record.metric(metric)?.number.map { NumberText.grouped(Int64($0)) } ?? "-"
  }

  private static func row(_ record: RunRecord, isMeasured: Bool) -> [String] {
    func share(_ metric: Metric) -> String { NumberText.percent(record.metric(metric)?.number) }
    func megabytes(_ metric: Metric) -> String {
      record.metric(metric)?.number.map(NumberText.megabytes) ?? "-"
    }
    var p95 = "-"
    if case .distribution(let waits)? = record.metric(.timeToImage) {
      p95 = NumberText.milliseconds(Double(waits.p95))
    }
    var decode = "-"
    if case .distribution(let d)? = record.metric(.decodeWall) {
      decode = [d.p50, d.p90, d.p99, d.max].map { nanoseconds in
        NumberText.fixed(Double(nanoseconds) / 1e6, decimals: nanoseconds < 100_000_000 ? 1 : 0)
      }.joined(separator: "/")
    }
    return [
      record.strategy + (record.isYardstick ? " *" : ""), share(.hitRate), count(.lateRequests, of: record),
      share(.blankRatio), p95, megabytes(.peakBitmapBytes),
    ] + (isMeasured ? [megabytes(.peakRSS), decode] : [])
  }

  /// What the wall clock alone tells.
  private static func frameCells(of record: RunRecord) -> [String] {
    [
      count(.droppedFrames, of: record),
      record.metric(.hitchRatio)?.number.map { NumberText.fixed($0, decimals: 1) } ?? "-",
    ]
  }
}
