import CacheLab

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
