public import LabRecords

extension Plot {
  /// Returns strategies side by side on one trace, or their means over several: noticed waits, the time to the first sharp
  /// screen, peak memory, decodes a request.
  ///
  /// The strategy to ship comes first and is marked, then the one that apps ship today, then the others by noticed waits.
  /// Only the traces count that all strategies ran on. Figures that are the same for all take no column.
  public static func compare(_ records: [RunRecord], in set: String? = nil) -> Plot {
    let records = RunRecord.distinct(records)
    let shared = records.shared
    let traces = shared.map(\.trace).unique
    let (lines, isMarked) = lines(shared)
    let end = sharedEnd(lines.map(\.name))
    let names = lines.map { String($0.name.dropLast(end.count)) }
    let rows = names.map { Plot.lines(of: $0) }
    let columns = Column.judged.enumerated().map { index, column in
      ComparedColumn(column, lines.map { $0.means[index] })
    }
    let differing = columns.filter(\.hasDifferences)
    let shown = differing.isEmpty ? columns.filter { !$0.isEmpty } : differing
    let same = columns.filter { !$0.hasDifferences && !$0.isEmpty && !differing.isEmpty }.map(\.words)
    let left = 24 + room(for: names)
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
        ("left", .number(Double(left))), ("pitch", .number(Double(pitch))), ("rows", .number(Double(lines.count))),
        ("columns", .number(Double(shown.count))), ("marked", .flag(isMarked)),
        ("lead", .text(escaped(rows.first?.joined(separator: "\n") ?? ""))),
        ("names", .texts(rows.map { $0.joined(separator: "\n") })), ("headings", .texts(shown.map(\.heading))),
        ("tops", .numbers(shown.map { max($0.top, 0.01) })), ("forms", .texts(shown.map(\.form))),
      ], templates: PackageResources.compare_gp)
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
    func rank(_ index: Int) -> (Int, Double, Int) {
      let isToday = BestRow.isToday(lines[index].name)
      // Of equals the one that was named first.
      return (index == best ? 0 : isToday ? 1 : 2, lines[index].means[0] ?? .infinity, index)
    }
    return (lines.indices.sorted { rank($0) < rank($1) }.map { lines[$0] }, best != nil)
  }

  private static func data(_ lines: [Line], _ columns: [ComparedColumn]) -> PlotData {
    var data = PlotData(["row", "strategy"] + columns.map(\.label))
    for (row, line) in lines.enumerated() {
      data.append(
        ["\(row)", line.name] + columns.map { $0.values[row].map { NumberText.fixed($0, decimals: 4) } ?? "NaN" })
    }
    return data
  }
}

/// A column of a comparison: the figure of each row, in the unit of its heading.
private struct ComparedColumn {
  let label: String
  let values: [Double?]
  private let decimals: Int
  private let indifferent: Double

  init(_ column: Column, _ values: [Double?]) {
    (label, self.values, indifferent) = (column.label, values, column.indifferent)
    decimals = Plot.decimals(values)
  }

  var heading: String { label.replacing(", ", with: "\n") }
  var top: Double { values.compactMap(\.self).max() ?? 0 }
  /// The format for gnuplot's `sprintf`.
  var form: String { "%.\(decimals)f" }
  var isEmpty: Bool { values.allSatisfy { $0 == nil } }
  /// True if its figures differ visibly.
  var hasDifferences: Bool { !isEmpty && (values.contains { $0 == nil } || top - least >= indifferent) }
  /// The figures of all rows in words, `first screen 246 to 247 ms`.
  var words: String {
    let parts = label.split(separator: ", ", maxSplits: 1)
    let span = text(least) == text(top) ? "\(text(top))" : "\(text(least)) to \(text(top))"
    return "\(parts[0]) \(span) \(parts.count > 1 ? "\(parts[1]) " : "")for all"
  }
  private var least: Double { values.compactMap(\.self).min() ?? 0 }

  private func text(_ value: Double) -> String { NumberText.fixed(value, decimals: decimals) }
}
