/// Records as CSV: a row a run, a column a number, numbers as they are (bytes, nanoseconds, shares).
public enum RecordCSV {
  public static func text(_ records: [RunRecord]) -> String {
    let columns = MetricColumns(MetricCatalog.all)
    let header = ["strategy", "trace", "device", "cells", "digest"] + columns.names
    let rows = records.map { record in
      let names = [record.strategy, record.trace, record.device, record.cells, record.deterministicDigest]
      return names.map(quoted) + columns.cells { record.metric($0) }
    }
    return ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// A cell in quotes where it needs them.
  static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
