/// The time and memory of real decodes. Memory that could not be read is absent with the reason.
public struct Measurements: Sendable {
  /// The thread CPU time of each decode in nanoseconds, in the order in which they began.
  public var decodeCPU = LatencySamples()
  /// The wall time of each decode in nanoseconds, in the order in which they began.
  public var decodeWall = LatencySamples()
  /// The CPU time of thumbnails, which `decodeCPU` and `decodeWall` leave out.
  public var thumbnailCPU = LatencySamples()
  public var thumbnailWall = LatencySamples()
  /// The high-water mark of resident memory since the reset after set-up.
  public var peakRSS = MetricValue.absent("not read")
  /// The resident memory at that reset.
  public var baselineRSS = MetricValue.absent("not read")
  /// The anonymous resident memory at the ledger's peak.
  public var anonymousRSSAtPeak = MetricValue.absent("not read")
  /// The bytes that all workers together decode into before they reduce; outside the ledger, inside every resident
  /// figure.
  public var scratch: Int64 = 0
  /// The resident memory over the replay's virtual time, in nanoseconds and bytes, at changes of the ledger that are at
  /// least a 512th of the trace apart.
  public var residentSamples: [(time: Int64, bytes: Int64)] = []
  /// The CPU time of making bitmaps' pages resident and giving them back, in nanoseconds.
  public var pageCPU: Int64 = 0
  /// The time of each call of the strategy, in nanoseconds.
  public var strategyTimes = LatencySamples()
  /// The time from the first frame to the end of the last decode, in nanoseconds.
  public var runWall: Int64 = 0
  /// The CPU time of the process over the same span, in nanoseconds.
  public var processCPU: Int64 = 0
  /// The decodes with problems.
  public var incidents = DecodeIncidents()

  public init() {}
}

/// Measured latencies in nanoseconds, none negative, from a `LatencyRecorder`.
public struct LatencySamples: Sendable {
  /// The number of samples beyond which they are counted and not kept.
  public static let rawMax = 65_536

  /// All samples in the order in which they were added; none if there are more than `rawMax`.
  public let raw: [Int64]
  /// Percentiles to three significant digits; count, sum and maximum exact.
  public let distribution: Distribution

  package init(raw: [Int64] = [], distribution: Distribution = Distribution(samples: [])) {
    (self.raw, self.distribution) = (raw, distribution)
  }

  public var count: Int { Int(distribution.count) }

  /// Exact percentiles if samples are kept, to three significant digits otherwise.
  public var finestDistribution: Distribution { raw.isEmpty ? distribution : Distribution(samples: raw) }
}

/// Decodes that readers of a run's numbers should know of, counted as they end.
public struct DecodeIncidents: Sendable {
  /// The nanoseconds from which on a wait is no ordinary turn of the scheduler.
  public static let stallMin: Int64 = 100_000_000
  /// The number of photos that are kept by number.
  public static let assetsMax = 4

  /// The number of decodes that libjpeg-turbo ended with a warning.
  public private(set) var partialImages: Int64 = 0
  /// The lowest numbers of their photos, each once.
  public private(set) var partialAssets: [Int] = []
  /// The number of decodes that waited for `stallMin` or more, and longer than they worked: the process was stopped, or
  /// others had the processor or the disk.
  public private(set) var stalls: Int64 = 0
  /// The wall time and CPU time of the one that waited longest, in nanoseconds.
  public private(set) var longestStall = (wall: Int64(0), cpu: Int64(0))

  public init() {}

  /// Records a decode that gave a partial image.
  public mutating func recordPartial(asset: Int) {
    partialImages += 1
    if partialAssets.contains(asset) { return }
    // In the order of numbers: threads end in any order.
    partialAssets = Array((partialAssets + [asset]).ordered().prefix(DecodeIncidents.assetsMax))
  }

  /// Records the times of a decode in nanoseconds.
  public mutating func record(wall: Int64, cpu: Int64) {
    let waited = wall - cpu
    guard waited >= DecodeIncidents.stallMin, waited > cpu else { return }
    stalls += 1
    if waited > longestStall.wall - longestStall.cpu { longestStall = (wall, cpu) }
  }
}

/// The punctuality of frames and decodes in a replay on the wall clock. All times are nanoseconds of the trace.
public struct FrameTimings: Sendable {
  /// By frame, the time from its due time until it was done.
  public var lateness: [Int64] = []
  /// The number of frames that were not done when the next refresh of the screen was due.
  public var dropped: Int64 { Int64(lateness.count { $0 > refreshPeriod }) }
  /// The times from the end of a decode's declared cost until the end was processed.
  public var decodeLateness: [Int64] = []
  /// The number of decodes that took longer on this machine than their declared cost.
  public var overruns: Int64 = 0
  /// The time between two refreshes of the screen.
  public let refreshPeriod: Int64

  /// - Precondition: `refreshPeriod` is positive.
  public init(refreshPeriod: Int64) {
    precondition(refreshPeriod > 0, "a screen's refresh takes time")
    self.refreshPeriod = refreshPeriod
  }

  /// Records a frame. It is shown in time if it is done before the next refresh.
  public mutating func record(due: Int64, done: Int64) {
    lateness.append(max(0, done - due))
  }
}
