/// What decoding in other processes took and cost.
public struct HelperMeasurements: Sendable {
  /// An image that the library's index promises and that a helper's end cost.
  public struct Loss: Sendable {
    public var asset: Int
    /// How the helper ended: `signal 6`, `exit code 3`.
    public var ending: String

    public init(asset: Int, ending: String) {
      self.asset = asset
      self.ending = ending
    }
  }

  /// More losses than this are counted, not named.
  package static let lossesMax = 16

  /// From a request to its answer as the host sees it, nanoseconds.
  public var roundTrips = LatencySamples()
  /// The same less what the helper spent on opening the file and on decoding.
  public var added = LatencySamples()
  /// Helpers that ended, or made no sense, while they were asked for something.
  public var crashes: Int64 = 0
  /// Images that the index promises and that this cost.
  public var lostImages: Int64 = 0
  /// The first of them.
  public var losses: [Loss] = []
  /// Anonymous memory of the host and the shared bitmaps that it maps, at the ledger's peak.
  public var hostMemory = Measurements.Reading.unavailable("not read")
  /// Anonymous memory of all helpers, then.
  public var helperMemory = Measurements.Reading.unavailable("not read")
  /// Anonymous memory of host and helpers and the shared bitmaps, each page once, then.
  public var totalMemory = Measurements.Reading.unavailable("not read")

  public init() {}
}
