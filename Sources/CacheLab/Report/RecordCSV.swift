/// Records as CSV: a row a run, a column a number, numbers as they are (bytes, nanoseconds, shares).
public enum RecordCSV {
  public static func text(_ records: [RunRecord]) -> String {
    // What columns a metric has is seen from its value of a run in which nothing happened.
    let nothing = RunFacts(tally: ReplayTally(), measurements: Measurements())
    let columns = MetricCatalog.all.map { metric in
      let suffixes = metric.value(of: nothing).fields.map(\.suffix)
      return (id: metric.descriptor.id, suffixes: suffixes.isEmpty ? [""] : suffixes)
    }
    let header =
      ["strategy", "trace", "device", "cells", "digest"]
      + columns.flatMap { column in column.suffixes.map { column.id + $0 } }
    let rows = records.map { record in
      let names = [record.strategy, record.trace, record.device, record.cells, record.deterministicDigest]
      return names.map(quoted)
        + columns.flatMap { column in
          let fields = record.metric(column.id)?.fields ?? []
          return column.suffixes.map { suffix in fields.first { $0.suffix == suffix }?.text ?? "" }
        }
    }
    return ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
