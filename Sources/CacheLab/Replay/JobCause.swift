/// The queue that a decode was taken from.
public enum JobCause: String, CaseIterable, Sendable {
  /// A cell is waiting for it.
  case demand
  /// A strategy started it.
  case preheat
}
