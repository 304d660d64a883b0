/// What the latency rows of a gate came to.
public struct LatencyFinding: Sendable {
  public let rows: [GateRow]
  /// Why the machine was unfit to measure, with the cure; nil when it was fit.
  public let unfit: String?
  /// Pairs that the cells with an open verdict would need, all in all, by cell: more than the bound where only more
  /// than it would do, `Int.max` where the shift lies on the limit. Empty when all is decided, or the machine is unfit.
  public let pairsToDecide: [String: Int]
}
