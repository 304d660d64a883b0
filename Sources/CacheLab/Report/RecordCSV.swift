/// Records as CSV: a row a run, a column a number, numbers as they are (bytes, nanoseconds, shares).
public enum RecordCSV {
  public static func text(_ records: [RunRecord]) -> String {
    // What columns a metric has is seen from its value of a run in which nothing happened.
    let nothing = RunFacts(tally: ReplayTally(), measurements: Measurements())
    let columns = MetricCatalog.all.map { metric in
      let suffixes = metric.value(of: nothing).fields.map(\.suffix)
      return (id: metric.descriptor.id, suffixes: suffixes.isEmpty ? [""] : suffixes)
    }
    var header = ["strategy", "trace", "device", "cells", "digest"]
    header += columns.flatMap { column in column.suffixes.map { column.id + $0 } }
    header += yardstickCells(of: nil).map(\.name)
    let rows = records.map { record in
      var row = [record.strategy, record.trace, record.device, record.cells, record.deterministicDigest].map(quoted)
      for column in columns {
        let fields = record.metric(column.id)?.fields ?? []
        row += column.suffixes.map { suffix in fields.first { $0.suffix == suffix }?.text ?? "" }
      }
      return row + yardstickCells(of: record).map(\.text)
    }
    return ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// What the trace allows and how much of it the run reaches, empty where the record does not say; names alone
  /// without a record.
  private static func yardstickCells(of record: RunRecord?) -> [(name: String, text: String)] {
    func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    let budget = record?.yardstickBudget.map { "\($0)" }
    var cells = [(name: "yardstick-budget-bytes", text: budget ?? "")]
    for name in ["none", "preheat2x", "clairvoyant", "bound"] {
      for metric in ["warm-hit-rate", "warm-blank-ratio"] {
        cells.append((name: "\(name)-\(metric)", text: text(record?.yardstick(name, metric))))
      }
    }
    for from in ["none", "preheat2x"] {
      for axis in ["hits", "blank"] {
        cells.append((name: "gap-\(axis)-from-\(from)", text: text(record?.gapClosed(from: from, axis))))
      }
    }
    return cells
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
