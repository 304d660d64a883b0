package import CacheLab

/// The columns that metrics take in flat files: one a number, `warm-time-to-image-p95`.
package struct MetricColumns: Sendable {
  private let metrics: [(id: String, suffixes: [String])]

  package init(_ metrics: [Metric]) {
    // What columns a metric has is seen from its value of a run in which nothing happened.
    let nothing = MetricColumns.nothing(withAll: true)
    self.metrics = metrics.map { metric in
      let suffixes = metric.value(of: nothing).fields.map(\.suffix)
      return (metric.id, suffixes.isEmpty ? [""] : suffixes)
    }
  }

  /// True for a metric that has no value without a coarse tier, or without helper processes.
  static func isOptional(_ metric: Metric) -> Bool {
    metric.value(of: nothing(withAll: false)) != metric.value(of: nothing(withAll: true))
  }

  /// A run in which nothing happened.
  package static func nothing(withAll: Bool) -> RunFacts {
    var (tally, measurements) = (ReplayTally(), Measurements())
    tally.coarse.isPresent = withAll
    if withAll { tally.screens.later = [ScreenTally.Times(filled: 0, sharp: 0)] }
    measurements.helpers = withAll ? HelperMeasurements() : nil
    return RunFacts(tally: tally, measurements: measurements)
  }

  package var names: [String] { metrics.flatMap { metric in metric.suffixes.map { metric.id + $0 } } }

  /// A cell a column: exact integers and shares as they are, empty where there is no value.
  package func cells(_ value: (String) -> MetricValue?) -> [String] {
    metrics.flatMap { metric in
      let fields = value(metric.id)?.fields ?? []
      return metric.suffixes.map { suffix in fields.first { $0.suffix == suffix }?.text ?? "" }
    }
  }
}
