extension Plot {
  /// Returns strategies side by side on one trace, or their means over several: noticed waits, the time to the first sharp
  /// screen, peak memory, decodes a request.
  ///
  /// The strategy to ship comes first and is marked, then the one that apps ship today, then the others by noticed waits.
  /// Only the traces count that all strategies ran on. Figures that are the same for all take no column.
  public static func compare(_ records: [RunRecord], in set: String? = nil) -> Plot {
    let shared = records.shared
    let traces = shared.map(\.trace).unique
    let (lines, isMarked) = lines(shared)
    let end = sharedEnd(lines.map(\.name))
    let rows = lines.map { Plot.lines(of: String($0.name.dropLast(end.count))) }
    let columns = Column.judged.enumerated().map { index, column in
      ComparedColumn(column: column, values: lines.map { $0.means[index] })
    }
    let differing = columns.filter(\.hasDifferences)
    let shown = differing.isEmpty ? columns.filter { !$0.isEmpty } : differing
    let same = columns.filter { !$0.hasDifferences && !$0.isEmpty && !differing.isEmpty }.map(\.words)
    let left = 24 + room(for: rows)
    let pitch = max(30, 20 * (rows.map(\.count).max() ?? 1) + 8)
    let words =
      (end.isEmpty ? [] : ["each with \(end)"]) + [caption(shared)] + (traces.count == 1 ? [] : ["means"])
      + (isMarked ? ["marked: the one to ship, where waits within 1 of 1,000 are equal"] : []) + ["shorter is better"]
      + same
    return Plot(
      name: "compare-\(traces.count == 1 ? traces[0] : set ?? "traces")",
      title: "Which strategy keeps people waiting least \(place(traces, set))?",
      subtitle: words.joined(separator: "; "), note: note(records), width: max(1000, left + 24 + 180 * shown.count),
      height: 128 + pitch * lines.count, data: data(lines, shown),
      styles: StrategyStyle.of(lines.map(\.name)).map { ($0, false) },
      values: [
        assign("left", left), assign("pitch", pitch), assign("rows", lines.count), assign("columns", shown.count),
        assign("marked", isMarked), assign("lead", escaped(rows.first?.joined(separator: "\n") ?? "")),
        assign("names", rows.map { $0.joined(separator: "\n") }), assign("headings", shown.map(\.heading)),
        assign("tops", shown.map { max($0.top, 0.01) }), assign("forms", shown.map(\.form)),
      ], templates: .compare)
  }

  private typealias Line = (name: String, means: [Double?])

  private static func lines(_ records: [RunRecord]) -> (lines: [Line], isMarked: Bool) {
    let lines = records.map(\.strategy).unique.map { name -> Line in
      (name, Column.judged.map { column in records.filter { $0.strategy == name }.compactMap(column.shown).mean })
    }
    let oracles = Set(records.filter(\.isOracle).map(\.strategy))
    let best = BestRow.index(of: lines, name: \.name, isOracle: { oracles.contains($0.name) }) { line, column in
      Column.judged.firstIndex(of: column).flatMap { line.means[$0] }.map { $0 / column.unit.shown.factor }
    }
    func rank(_ index: Int) -> (Int, Double) {
      (index == best ? 0 : BestRow.isToday(lines[index].name) ? 1 : 2, lines[index].means[0] ?? .infinity)
    }
    // Of equals the one that was named first.
    return (lines.indices.ordered { rank($0) < rank($1) }.map { lines[$0] }, best != nil)
  }

  private static func data(_ lines: [Line], _ columns: [ComparedColumn]) -> [[String]] {
    [["row", "strategy"] + columns.map(\.label)]
      + lines.enumerated().map { row, line in
        ["\(row)", line.name] + columns.map { $0.values[row].map { NumberText.fixed($0, decimals: 4) } ?? "NaN" }
      }
  }

  /// Returns a metric over strategies and traces, a cell for each pair; the bluer, the nearer to the best of the trace. A
  /// single strategy is not shaded.
  public static func heat(_ records: [RunRecord], metric: Column) -> Plot {
    let shared = records.shared
    let strategies = shared.map(\.strategy).unique
    let traces = shared.map(\.trace).unique
    let values = strategies.map { strategy in
      traces.map { trace in
        shared.first { $0.strategy == strategy && $0.trace == trace }.flatMap(metric.shown)
      }
    }
    let end = sharedEnd(strategies)
    let rows = strategies.map { lines(of: String($0.dropLast(end.count))) }
    let cellWidth = max(54, min(90, 860 / max(1, traces.count)))
    let cellHeight = max(30, 20 * (rows.map(\.count).max() ?? 1) + 6)
    let left = 24 + room(for: rows)
    // Names of traces rise to their columns from the left.
    let longest = 7 * (traces.map(\.count).max() ?? 10)
    let bottom = 30 + longest / 2
    let right = max(left, longest * 7 / 8) + cellWidth * traces.count
    return Plot(
      name: "heat-\(metric.id)", title: metric.question,
      subtitle: "\(metric.label), \(metric.isBetterHigh ? "more" : "less") is better; "
        + (strategies.count < 2 ? "" : "the bluer, the nearer to the best of its trace; ") + caption(shared)
        + (end.isEmpty ? "" : "; each with \(end)"),
      note: note(records), width: max(760, right + 56), height: 76 + bottom + cellHeight * strategies.count,
      data: data(values, strategies, traces, metric),
      values: [
        assign("left", right - cellWidth * traces.count), assign("right", right), assign("bottom", bottom),
        assign("columns", traces.count), assign("rows", rows.count), assign("traces", tics(traces)),
        assign("names", tics(rows.map { $0.joined(separator: "\n") })),
      ], templates: .heat)
  }

