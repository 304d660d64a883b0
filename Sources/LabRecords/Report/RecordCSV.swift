import CacheLab
import LabBase

/// Records as CSV: a row a run, a column a number, numbers as they are (bytes, nanoseconds, shares).
public enum RecordCSV {
  public static func text(_ records: [RunRecord]) -> String {
    let (some, all) = (RunFacts.nothing(withAll: false), RunFacts.nothing(withAll: true))
    let metrics = Metric.all.filter { metric in
      // Those of the coarse tier stand only where a run has them.
      metric.value(of: some) == metric.value(of: all)
        || records.contains { !Column.all(of: metric, $0.metric(metric)).isEmpty }
    }
    let columns = Column.all(of: metrics)
    let names = ["strategy", "trace", "device", "cells", "digest"]
    let header = names + columns.map(\.id) + offlineBoundsCells(of: nil).map(\.name)
    let rows = RunRecord.distinct(records).map { record in
      let names = [record.strategy, record.trace, record.device, record.cells, record.deterministicDigest]
      return CSV.line(
        names, columns.map { $0.cell(record.metric($0.metric)) } + offlineBoundsCells(of: record).map(\.text))
    }
    return CSV.line(header) + rows.joined()
  }

  /// What the trace allows and how much of it the run reaches, empty where the record does not say; names alone
  /// without a record.
  private static func offlineBoundsCells(of record: RunRecord?) -> [(name: String, text: String)] {
    func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    let budget = record?.offlineBoundsBudget.map { "\($0)" }
    var cells = [(name: "offline-bounds-budget-bytes", text: budget ?? "")]
    for name in ["none", "preheat2x", "clairvoyant", "bound"] {
      for metric in [Metric.warmHitRate, .warmBlankRatio] {
        cells.append((name: "\(name)-\(metric.id)", text: text(record?.offlineBoundsFigure(name, metric))))
      }
    }
    for from in ["none", "preheat2x"] {
      for axis in ["hits", "blank", "work"] {
        cells.append((name: "gap-\(axis)-from-\(from)", text: text(record?.gapClosed(from: from, axis))))
      }
    }
    return cells
  }
}
