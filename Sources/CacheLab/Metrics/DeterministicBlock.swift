import LabBase

/// Every deterministic metric of a run, and their digest: equal digests mean equal runs, bit for bit.
public struct DeterministicBlock: Sendable {
  public let metrics: [String: MetricValue]
  /// SHA-256 over the lines `id value`, sorted by id, integers only; what is absent has no line.
  public let digest: String

  public init(_ run: RunFacts) {
    let pairs = Metric.all(.deterministic).map { ($0.id, $0.value(of: run)) }
    var metrics: [String: MetricValue] = [:]
    for (id, value) in pairs { metrics[id] = value }
    self.metrics = metrics
    let lines = pairs.compactMap { id, value -> String? in
      if case .absent = value { nil } else { "\(id) \(value.canonicalText)\n" }
    }.sorted()
    digest = SHA256.hex(of: lines.joined())
  }
}
