/// How well a device's cost follows the decodes at one scale.
public struct ScaleQuality: Sendable {
  /// 1 to 8.
  public let eighths: Int32
  /// Different decodes, each timed in every round.
  public let decodes: Int
  /// Median of their thread CPU time, nanoseconds.
  public let median: Double
  /// Of the cost against the thread CPU time.
  public let errors: ErrorSummary
}