  private static func data(
    _ values: [[Double?]], _ strategies: [String], _ traces: [String], _ metric: Column
  ) -> [[String]] {
    let decimals = decimals(values.flatMap(\.self))
    var data = [["trace", "strategy", metric.label, "column", "row", "goodness", "text"]]
    for (row, strategy) in strategies.enumerated() {
      for (column, trace) in traces.enumerated() {
        guard let value = values[row][column] else { continue }
        let own = values.compactMap { $0[column] }
        let (low, high) = (own.min() ?? 0, own.max() ?? 0)
        // Best and worst of a trace lie at least visibly apart.
        let span = max(high - low, metric.indifferent, metric.isBetterHigh ? 0 : low * 0.2)
        let behind = metric.isBetterHigh ? high - value : value - low
        let goodness = strategies.count < 2 ? 0 : 1 - behind / span
        data.append(
          [trace, strategy, NumberText.fixed(value, decimals: 3), "\(column)", "\(row)"]
            + [NumberText.fixed(goodness, decimals: 3), NumberText.fixed(value, decimals: decimals)])
      }
    }
    return data
  }

  static func caption(_ records: [RunRecord]) -> String { records.first.map { SettingValues($0).caption() } ?? "?" }

  static func note(_ records: [RunRecord]) -> String? { records.asideWords.map { "set aside: \($0)" } }

  /// Returns the decimals of numbers that are shown together, by the largest of them.
  static func decimals(_ values: [Double?]) -> Int {
    let most = values.compactMap { $0?.magnitude }.max() ?? 0
    return most >= 99.5 ? 0 : most >= 9.95 ? 1 : 2
  }
}

private struct ComparedColumn {
  let column: Column
  let values: [Double?]

  var label: String { column.label }
  var heading: String { label.replacing(", ", with: "\n") }
  var top: Double { values.compactMap(\.self).max() ?? 0 }
  var form: String { "%.\(Plot.decimals(values))f" }
  var isEmpty: Bool { values.allSatisfy { $0 == nil } }
  var hasDifferences: Bool { !isEmpty && (values.contains { $0 == nil } || top - least >= column.indifferent) }
  /// The figures of all rows in words, `first screen 246 to 247 ms`.
  var words: String {
    let parts = label.split(separator: ", ", maxSplits: 1)
    let span = text(least) == text(top) ? "\(text(top))" : "\(text(least)) to \(text(top))"
    return "\(parts[0]) \(span) \(parts.count > 1 ? "\(parts[1]) " : "")for all"
  }
  private var least: Double { values.compactMap(\.self).min() ?? 0 }

  private func text(_ value: Double) -> String { NumberText.fixed(value, decimals: Plot.decimals(values)) }
}

extension Column {
  private static let known: [Column: (question: String, label: String)] = [
    Column(.noticedWaits): ("How many cells keep a person waiting for more than 100 ms?", "noticed waits"),
    Column(.warmHitRate): ("How many images are ready as their cell appears?", "images ready"),
    Column(.warmSharpRatio): ("How much of the screen shows its image?", "area sharp"),
    Column(.firstScreenSharpTime): ("How long until the first screen is sharp?", "first screen"),
    Column(.warmBlankRatio): ("How much of the screen is blank?", "blank area"),
    Column(.warmTimeToImage, .p95): ("How long does the slowest twentieth of cells wait?", "time to image, p95"),
    Column(.decodesPerRequest): ("How many decodes does an image cost that a cell asks for?", "decodes a request"),
    Column(.peakBitmapBytes): ("How much memory do bitmaps take at most?", "peak memory"),
  ]

  var question: String { Column.known[self]?.question ?? "\(id): \(metric.summary)" }

  var label: String {
    let suffix = unit.shown.suffix
    return (Column.known[self]?.label ?? id) + (suffix.isEmpty ? "" : ", " + suffix.drop { $0 == " " })
  }

  /// The largest difference that colours do not show, in the unit of `label`.
  var indifferent: Double {
    switch unit {
    case .ratio, .bytes: 5
    case .nanoseconds: 8
    case .count, .perThousand: 1
    case .secondsPerMinute, .perRequest: 0.1
    }
  }

  var isBetterHigh: Bool { better == .higher }

  /// Returns the number in the unit of `label`, or nil if the record has none.
  func shown(_ record: RunRecord) -> Double? { number(record).map { $0 * unit.shown.factor } }
}
