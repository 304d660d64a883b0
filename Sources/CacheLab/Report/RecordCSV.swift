/// Records as CSV: a row a run, a column a metric, numbers as they are (bytes, nanoseconds, shares).
public enum RecordCSV {
  public static func text(_ records: [RunRecord]) -> String {
    let header = ["strategy", "trace", "device", "cells", "digest"] + MetricCatalog.all.flatMap(columns)
    let rows = records.map { record in
      let names = [record.strategy, record.trace, record.device, record.cells, record.deterministicDigest]
      return names.map(quoted) + MetricCatalog.all.flatMap { cells(record, $0.descriptor) }
    }
    return ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func columns(_ metric: any Metric.Type) -> [String] {
    let id = metric.descriptor.id
    return metric.descriptor.unit == .nanoseconds && isDistribution(id)
      ? ["mean", "p50", "p90", "p95", "p99", "max"].map { "\(id)-\($0)" } : [id]
  }

  private static func cells(_ record: RunRecord, _ metric: MetricDescriptor) -> [String] {
    let value = record.metric(metric.id)
    guard metric.unit == .nanoseconds && isDistribution(metric.id) else {
      if case .integer(let count)? = value { return ["\(count)"] }
      return [value?.number.map { "\($0)" } ?? ""]
    }
    guard case .distribution(let d)? = value else { return Array(repeating: "", count: 6) }
    return ["\(d.mean)"] + [d.p50, d.p90, d.p95, d.p99, d.max].map { "\($0)" }
  }

  /// The times that are whole distributions; the other times are single durations.
  private static func isDistribution(_ id: String) -> Bool {
    !["page-cpu", "run-wall", "process-cpu"].contains(id)
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
