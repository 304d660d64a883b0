/// What a gate found: every row, judged, and what follows for the process.
public struct GateReport: Sendable {
  public let rows: [GateRow]
  /// Why the machine was unfit to measure; nil when it was fit or nothing was timed.
  public let unfit: String?
  /// Commands that make a cell again, by cell.
  public let reproduce: [String: String]
  /// Commands that make a cell's new numbers its baseline, by cell.
  public var accept: [String: String] = [:]
  /// Where and how old and new part, by cell.
  public var partings: [String: String] = [:]
  /// Why instructions were not counted; empty where they were, or nobody asked.
  public var instructionsLack = ""
  /// Whether images were decoded, and no old binary was there to compare their times with.
  public var isUntimed = false
  /// Cases that have limits of their own and were not judged.
  public var unusedLimits: [String] = []
  /// Whether what is inconclusive fails.
  public var isStrict = false

  public func rows(_ verdict: GateVerdict) -> [GateRow] { rows.filter { $0.verdict == verdict } }

  /// True where no row is judged: a gate that judges nothing is not passed.
  var judgesNothing: Bool { rows.allSatisfy { $0.verdict == .notGated } }

  /// 0 fine, 2 regression, 3 unfit to measure, 5 not comparable or nothing to judge, 6 inconclusive (only when
  /// `isStrict`); the gravest wins: a regression that was found is one on any machine.
  public func exitCode(isStrict: Bool) -> Int32 {
    if !rows(.regressed).isEmpty { return 2 }
    if !rows(.notComparable).isEmpty || judgesNothing { return 5 }
    if unfit != nil { return 3 }
    return isStrict && !rows(.inconclusive).isEmpty ? 6 : 0
  }
}
