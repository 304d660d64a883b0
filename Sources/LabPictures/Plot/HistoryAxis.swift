import LabBase
import LabRecords

/// What the places across a history are.
public enum HistoryAxis: String, CaseIterable, Sendable {
  /// Records one after the other, as they were made.
  case time
  /// Revisions of the sources, in the order in which they were first run; of several records of one the last counts.
  case revision

  /// Where a record stands.
  func place(of record: RunRecord) -> String {
    switch self {
    case .time: (record.created ?? "").replacing("T", with: " ").replacing("Z", with: "")
    case .revision: record.environment.gitRevision ?? "no revision"
    }
  }
}
