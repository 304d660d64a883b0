import CacheLab

/// How well a device's cost follows decodes of one kind.
public struct FitQuality: Sendable {
  /// Different decodes, each timed in every round.
  public let decodes: Int
  /// Median of their thread CPU time, nanoseconds.
  public let median: Double
  /// Of the cost against the thread CPU time.
  public let errors: ErrorSummary

  init(_ samples: [CostSample], _ device: DeviceProfile) {
    decodes = samples.count
    median = ErrorSummary.median(of: samples.map(\.nanoseconds))
    errors = ErrorSummary(samples.map { $0.error(of: device) })
  }
}
