/// What real decodes took, in real time and real memory. Memory that could not be read is absent with the reason.
public struct Measurements: Sendable {
  /// Thread CPU time of each decode, nanoseconds, in the order in which they began.
  public var decodeCPU = LatencySamples()
  /// Wall time of each decode, nanoseconds, in the order in which they began.
  public var decodeWall = LatencySamples()
  /// The same of thumbnails, which `decodeCPU` and `decodeWall` leave out.
  public var coarseCPU = LatencySamples()
  public var coarseWall = LatencySamples()
  /// High-water mark of resident memory since the reset after set-up.
  public var peakRSS = MetricValue.absent("not read")
  /// Resident memory at that reset.
  public var baselineRSS = MetricValue.absent("not read")
  /// Anonymous resident memory when the ledger stood at its peak.
  public var anonymousRSSAtPeak = MetricValue.absent("not read")
  /// Bytes that all workers together decode into before they reduce; outside the ledger, inside every resident figure.
  public var scratch: Int64 = 0
  /// Resident memory over the replay's virtual time, nanoseconds and bytes, at changes of the ledger that lie at least a
  /// 512th of the trace apart.
  public var residentSamples: [(time: Int64, bytes: Int64)] = []
  /// CPU time of making bitmaps' pages resident and giving them back, nanoseconds.
  public var pageCPU: Int64 = 0
  /// Time of each call of the strategy, nanoseconds.
  public var strategyTimes = LatencySamples()
  /// From the first frame to the end of the last decode, nanoseconds.
  public var runWall: Int64 = 0
  /// CPU time of the process over the same span, nanoseconds.
  public var processCPU: Int64 = 0
  /// Decodes that were not as decodes should be.
  public var incidents = DecodeIncidents()

  public init() {}
}

/// Measured latencies in nanoseconds, none negative, as `LatencyRecorder` took them.
public struct LatencySamples: Sendable {
  /// More samples than this are counted, not kept.
  public static let rawMax = 65_536

  public let count: Int
  /// All samples in the order in which they were added; none once there are more than `rawMax`.
  public let raw: [Int64]
  /// Percentiles to three significant digits; count, sum and maximum exact.
  public let distribution: Distribution
  /// Exact percentiles while samples are kept, to three significant digits beyond.
  public let finestDistribution: Distribution

  /// No samples.
  public init() {
    self.init(count: 0, raw: [], distribution: Distribution(samples: []), finest: Distribution(samples: []))
  }

  package init(count: Int, raw: [Int64], distribution: Distribution, finest: Distribution) {
    self.count = count
    self.raw = raw
    self.distribution = distribution
    finestDistribution = finest
  }
}

/// Decodes that a reader of a run's numbers should know of, counted as they end.
public struct DecodeIncidents: Sendable {
  /// Waiting that is no ordinary turn of the scheduler, nanoseconds.
  public static let stallMin: Int64 = 100_000_000
  /// Photos that are kept by number.
  public static let assetsMax = 4

  /// Decodes that libjpeg-turbo ended with a warning.
  public private(set) var partialImages: Int64 = 0
  /// The lowest numbers of their photos, each once.
  public private(set) var partialAssets: [Int] = []
  /// Decodes that waited for `stallMin` or more, and longer than they worked: the process was stopped, or others had
  /// the processor or the disk.
  public private(set) var stalls: Int64 = 0
  /// Wall time and CPU time of the one that waited longest, nanoseconds.
  public private(set) var longestStall = (wall: Int64(0), cpu: Int64(0))

  public init() {}

  /// A decode that gave an image in part.
  public mutating func recordPartial(asset: Int) {
    partialImages += 1
    if partialAssets.contains(asset) { return }
    // In the order of numbers: threads end in any order.
    partialAssets = Array((partialAssets + [asset]).sorted().prefix(DecodeIncidents.assetsMax))
  }

  /// What a decode took, nanoseconds.
  public mutating func record(wall: Int64, cpu: Int64) {
    let waited = wall - cpu
    guard waited >= DecodeIncidents.stallMin, waited > cpu else { return }
    stalls += 1
    if waited > longestStall.wall - longestStall.cpu { longestStall = (wall, cpu) }
  }
}

/// How punctual the frames and decodes of a replay on the wall clock were. All times are nanoseconds of the trace.
public struct FrameTimings: Sendable {
  /// From a frame's due time until it was done, each frame.
  public var lateness: [Int64] = []
  /// Frames that were not done when the next refresh of the screen was due.
  public var dropped: Int64 = 0
  /// From the time at which a decode's declared cost was over until its end was dealt with.
  public var decodeLateness: [Int64] = []
  /// Decodes that took this machine longer than the declared cost that they were to be held for.
  public var overruns: Int64 = 0
  /// Time from begin to end of each decode, as the replay saw it.
  public var decodeTimes: [Int64] = []
  /// Time between two refreshes of the screen.
  public let refreshPeriod: Int64

  /// - Precondition: `refreshPeriod` is positive.
  public init(refreshPeriod: Int64) {
    precondition(refreshPeriod > 0, "a screen's refresh takes time")
    self.refreshPeriod = refreshPeriod
  }

  /// A frame that was due at `due` was done at `done`. It is shown in time when it is done before the next refresh.
  public mutating func record(due: Int64, done: Int64) {
    lateness.append(max(0, done - due))
    if done > due + refreshPeriod { dropped += 1 }
  }
}
