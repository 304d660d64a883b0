public import CacheLab
public import LabRecords
import StrategyKit

/// Records set side by side: a column a side, a row a configuration, the first column being what the others are held
/// against.
public struct RecordComparison: Sendable {
  /// One figure over all rows and columns.
  public struct Sheet: Sendable {
    public let column: Column
    /// By row, then column; nil where there is no record, or it has no such figure.
    public let figures: [[ComparedFigure?]]

    /// The change of a cell against the first column's; nil where one of the two is missing.
    public func change(row: Int, column: Int) -> FigureChange? {
      guard column > 0, let old = figures[row][0], let new = figures[row][column] else { return nil }
      return FigureChange(old, new)
    }
  }

  public let rowDimensions: [RecordDimension]
  public let columnDimension: RecordDimension
  /// Titles; a row's is empty where all records are of one.
  public let rows: [String]
  public let columns: [String]
  public let sheets: [Sheet]
  /// Rows by the set of their traces: no mean is over two of them.
  let sets: [TraceGroup]
  /// The parts that all records share, and those that differ, with their values by column.
  public let common: [(dimension: RecordDimension, value: String)]
  public let differing: [(dimension: RecordDimension, values: [String])]
  public let recordCount: Int

  /// - Parameters:
  ///   - rows: what rows stand for; nil takes what differs within a column.
  ///   - column: what columns stand for; nil takes the files where `filesAreSides`, else what differs.
  ///   - filesAreSides: each file or folder that was named is a side.
  ///   - metrics: ids of metrics or names of figures; `all`; empty takes what matters most and all else that changed.
  /// - Throws: `RecordMismatch` where records of one cell differ in what decides their numbers.
  public init(
    _ records: [ComparedRecord], rows: [RecordDimension]? = nil, column: RecordDimension? = nil,
    filesAreSides: Bool = true, metrics: [String] = []
  ) throws(RecordMismatch) {
    guard !records.isEmpty else {
      throw RecordMismatch("there is nothing to compare: name records, or folders of them")
    }
    let records = ComparedRecord.distinct(records)
    let varying = RecordDimension.allCases.filter { Set(RecordComparison.values($0, records)).count > 1 }
    let free = varying.filter { $0 != .file && rows?.contains($0) != true }
    let column = column ?? (filesAreSides ? .file : free.first ?? .file)
    if let rows, rows.contains(column) { throw RecordMismatch(RecordComparison.twice(column)) }
    let columns = records.map { column.value(of: $0) }.unique
    let sides = columns.map { title in records.filter { column.value(of: $0) == title } }
    // What differs within a side tells rows apart; what differs only between sides is what is compared.
    let rowDimensions =
      rows
      ?? RecordDimension.configuration.filter { dimension in
        dimension != column && sides.contains { Set(RecordComparison.values(dimension, $0)).count > 1 }
      }
    func title(_ record: ComparedRecord) -> String {
      rowDimensions.map { $0.value(of: record) }.joined(separator: ", ")
    }
    let rowTitles = records.map(title).unique
    var cells: [[[ComparedRecord]]] = []
    for row in rowTitles {
      cells.append(sides.map { side in side.filter { title($0) == row } })
      for (side, cell) in zip(columns, cells[cells.count - 1]) {
        let name = [row, side].filter { !$0.isEmpty }.joined(separator: ", ")
        try RecordComparison.check(cell, named: name.isEmpty ? "one case" : name, but: column)
      }
    }
    self.rowDimensions = rowDimensions
    columnDimension = column
    self.rows = rowTitles
    sets =
      rowDimensions.contains(.trace)
      ? TraceGroup.all(cells.map { $0.joined().first?.record.traceName ?? "" })
      : [TraceGroup(name: "all", traces: Array(rowTitles.indices))]
    self.columns = columns
    recordCount = records.count
    common = RecordDimension.allCases.filter { !varying.contains($0) && $0 != .file && $0 != .other }.map {
      ($0, $0.value(of: records[0]))
    }
    differing = varying.filter { $0 != .file && $0 != column && !rowDimensions.contains($0) }.map { dimension in
      let words = sides.map { side in
        side.map { dimension.value(of: $0) }.unique.joined(separator: " and ")
      }
      return (dimension, words)
    }
    sheets = try RecordComparison.sheets(cells, metrics)
  }

  private static func check(
    _ cell: [ComparedRecord], named name: String, but column: RecordDimension
  ) throws(RecordMismatch) {
    for dimension in RecordDimension.configuration where dimension != column {
      let values = RecordComparison.values(dimension, cell).unique
      guard values.count > 1 else { continue }
      throw RecordMismatch(
        "the records of \(name) differ in \(dimension.rawValue) (\(values.prefix(3).joined(separator: "; "))): set them "
          + "apart with --row \(dimension.rawValue) or --col \(dimension.rawValue)")
    }
  }

  /// Returns the message for a dimension that is given for both rows and columns.
  public static func twice(_ dimension: RecordDimension) -> String {
    "--row and --col are both \(dimension.rawValue): choose another for one of them"
  }

  /// Words and what stands behind them, so that two traces of one name are told apart.
  private static func values(_ dimension: RecordDimension, _ records: [ComparedRecord]) -> [String] {
    let words = records.map { dimension.value(of: $0) }
    let identities = records.map { dimension.identity(of: $0) }
    return Set(identities).count == Set(words).count ? words : zip(words, identities).map { "\($0) \($1)" }
  }
}

