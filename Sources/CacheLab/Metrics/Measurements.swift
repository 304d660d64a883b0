/// What real decodes took, in real time and real memory.
public struct Measurements: Sendable {
  /// A figure of the process, or why it could not be read.
  public enum Reading: Hashable, Sendable {
    case bytes(Int64)
    case unavailable(String)

    var metricValue: MetricValue {
      switch self {
      case .bytes(let bytes): .integer(bytes)
      case .unavailable(let reason): .absent(reason)
      }
    }
  }

  /// Thread CPU time of each decode, nanoseconds, in the order in which they began.
  public var decodeCPU = LatencySamples()
  /// Wall time of each decode, nanoseconds, in the order in which they began.
  public var decodeWall = LatencySamples()
  /// The same of thumbnails, which `decodeCPU` and `decodeWall` leave out.
  public var coarseCPU = LatencySamples()
  public var coarseWall = LatencySamples()
  /// High-water mark of resident memory since the reset after set-up.
  public var peakRSS = Reading.unavailable("not read")
  /// Resident memory at that reset.
  public var baselineRSS = Reading.unavailable("not read")
  /// Anonymous resident memory when the ledger stood at its peak.
  public var anonymousRSSAtPeak = Reading.unavailable("not read")
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
  /// What helper processes took; nil when the process itself decoded.
  public var helpers: HelperMeasurements?

  public init() {}
}
