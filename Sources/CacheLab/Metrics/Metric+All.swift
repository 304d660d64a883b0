extension Metric {
  /// Every metric, in the order in which they are listed: the families, one file each.
  public static let all: [Metric] =
    requestsFamily + ledgerFamily + waitsFamily + screensFamily + jobsFamily + workFamily + thumbnailsFamily
    + downloadsFamily + decodingFamily + helpersFamily + framesFamily

  /// The metrics of one kind.
  public static func all(_ kind: Kind) -> [Metric] { all.filter { $0.kind == kind } }

  /// Every name of a figure: the ids, then those of distributions' figures, `time-to-image-p95`.
  public static var names: [String] {
    let ids = all.map { $0.id }
    return ids + ids.flatMap { id in ["-mean", "-p50", "-p90", "-p95", "-p99", "-max"].map { id + $0 } }
  }

  /// The metric with this id, where somebody typed it.
  public static func named(_ id: String) -> Metric? { all.first { $0.id == id } }
}
