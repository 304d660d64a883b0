/// Helper processes that decode.
extension Metric {
  static let helpersFamily: [Metric] = [
    helperRoundTrip, helperLatency, helperCrashes, lostImages, hostMemory, helperMemory, totalMemory,
  ]

  /// From asking a helper process for an image until its answer, as the host sees it; thumbnails too.
  public static let helperRoundTrip = Metric(
    "helper-round-trip", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "from asking a helper process for an image until its answer"
  ) { run in run.helped { .distribution($0.roundTrips.distribution) } }

  /// The round trip less what the helper spent on opening the file and on decoding: messages, waking up, and mapping
  /// the bitmap's pages.
  public static let helperLatency = Metric(
    "helper-latency", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "latency that decoding in another process adds to an image"
  ) { run in run.helped { .distribution($0.added.distribution) } }

  public static let helperCrashes = Metric(
    "helper-crashes", unit: .count, better: .lower, kind: .measured,
    summary: "helper processes that ended, or made no sense, while they were asked for an image"
  ) { run in run.helped { .integer($0.crashes) } }

  /// Images that the index promises and that a helper's end cost.
  public static let lostImages = Metric(
    "lost-images", unit: .count, better: .lower, kind: .measured,
    summary: "images that the index promises and that a helper's end cost: the run ends with exit code 1"
  ) { run in run.helped { .integer($0.lostImages) } }

  public static let hostMemory = Metric(
    "host-memory", unit: .bytes, better: .lower, kind: .measured,
    summary: "anonymous memory of the host and the shared bitmaps that it maps, at the ledger's peak"
  ) { run in run.helped { $0.hostMemory.metricValue } }

  public static let helperMemory = Metric(
    "helper-memory", unit: .bytes, better: .lower, kind: .measured,
    summary: "anonymous memory of all helper processes, at the ledger's peak"
  ) { run in run.helped { $0.helperMemory.metricValue } }

  /// Anonymous memory of host and helpers and the shared bitmaps, each page once, at the ledger's peak.
  public static let totalMemory = Metric(
    "total-memory", unit: .bytes, better: .lower, kind: .measured,
    summary: "anonymous memory of host and helpers and the shared bitmaps once, at the ledger's peak"
  ) { run in run.helped { $0.totalMemory.metricValue } }
}
