/// The columns that metrics take in flat files: one a number, `warm-time-to-image-p95`.
struct MetricColumns: Sendable {
  private let metrics: [(id: String, suffixes: [String])]

  init(_ metrics: [any Metric.Type]) {
    // What columns a metric has is seen from its value of a run in which nothing happened.
    let nothing = MetricColumns.nothing(withCoarse: true)
    self.metrics = metrics.map { metric in
      let suffixes = metric.value(of: nothing).fields.map(\.suffix)
      return (metric.descriptor.id, suffixes.isEmpty ? [""] : suffixes)
    }
  }

  /// True for a metric that has no value without a coarse tier.
  static func needsCoarse(_ metric: any Metric.Type) -> Bool {
    metric.value(of: nothing(withCoarse: false)) != metric.value(of: nothing(withCoarse: true))
  }

  private static func nothing(withCoarse: Bool) -> RunFacts {
    var tally = ReplayTally()
    tally.coarse.isPresent = withCoarse
    return RunFacts(tally: tally, measurements: Measurements())
  }

  var names: [String] { metrics.flatMap { metric in metric.suffixes.map { metric.id + $0 } } }

  /// A cell a column: exact integers and shares as they are, empty where there is no value.
  func cells(_ value: (String) -> MetricValue?) -> [String] {
    metrics.flatMap { metric in
      let fields = value(metric.id)?.fields ?? []
      return metric.suffixes.map { suffix in fields.first { $0.suffix == suffix }?.text ?? "" }
    }
  }
}
