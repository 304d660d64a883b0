@_exported public import LabRecords

/// A comparison of runs, with a column for each side and a row for each configuration. The first column is the base.
public struct RecordComparison: Sendable {
  /// A figure over all rows and columns.
  public struct Sheet: Sendable {
    public let column: Column
    /// The figures by row, then column; nil if there is no run, or it has no such figure.
    public let figures: [[ComparedFigure?]]

    /// Returns the change of a cell from that of the first column, or nil if one of the two is missing.
    public func change(row: Int, column: Int) -> FigureChange? {
      guard column > 0, let old = figures[row][0], let new = figures[row][column] else { return nil }
      return FigureChange(old, new)
    }

    var changes: [FigureChange] {
      figures.indices.flatMap { row in figures[row].indices.compactMap { change(row: row, column: $0) } }
    }
  }

  /// The dimensions of rows, and of columns.
  public let rowNames: [String]
  public let columnName: String
  /// The titles; that of a row is empty if all runs are of one configuration.
  public let rows: [String]
  public let columns: [String]
  public let sheets: [Sheet]
  /// The facts that all runs share, and those that differ, by column.
  public let common: [(name: String, value: String)]
  public let differing: [(name: String, values: [String])]
  public let recordCount: Int

  /// A side of a comparison: its title, and its runs.
  public typealias Side = (title: String, records: [RunRecord])

  /// Compares strategies.
  public init(strategiesOf records: [RunRecord], metrics: [String] = []) throws(RecordMismatch) {
    let sides = RunRecord.distinct(records).grouped { $0.strategy }
    try self.init(sides.map { (title: $0.key, records: $0.members) }, by: "strategy", metrics: metrics)
  }

  /// Compares sides.
  ///
  /// - Parameters:
  ///   - name: The dimension of the sides: `file`, `strategy`.
  ///   - metrics: The ids of metrics or figures, or `all`; empty for the headlines and, with a single row, all other
  ///     changed figures.
  /// - Throws: `RecordMismatch` if there is nothing to compare, or for a metric that does not exist.
  public init(_ sides: [Side], by name: String = "file", metrics: [String] = []) throws(RecordMismatch) {
    let records = RunRecord.distinct(sides.flatMap(\.records))
    if records.isEmpty { throw RecordMismatch("there is nothing to compare; name files of runs") }
    var end = 0
    let places = sides.map { side in
      defer { end += side.records.count }
      return end..<(end + side.records.count)
    }
    let settings = records.map { SettingValues($0) }
    let settingNames = SettingValues.names(of: settings)
    let parts = ["strategy", "trace"] + settingNames
    let values = zip(records, settings).map { record, own in
      [record.strategy, record.trace] + settingNames.map { own.value($0, among: settings) }
    }
    // Rows are named by the parts that differ within a side; the others are compared.
    let naming = parts.indices.filter { part in
      parts[part] != name && places.contains { side in Set(values[side].map { $0[part] }).count > 1 }
    }
    rowNames = naming.map { parts[$0] }
    let names = values.map { own in naming.map { own[$0] }.joined(separator: ", ") }
    rows = names.unique
    let cells = rows.map { row in places.map { side in side.filter { names[$0] == row }.map { records[$0] } } }
    (columns, columnName, recordCount) = (sides.map(\.title), name, records.count)
    let facts = records.map { RecordComparison.facts($0) }
    let varying = facts[0].indices.filter { fact in Set(facts.map { $0[fact].value }).count > 1 }
    common = facts[0].indices.filter { !varying.contains($0) }.map { facts[0][$0] }
    differing = varying.map { fact in
      (facts[0][fact].name, places.map { side in side.map { facts[$0][fact].value }.unique.joined(separator: " and ") })
    }.filter { [rowNames] in $0.0 != name && !rowNames.contains($0.0) }
    sheets = try RecordComparison.sheets(cells, metrics)
  }

  private static func facts(_ record: RunRecord) -> [(name: String, value: String)] {
    let codec = "\(record.environment.codec.version ?? "?") (\(record.environment.codec.simd))"
    let (environment, setting, screen) = (record.environment, SettingValues(record), record.configuration.screen)
    let settings = ["device", "library"] + RunSetting.recorded.map(\.name)
    return [
      ("strategy", record.strategy), ("trace", record.trace),
      ("screen", "\(screen?.columns ?? 0) columns on \(screen?.words ?? "? pt @0x"), \(screen?.items ?? 0) items"),
    ] + settings.map { ($0, setting.words(of: $0)) } + [
      ("decode", record.configuration.hasDecodes ? "real" : "none"),
      ("revision", environment.gitRevision.map { String($0.prefix(12)) } ?? "unknown"),
      ("machine", "\(environment["cpu"] ?? "?"), \(environment.cores ?? 0) cores"),
      ("software", "libjpeg-turbo \(codec), Swift \(environment["swift"] ?? "?"), lab \(environment["lab"] ?? "?")"),
      ("memory", environment.memoryAccounting),
    ]
  }

