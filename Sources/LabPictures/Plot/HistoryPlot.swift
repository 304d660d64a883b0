import LabBase
public import LabRecords

extension Plot {
  /// How a metric went over records, a line for each strategy on each trace in each setting.
  ///
  /// Of more lines than a picture shows, those with most places are drawn, of equals the latest.
  /// - Returns: The picture, and how many lines are not in it; nil when no record has the metric.
  public static func history(
    _ records: [RunRecord], metric: Column, by axis: HistoryAxis = .time
  ) -> (plot: Plot, leftOut: Int)? {
    let history = HistoryLines(RunRecord.distinct(records.filter { metric.shown($0) != nil }), axis)
    guard !history.lines.isEmpty else { return nil }
    let (lines, places) = (history.lines, history.places)
    let records = lines.flatMap(\.members)
    let traces = records.map(\.trace).unique
    let names = lines.map { $0.key.name(withTrace: traces.count > 1) }
    // A colour has five looks: further lines of a strategy look as strategies of their own.
    let looks = lines.indices.map { number in
      let own = lines[number].key.strategy
      return lines[..<number].count { $0.key.strategy == own } < 5 ? own : names[number]
    }
    let styles = StrategyStyle.of(looks)
    let values = records.compactMap(metric.shown)
    let (low, high) = (values.min() ?? 0, max(values.max() ?? 1, 0.001))
    let base = low > high * 0.5 ? low - (high - low) * 0.3 - high * 0.02 : 0
    let top = high + max((high - base) * 0.08, high * 0.005)
    let ticNames = ticNames(places, axis)
    let rows = lines.map { line in
      line.members.map { (place: places.firstIndex(of: axis.place(of: $0)) ?? 0, value: metric.shown($0) ?? 0) }
    }
    let data = PlotData("what", "number", "when", metric.label, blocks: zip(names, rows)) { name, rows in
      // Of several records of one place the last counts.
      zip(rows, rows.dropFirst().map(\.place) + [-1]).filter { $0.place != $1 }.map { row, _ in
        [name, "\(row.place)", places[row.place], NumberText.fixed(row.value, decimals: 4)]
      }
    }
    let last = rows.map { $0.last?.value ?? 0 }
    // As the lines end, from top to bottom.
    let key = names.indices.sorted { (-last[$0], $0) < (-last[$1], $1) }
    let ground = traces.count == 1 ? " on \(traces[0])" : ""
    // About ten of the places have their name below them, rising to it from the left: it needs room on both sides.
    let ticLength = ticNames.map(\.count).max() ?? 0
    let plot = series(
      name: "history-\(metric.id)\(traces.count == 1 ? "-\(traces[0])" : "")",
      title: "Did it change\(ground)? \(metric.label)",
      subtitle: "\(NumberText.count(records.count, "record")), \(metric.isBetterHigh ? "more" : "less") is better"
        + (history.leftOut == 0 ? "" : "; \(lines.count) of \(lines.count + history.leftOut) lines, the longest ones")
        + (base > 0 ? "; the axis does not begin at 0" : ""),
      data: data, key: key.map { Series(name: names[$0], style: styles[$0], figures: [text(last[$0])]) },
      headings: ("", ["last"]), margins: (max(95, 24 + 7 * ticLength), max(74, 30 + 3 * ticLength)),
      axes: """
        set ylabel '\(metric.label)'
        set xrange [-0.3:\(Double(places.count) - 0.7)]
        set yrange [\(NumberText.fixed(base, decimals: 5)):\(NumberText.fixed(top, decimals: 5))]
        set xtics \(tics(ticNames, every: max(1, (places.count + 9) / 10))) noenhanced rotate by 25 right
        """,
      drawings: styles.enumerated().map { "data index \($0) using 2:4 \($1.drawing(width: "1.5", size: "0.6"))" })
    return (plot, history.leftOut)
  }

  /// Times without the day that they share, and without seconds where it differs.
  private static func ticNames(_ places: [String], _ axis: HistoryAxis) -> [String] {
    guard axis == .time, let first = places.first else { return shortened(places, to: 20) }
    let isOneDay = places.allSatisfy { $0.prefix(10) == first.prefix(10) }
    return places.map { String(isOneDay ? $0.dropFirst(11) : $0.prefix(16)) }
  }
}

/// What the places across a history are.
public enum HistoryAxis: String, CaseIterable, Sendable {
  /// Records one after the other, as they were made.
  case time
  /// Revisions of the sources, in the order in which they were first run; of several records of one the last counts.
  case revision

  /// Where a record stands.
  func place(of record: RunRecord) -> String {
    switch self {
    case .time: (record.created ?? "").replacing("T", with: " ").replacing("Z", with: "")
    case .revision: record.environment.gitRevision ?? "no revision"
    }
  }
}

/// The lines of a history: a strategy on a trace in a setting each.
struct HistoryLines {
  struct Line: Hashable {
    var strategy: String
    var trace: String
    /// What its setting differs in from that of most records; empty for these.
    var setting: String

    func name(withTrace: Bool) -> String {
      [strategy, withTrace ? trace : "", setting].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// By name, with their records in the order of time.
  let lines: [(key: Line, members: [RunRecord])]
  /// Places across, in the order in which they came.
  let places: [String]
  /// Lines that are not among them, for a picture shows so many.
  let leftOut: Int

  /// More lines cannot be told apart.
  static let linesMax = 24

  /// - Parameter records: with distinct names of traces.
  init(_ records: [RunRecord], _ axis: HistoryAxis) {
    let ordered = records.enumerated().sorted {
      ($0.element.created ?? "", $0.offset) < ($1.element.created ?? "", $1.offset)
    }
    .map(\.element)
    let words = HistoryLines.words(ordered.map { SettingValues($0) })
    func line(_ record: RunRecord) -> Line {
      Line(strategy: record.strategy, trace: record.trace, setting: words[SettingValues(record)] ?? "")
    }
    let all = ordered.grouped(by: line)
    let ranks = all.map {
      (places: Set($0.members.map { axis.place(of: $0) }).count, last: $0.members.last?.created ?? "")
    }
    let longest = all.indices.sorted { one, two in
      (ranks[two].places, ranks[two].last, one) < (ranks[one].places, ranks[one].last, two)
    }.prefix(HistoryLines.linesMax)
    lines = longest.map { all[$0] }.sorted { $0.key.name(withTrace: true) < $1.key.name(withTrace: true) }
    leftOut = all.count - lines.count
    let shown = Set(lines.map(\.key))
    places = ordered.filter { shown.contains(line($0)) }.map { axis.place(of: $0) }.unique
  }

  /// For each setting the parts in which it is not as most are.
  private static func words(_ all: [SettingValues]) -> [SettingValues: String] {
    let groups = all.grouped { $0 }
    let most = groups.map(\.members.count).max() ?? 0
    guard let usual = groups.first(where: { $0.members.count == most })?.key else { return [:] }
    let settings = groups.map(\.key)
    return Dictionary(
      uniqueKeysWithValues: settings.map {
        ($0, $0.differences(from: [usual], among: settings, "=").joined(separator: ", "))
      })
  }
}
