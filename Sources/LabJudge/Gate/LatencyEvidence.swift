/// Raw times of interleaved runs of two binaries over the same decodes, for one cell.
public struct LatencyEvidence: Hashable, Sendable {
  /// One process that decoded the slice once. Nanoseconds of a decode.
  public struct Arm: Hashable, Sendable {
    /// Thread CPU time: nearest-rank median, and mean.
    public var p50: Int64
    public var mean: Int64
    /// Tails, printed and never judged.
    public var p99: Int64
    public var wallP99: Int64

    public init(p50: Int64, mean: Int64, p99: Int64, wallP99: Int64) {
      self.p50 = p50
      self.mean = mean
      self.p99 = p99
      self.wallP99 = wallP99
    }
  }

  /// Two processes, one of each binary, one right after the other.
  public struct Pair: Hashable, Sendable {
    public var base: Arm
    public var head: Arm
    /// Every other pair runs head first: ABBA.
    public var baseFirst: Bool

    public init(base: Arm, head: Arm, baseFirst: Bool) {
      self.base = base
      self.head = head
      self.baseFirst = baseFirst
    }
  }

  public var cell: String
  /// Decodes of the slice.
  public var decodes: Int
  /// SHA-256 of all decodes (asset, scale) that the base binary, and the new one, would do for this cell.
  public var baseList: String
  public var headList: String
  /// Declared cost of all decodes of the base binary, and of the new one, nanoseconds.
  public var baseWork: Int64
  public var headWork: Int64
  public var pairs: [Pair]
  /// Wall time of the pairs together, nanoseconds.
  public var wall: Int64
  /// Medians of the first processes, whose times do not count.
  public var burnIn: [Int64]
  /// Share of the machine that its host took away meanwhile; nil where the system does not say.
  public var steal: Double?

  public init(
    cell: String, decodes: Int, baseList: String, headList: String, baseWork: Int64, headWork: Int64, pairs: [Pair],
    wall: Int64, burnIn: [Int64], steal: Double?
  ) {
    self.cell = cell
    self.decodes = decodes
    self.baseList = baseList
    self.headList = headList
    self.baseWork = baseWork
    self.headWork = headWork
    self.pairs = pairs
    self.wall = wall
    self.burnIn = burnIn
    self.steal = steal
  }
}