extension RecordComparison {
  /// The sheets of the figures that were asked for; without any asked for, the headlines, and for a single row all else
  /// that changed.
  static func sheets(_ cells: [[[ComparedRecord]]], _ metrics: [String]) throws(RecordMismatch) -> [Sheet] {
    let all = Metric.all.flatMap { sheets(cells, of: $0) }
    if metrics.contains("all") { return all }
    if metrics.isEmpty {
      let main = Column.headlines.compactMap { column in all.first { $0.column == column } }
      guard cells.count == 1 else { return main }
      return main + all.filter { sheet in !Column.headlines.contains(sheet.column) && hasChanged(sheet) }
    }
    var found: [Sheet] = []
    for name in metrics {
      let names = Metric.names
      guard names.contains(name) else {
        let near = nearest(to: name, among: names).map { "did you mean '\($0)'? " } ?? ""
        throw RecordMismatch("there is no metric '\(name)': \(near)\(ToolName.current) list metrics shows all")
      }
      found += all.filter { $0.column.id == name || $0.column.metric.id == name }
    }
    return found
  }

  private static func hasChanged(_ sheet: Sheet) -> Bool {
    let changed: [FigureChange.Verdict?] = [.better, .worse, .changed, .mixed]
    return sheet.figures.indices.contains { row in
      sheet.figures[row].indices.contains { changed.contains(sheet.change(row: row, column: $0)?.verdict) }
    }
  }

  /// The figures of one metric that any record has.
  private static func sheets(_ cells: [[[ComparedRecord]]], of metric: Metric) -> [Sheet] {
    // Memory is compared with what was counted in the same way alone: the first record decides.
    let accounting = cells.joined().joined().first?.record.environment.memoryAccounting
    let isAccounted = [Metric.peakRSS, .baselineRSS, .anonymousRSS].contains { $0.id == metric.id }
    let values = cells.map { row in
      row.map { records in
        records.map { record in
          isAccounted && record.record.environment.memoryAccounting != accounting ? nil : record.record.metric(metric)
        }
      }
    }
    let columns = values.joined().joined().flatMap { Column.all(of: metric, $0) }.filter { !$0.isNamed }
    return columns.unique.map { column in
      let figures = zip(cells, values).map { records, row in
        zip(records, row).map { records, values -> ComparedFigure? in
          let samples = values.compactMap { ExactFigure(column, $0) }
          if samples.isEmpty { return nil }
          return ComparedFigure(samples: samples, isExact: metric.kind == .deterministic)
        }
      }
      return Sheet(column: column, figures: figures)
    }
  }
}

extension RecordComparison.Sheet {
  /// The middle of several rows, each counting alike: the mean of shares, the geometric mean of what is positive; nil for
  /// a single row.
  ///
  /// - Parameter rows: Those of a set; of these the ones that all columns have.
  func summary(of rows: [Int]) -> (label: String, values: [Double?])? {
    guard rows.count > 1, let columns = figures.first?.count else { return nil }
    let values = rows.map { figures[$0].map { $0?.value } }
    let isGeometric = column.unit != .ratio && values.joined().allSatisfy { ($0 ?? 1) > 0 }
    // In the geometric mean, halving one number and doubling another cancel out.
    func middle(_ numbers: [Double]) -> Double? {
      isGeometric ? numbers.map { Double.log($0) }.mean.map { Double.exp($0) } : numbers.mean
    }
    let whole = values.filter { !$0.contains(nil) }
    let middles = (0..<columns).map { place in middle(whole.compactMap { $0[place] }) }
    let name = isGeometric ? "geomean" : "mean"
    let rows = columns == 2 ? "of rows with both" : "of rows with all"
    return (whole.count == values.count ? name : "\(name) \(rows)", middles)
  }
}

extension RecordComparison {
  /// All of it; values in the metric's own unit: bytes, nanoseconds, shares.
  public var json: JSON {
    .object([
      "row-dimensions": .array(rowDimensions.map { .string($0.rawValue) }),
      "column-dimension": .string(columnDimension.rawValue), "columns": .array(columns.map { .string($0) }),
      "records": .integer(Int128(recordCount)),
      "common": .object(Dictionary(uniqueKeysWithValues: common.map { ($0.dimension.rawValue, .string($0.value)) })),
      "differing": .object(
        Dictionary(
          uniqueKeysWithValues: differing.map { ($0.dimension.rawValue, .array($0.values.map { .string($0) })) })),
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
      "kind": .string(figure.isExact ? "deterministic" : "measured"),
    ]
    if !figure.isExact, let bounds = figure.interval.bounds {
      members["interval"] = .array([.number(bounds.lowerBound), .number(bounds.upperBound)])
    }
    if let change = sheet.change(row: row, column: column) {
      members["verdict"] = .string(change.verdict.rawValue)
      members["p"] = change.probability.map { .number($0) } ?? .null
    }
    return .object(members)
  }

  /// A line a figure, row and column; values in the metric's own unit.
  public var csv: String {
    var text = "figure,unit,better,kind,row,column,n,value,low,high,base,verdict,p\n"
    for sheet in sheets {
      for row in rows.indices {
        for column in columns.indices {
          guard let figure = sheet.figures[row][column] else { continue }
          let bounds = figure.isExact ? nil : figure.interval.bounds
          let change = sheet.change(row: row, column: column)
          let kind = figure.isExact ? "deterministic" : "measured"
          let names = [sheet.column.id, sheet.column.unit.rawValue, sheet.column.better.rawValue, kind]
          var cells = ["\(figure.count)", "\(figure.value)"]
          cells += bounds.map { ["\($0.lowerBound)", "\($0.upperBound)"] } ?? ["", ""]
          cells +=
            change.map { ["\($0.old)", $0.verdict.rawValue, $0.probability.map { "\($0)" } ?? ""] } ?? ["", "", ""]
          text += CSV.line(names + [rows[row], columns[column]], cells)
        }
      }
    }
    return text
  }
}
