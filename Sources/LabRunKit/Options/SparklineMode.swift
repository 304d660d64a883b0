import ArgumentParser

/// When a run draws memory and ready images with block letters.
enum SparklineMode: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// Runs that are drawn unasked.
  static let runsMax = 6
}
