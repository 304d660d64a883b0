/// When a change of decode time counts, and what a machine must hold still to be trusted with saying so.
public struct LatencySettings: Hashable, Sendable {
  /// The change that is too much, as a share. Shifts of 30 pairs of one binary with itself vary by 0.24 % (1 sd, 30
  /// decodes an arm, on a busy virtual machine): 2 % is not chance, and 3 % is found.
  public var limit: Double
  /// The chance that any row of a gate shows a change where there is none; per bound of an interval. Not the usual 5 %,
  /// since more pairs are run, and judged again, while a verdict is open.
  public var alpha: Double
  /// Pairs below which nothing is decided.
  public var pairsMin: Int
  /// Pairs after which no more are run.
  public var pairsMax: Int
  /// The spread, largest over smallest less 1, of the burn-in's medians (the first left out) above which a machine is
  /// unfit. In 1,350 sets of four processes of 30 decodes, on a virtual machine that builds kept busy, it was 1.6 % in
  /// the median, 6.6 % in the 99th percentile and 19 % at most, and windows of 30 pairs from that very hour gave no
  /// wrong verdict: a pair only fears what happens between its two arms.
  public var burnInSpreadMax: Double
  /// The share of the machine taken away by its host above which it is unfit. A decode's thread time does not stop while
  /// its core is with another guest; a calm host takes 0.1 %.
  public var stealMax: Double
  /// A regression whose whole interval lies beyond this many limits, and beyond every difference that the same binary
  /// showed against itself, stands on an unfit machine too.
  public var farBeyond: Double

  public init(
    limit: Double = 0.02, alpha: Double = 0.01, pairsMin: Int = 30, pairsMax: Int = 90, burnInSpreadMax: Double = 0.25,
    stealMax: Double = 0.05, farBeyond: Double = 5
  ) {
    self.limit = limit
    self.alpha = alpha
    self.pairsMin = pairsMin
    self.pairsMax = pairsMax
    self.burnInSpreadMax = burnInSpreadMax
    self.stealMax = stealMax
    self.farBeyond = farBeyond
  }
}
