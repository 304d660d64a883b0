import CacheLab
public import LabBase
import LabRecords

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
    if !isPivot, let change = sheet.change(row: row, column: column) {
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
          let change = isPivot ? nil : sheet.change(row: row, column: column)
          let kind = figure.isExact ? "deterministic" : "measured"
          var cells = [sheet.column.id, sheet.column.unit.rawValue, sheet.column.better.rawValue, kind]
          cells += [rows[row], columns[column], "\(figure.count)", "\(figure.value)"]
          cells += bounds.map { ["\($0.lowerBound)", "\($0.upperBound)"] } ?? ["", ""]
          cells +=
            change.map { ["\($0.old)", $0.verdict.rawValue, $0.probability.map { "\($0)" } ?? ""] } ?? ["", "", ""]
          text += cells.map(RecordCSV.quoted).joined(separator: ",") + "\n"
        }
      }
    }
    return text
  }
}
