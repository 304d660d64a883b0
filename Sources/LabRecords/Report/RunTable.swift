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
      let title = RunTable.title(of: group.records[0]) + RunTable.deviceNotes(of: group.records).map { "note: \($0)" }
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
    let isMeasured = groups.contains { $0.records.contains(where: RunTable.isMeasured) }
    let hasScreens = groups.contains { $0.records.contains(where: RunTable.hasNewScreens) }
    let words =
      (hasYardsticks ? RunTable.yardstickLegend : "") + RunTable.legend(isSoft: isSoft)
      + (hasScreens ? RunTable.newScreenLegend : "")
      + (isHelped ? RunTable.helperLegend : RunTable.workLegend)
      + (isSoft || isRealTime || isHelped || isMeasured ? "" : RunTable.seenLegend)
      + (isRealTime ? RunTable.realTimeLegend : ".")
    let legend = words.wrapped(width: RunTable.width).map { $0 + "\n" }.joined()
    return (parts + [legend]).joined(separator: "\n")
  }

  /// What the headings mean, once below all tables.
  package static func legend(isSoft: Bool) -> String {
    "hit: the image was ready when its cell appeared; sharp\(isSoft ? ", thumbs" : ""), blank: shares of the visible cell "
      + "area over time that show \(isSoft ? "their image, a thumbnail alone" : "their image"), and nothing; first screen: "
      + "until each cell of the first frame \(isSoft ? "shows something, and until each " : "")is sharp"
  }

  private static let newScreenLegend = "; new screens: the same after jumps and changes of layout or content"

  package static let workLegend = "; decodes a cell: of images, for each cell that asked for one"
  package static let seenLegend =
    "; ahead, seen: of the decodes that began before a cell waited, those that one then showed"

  private static let yardstickLegend = "* knows the trace or has no budget: a yardstick, not to ship; "

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
    let ofDevice = Set(deviceNotes(of: group.records))
    return group.records.flatMap(\.notes).filter { !ofDevice.contains($0) && seen.insert($0).inserted }
      + budgetNotes(of: group.records)
  }

  /// What is said of a device that does not fit the photos: before anybody reads a number.
  private static func deviceNotes(of records: [RunRecord]) -> [String] {
    records.first?.notes.filter { $0.hasPrefix("device '") } ?? []
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
    let isMeasured = records.contains(where: isMeasured)
    let hasGaps = hasGaps && !Conclusion.tabledShares(records).isEmpty
    var columns: [(title: TextTable.Column, cell: (RunRecord) -> String)] = [
      (.init(["strategy"], alignsRight: false), { $0.strategy + ($0.isYardstick ? " *" : "") }),
      (.init(["hit", "rate"]), { share(.hitRate, of: $0) }),
      (.init(["sharp"]), { NumberText.sharp($0.metric(.sharpRatio)?.number) }),
    ]
    if isSoft { columns.append((.init(["thumbs"]), { share(.softRatio, of: $0) })) }
    columns.append((.init(["blank"]), { share(.blankRatio, of: $0) }))
    columns.append(
      (
        .init(["first", "screen", "ms"]), { screenTimes(of: $0, .firstScreenTime, .firstScreenSharpTime, both: isSoft) }
      ))
    if records.contains(where: hasNewScreens) {
      columns.append(
        (
          .init(["new", "screens", "p95 ms"]),
          { screenTimes(of: $0, .newScreenTime, .newScreenSharpTime, both: isSoft) }
        ))
    }
    columns += [
      (.init(["time to", "image", "p95 ms"]), { p95(.timeToImage, of: $0) ?? "-" }),
      (.init(["bitmaps", "peak MB"]), { megabytes(.peakBitmapBytes, of: $0) }),
    ]
    if isMeasured {
      columns += [(.init(["RSS", "peak MB"]), { megabytes(.peakRSS, of: $0) })]
      columns += [(.init(["decode ms", "p50/p90/p99/max"]), decodeTimes)]
    }
    if isHelped {
      columns += zip(helperColumns, 0...).map { column, place in (column, { helperCells(of: $0)[place] }) }
    } else {
      columns.append((.init(["decodes", "a cell"]), work))
    }
    if isRealTime {
      columns.append((.init(["frames", "dropped"]), { count(.droppedFrames, of: $0) }))
      columns.append(
        (
          .init(["hitch", "ms/s"]),
          { $0.metric(.hitchRatio)?.number.map { NumberText.fixed($0, decimals: 1) } ?? "-" }
        ))
    }
    // More would not fit the width of a page.
    if !isSoft && !isRealTime && !isHelped && !isMeasured {
      columns.append((.init(["ahead,", "seen"]), { share(.preheatAccuracy, of: $0) }))
    }
    if hasGaps { columns += zip(gapColumns, 0...).map { column, place in (column, { gapCells(of: $0)[place] }) } }
    var table = TextTable(columns: columns.map(\.title))
    for record in records { table.append(columns.map { $0.cell(record) }) }
    return table
  }

  /// True for a run that decoded.
  private static func isMeasured(_ record: RunRecord) -> Bool {
    [record.metric(.peakRSS), record.metric(.decodeWall)].contains { !($0?.fields ?? []).isEmpty }
  }

  /// True for a run with a coarse tier.
  private static func hasCoarse(_ record: RunRecord) -> Bool { record.metric(.softRatio)?.number != nil }

  /// True for a run that shows screens of other cells after the first.
  private static func hasNewScreens(_ record: RunRecord) -> Bool { p95(.newScreenSharpTime, of: record) != nil }

  /// `16/262`: until each cell shows something, and until each is sharp, milliseconds; of several screens the p95.
  private static func screenTimes(of record: RunRecord, _ some: Metric, _ sharp: Metric, both: Bool) -> String {
    func time(_ metric: Metric) -> String {
      record.metric(metric)?.number.map { NumberText.milliseconds($0) } ?? p95(metric, of: record) ?? "-"
    }
    return both && hasCoarse(record) ? "\(time(some))/\(time(sharp))" : time(sharp)
  }

  private static func p95(_ metric: Metric, of record: RunRecord) -> String? {
    guard case .distribution(let times)? = record.metric(metric) else { return nil }
    return NumberText.milliseconds(Double(times.p95))
  }

  /// Decodes a request.
  private static func work(of record: RunRecord) -> String {
    NumberText.decodes(perRequest: record.metric(.decodesPerRequest)?.number)
  }

  private static func count(_ metric: Metric, of record: RunRecord) -> String {
    record.metric(metric)?.number.map { NumberText.grouped(Int64($0)) } ?? "-"
  }

  private static func share(_ metric: Metric, of record: RunRecord) -> String {
    NumberText.percent(record.metric(metric)?.number)
  }

  private static func megabytes(_ metric: Metric, of record: RunRecord) -> String {
    record.metric(metric)?.number.map(NumberText.megabytes) ?? "-"
  }

  private static func decodeTimes(of record: RunRecord) -> String {
    guard case .distribution(let times)? = record.metric(.decodeWall) else { return "-" }
    return [times.p50, times.p90, times.p99, times.max].map { nanoseconds in
      NumberText.fixed(Double(nanoseconds) / 1e6, decimals: nanoseconds < 100_000_000 ? 1 : 0)
    }.joined(separator: "/")
  }
}