  private static func sheets(_ cells: [[[RunRecord]]], _ metrics: [String]) throws(RecordMismatch) -> [Sheet] {
    let all = Metric.all.flatMap { sheets(cells, of: $0) }
    if metrics.contains("all") { return all }
    if metrics.isEmpty {
      let main = Column.headlines.compactMap { column in all.first { $0.column == column } }
      let changed: [FigureChange.Verdict] = [.better, .worse, .changed, .mixed]
      let others = all.filter { sheet in sheet.changes.contains { changed.contains($0.verdict) } }
      return cells.count > 1 ? main : main + others.filter { !Column.headlines.contains($0.column) }
    }
    let names = Metric.names
    if let name = metrics.first(where: { !names.contains($0) }) {
      let near = nearest(to: name, among: names).map { "did you mean '\($0)'? " } ?? ""
      throw RecordMismatch("there is no metric '\(name)'; \(near)\(ToolName.current) list metrics shows all")
    }
    return metrics.flatMap { name in all.filter { $0.column.id == name || $0.column.metric.id == name } }
  }

  private static func sheets(_ cells: [[[RunRecord]]], of metric: Metric) -> [Sheet] {
    // Memory is compared only if it was counted in the same way as in the first record.
    let accounting = cells.joined().joined().first?.environment.memoryAccounting
    let isAccounted = [Metric.peakRSS, .baselineRSS, .anonymousRSS].contains { $0.id == metric.id }
    func value(_ record: RunRecord) -> MetricValue? {
      isAccounted && record.environment.memoryAccounting != accounting ? nil : record.metric(metric)
    }
    let columns = cells.joined().joined().flatMap { Column.all(of: metric, value($0)) }.filter { !$0.isNamed }
    return columns.unique.map { column in
      let figures = cells.map { row in
        row.map { records -> ComparedFigure? in
          let samples = records.compactMap { ExactFigure(column, value($0)) }
          return samples.isEmpty ? nil : ComparedFigure(samples: samples)
        }
      }
      return Sheet(column: column, figures: figures)
    }
  }

  /// The comparison as JSON, with values in the metric's unit: bytes, nanoseconds, shares.
  public var json: JSON {
    .object([
      "row-dimensions": .array(rowNames.map { .string($0) }),
      "column-dimension": .string(columnName), "columns": .array(columns.map { .string($0) }),
      "records": .integer(Int128(recordCount)),
      "common": .object(Dictionary(uniqueKeysWithValues: common.map { ($0.name, .string($0.value)) })),
      "differing": .object(
        Dictionary(uniqueKeysWithValues: differing.map { ($0.name, .array($0.values.map { .string($0) })) })),
      "figures": .array(sheets.map(json)),
    ])
  }

  private func json(_ sheet: Sheet) -> JSON {
    .object([
      "name": .string(sheet.column.id), "unit": .string(sheet.column.unit.rawValue),
      "better": .string(sheet.column.better.rawValue),
      "rows": .array(
        rows.indices.map { row in
          .object([
            "row": .string(rows[row]),
            "cells": .array(columns.indices.map { cell(sheet, row: row, column: $0) }),
          ])
        }),
    ])
  }

  private func cell(_ sheet: Sheet, row: Int, column: Int) -> JSON {
    guard let figure = sheet.figures[row][column] else { return .null }
    var members: [String: JSON] = [
      "n": .integer(Int128(figure.count)), "value": .number(figure.value),
      "kind": .string(sheet.column.metric.kind.rawValue),
    ]
    if let bounds = figure.bounds {
      members["interval"] = .array([.number(bounds.lowerBound), .number(bounds.upperBound)])
    }
    if let change = sheet.change(row: row, column: column) {
      members["verdict"] = .string(change.verdict.rawValue)
      members["p"] = change.probability.map { .number($0) } ?? .null
    }
    return .object(members)
  }

  /// The comparison as CSV, a line for each figure, row and column, with values in the metric's unit.
  public var csv: String {
    var text = "figure,unit,better,kind,row,column,n,value,low,high,base,verdict,p\n"
    for sheet in sheets {
      for row in rows.indices {
        for column in columns.indices {
          guard let figure = sheet.figures[row][column] else { continue }
          let bounds = figure.bounds.map { ["\($0.lowerBound)", "\($0.upperBound)"] } ?? ["", ""]
          let change = sheet.change(row: row, column: column).map { change in
            ["\(change.old.value)", change.verdict.rawValue, change.probability.map { "\($0)" } ?? ""]
          }
          let head = sheet.column
          text += CSV.line(
            [head.id, head.unit.rawValue, head.better.rawValue, head.metric.kind.rawValue, rows[row], columns[column]],
            ["\(figure.count)", "\(figure.value)"] + bounds + (change ?? ["", "", ""]))
        }
      }
    }
    return text
  }
}
